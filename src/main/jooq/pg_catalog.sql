-- The columns of PostgreSQL's catalog that pgstow reads, of all supported versions together. Code is generated from this
-- file offline; a test compares it with pg_attribute on every supported server. Types are those of the driver's values:
-- an oid or xid is read as bigint, a name as text, "char" as varchar.
create schema pg_catalog;
set schema pg_catalog;

create table pg_attribute (attrelid bigint, attname text, atttypid bigint, attisdropped boolean);
create table pg_database (oid bigint, datname text, datdba bigint, datistemplate boolean, datallowconn boolean, dattablespace bigint);
create table pg_tablespace (oid bigint, xmin bigint, spcname text, spcowner bigint, spcoptions text);
create table pg_namespace (oid bigint, xmin bigint, nspname text, nspowner bigint);
create table pg_class (
  oid bigint, xmin bigint, relname text, relnamespace bigint, relowner bigint, relam bigint, relfilenode bigint, reltablespace bigint,
  relpages int, reltuples real, reltoastrelid bigint, relpersistence varchar(1), relkind varchar(1), relispartition boolean,
  reloptions text);
create table pg_am (oid bigint, amname text);
create table pg_index (
  xmin bigint, indexrelid bigint, indrelid bigint, indisunique boolean, indisprimary boolean, indisexclusion boolean, indimmediate boolean,
  indisclustered boolean, indisvalid boolean, indisready boolean, indisreplident boolean);
create table pg_inherits (xmin bigint, inhrelid bigint, inhparent bigint);
create table pg_constraint (xmin bigint, conrelid bigint, conindid bigint, contype varchar(1));
create table pg_depend (xmin bigint, classid bigint, objid bigint, objsubid int, refclassid bigint, refobjid bigint, deptype varchar(1));
create table pg_extension (oid bigint, xmin bigint, extname text);
create table pg_roles (oid bigint, rolname text, rolsuper boolean);
create table pg_settings (name text, setting text, unit text, source text, reset_val text);
create table pg_prepared_xacts (gid text, prepared timestamp with time zone, owner text, database text);

create table pg_stat_database (
  datid bigint, datname text, xact_commit bigint, xact_rollback bigint, blks_read bigint, blks_hit bigint, temp_files bigint, temp_bytes bigint,
  blk_read_time double precision, blk_write_time double precision, active_time double precision,
  stats_reset timestamp with time zone);
-- 16+; bytes of each kind from 18, op_bytes before
create table pg_stat_io (
  backend_type text, object text, context text, reads bigint, read_bytes numeric(30), read_time double precision, writes bigint,
  write_bytes numeric(30), write_time double precision, extends bigint, extend_bytes numeric(30), extend_time double precision,
  fsyncs bigint, fsync_time double precision, op_bytes bigint);
-- 14+; wal_sync and the times up to 17, then in pg_stat_io as object 'wal'
create table pg_stat_wal (
  wal_records bigint, wal_fpi bigint, wal_bytes numeric(30), wal_write bigint, wal_sync bigint, wal_write_time double precision,
  wal_sync_time double precision);
-- buffers_backend and what counts checkpoints up to 16
create table pg_stat_bgwriter (
  buffers_clean bigint, buffers_backend bigint, buffers_checkpoint bigint, checkpoints_timed bigint, checkpoints_req bigint,
  checkpoint_write_time double precision, checkpoint_sync_time double precision);
-- 17+; num_done from 18
create table pg_stat_checkpointer (
  num_timed bigint, num_requested bigint, buffers_written bigint, write_time double precision, sync_time double precision);
create table pg_stat_archiver (archived_count bigint, stats_reset timestamp with time zone);
create table pg_stat_activity (
  datid bigint, datname text, pid int, usename text, application_name text, state text, state_change timestamp with time zone,
  xact_start timestamp with time zone, query_start timestamp with time zone, wait_event_type text, wait_event text, backend_xmin bigint,
  backend_type text, query text);
create table pg_locks (locktype text, database bigint, relation bigint, pid int, mode text, granted boolean, objid bigint, classid bigint);
create table pg_stat_progress_create_index (
  pid int, datid bigint, datname text, relid bigint, index_relid bigint, command text, phase text, blocks_total bigint,
  blocks_done bigint);
create table pg_replication_slots (slot_name text, slot_type text, active boolean, active_pid int, wal_status text, restart_lsn text);
create table pg_stat_replication (pid int, application_name text, state text, replay_lsn text);
