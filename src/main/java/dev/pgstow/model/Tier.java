package dev.pgstow.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A class of tablespaces with one speed, capacity, price and durability.
 *
 * @param device the block device or file system under it, as profile found it; tiers with the same device share its limits
 * @param durable survives a reboot; permanent relations go to no other tier
 * @param capacity what relations may take in all, null when unlimited as far as pgstow knows
 * @param pricePerGibMonth in the owner's currency
 * @param pins relations that must lie here, each a name or a pattern such as {@code shop.public.orders*}
 * @param profile null for a tier that was only described
 */
public record Tier(
        String name,
        List<String> tablespaces,
        String device,
        boolean durable,
        @Nullable ByteSize capacity,
        Reserve reserve,
        @Nullable Double pricePerGibMonth,
        Declared declared,
        List<String> pins,
        @Nullable Profile profile) {
    public Tier {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(reserve, "reserve");
        Objects.requireNonNull(declared, "declared");
        tablespaces = List.copyOf(tablespaces);
        pins = List.copyOf(pins);
    }

    /** What limits it for as long as one likes: the smaller of what was measured and what was declared. */
    public Limits caps() {
        return profile == null ? declared.caps() : declared.caps().min(profile.caps());
    }

    public Tier withTablespaces(List<String> other) {
        return new Tier(name, other, device, durable, capacity, reserve, pricePerGibMonth, declared, pins, profile);
    }

    public Tier withName(String other) {
        return new Tier(
                other, tablespaces, device, durable, capacity, reserve, pricePerGibMonth, declared, pins, profile);
    }

    public Tier withDeclared(Declared other) {
        return new Tier(name, tablespaces, device, durable, capacity, reserve, pricePerGibMonth, other, pins, profile);
    }

    public Tier withPrice(@Nullable Double other) {
        return new Tier(name, tablespaces, device, durable, capacity, reserve, other, declared, pins, profile);
    }

    public Tier withDevice(String other) {
        return new Tier(
                name, tablespaces, other, durable, capacity, reserve, pricePerGibMonth, declared, pins, profile);
    }

    public Tier withProfile(Profile measured) {
        return new Tier(
                name, tablespaces, device, durable, capacity, reserve, pricePerGibMonth, declared, pins, measured);
    }

    /** What may be filled: the capacity less the reserve. Empty when the capacity is not known. */
    public Optional<ByteSize> usable() {
        return Optional.ofNullable(capacity).map(all -> all.minusFloored(reserve.of(all)));
    }
}
