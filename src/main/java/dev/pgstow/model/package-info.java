/**
 * The words of pgstow as values: relations, tiers, snapshots, activities. Every other package may use them; they know
 * only {@code java.*}.
 */
@NullMarked
package dev.pgstow.model;

import org.jspecify.annotations.NullMarked;
