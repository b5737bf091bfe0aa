package dev.pgstow.migrate;

import java.util.Objects;

/**
 * What roles may do about one move.
 *
 * @param owns our role has the rights of the relation's owner: enough for every method
 * @param maintains 17+: our role has MAINTAIN on the table: enough to rebuild its indexes
 * @param seesSchema our role has USAGE on the schema
 * @param creates our role may create in the target; nobody needs that right where the target is the database's default
 * @param ownerCreates the relation's owner may
 * @param grant the statement that gives our role the right to create there
 * @param grantOwner the one that gives it to the owner
 */
public record Rights(
        boolean owns,
        boolean maintains,
        boolean seesSchema,
        boolean creates,
        boolean ownerCreates,
        String grant,
        String grantOwner) {
    public Rights {
        Objects.requireNonNull(grant, "grant");
        Objects.requireNonNull(grantOwner, "grantOwner");
    }
}
