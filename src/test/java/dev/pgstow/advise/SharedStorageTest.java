package dev.pgstow.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.Declared;
import dev.pgstow.model.Neighbour;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedStorageTest {
    @Test
    void tiers_that_slow_each_other_down_are_on_one_device() {
        List<Tier> told = SharedStorage.told(List.of(
                tier("a", new Neighbour("b", 0.52), new Neighbour("c", 0.99)),
                tier("b", new Neighbour("a", 0.48)),
                tier("c", new Neighbour("a", 0.97))));

        assertThat(told).extracting(Tier::device).containsExactly("disk-a", "disk-a", "disk-c");
    }

    @Test
    void one_that_is_slowed_alone_has_another_reason() {
        List<Tier> told = SharedStorage.told(
                List.of(tier("a", new Neighbour("b", 0.5)), tier("b", new Neighbour("a", 0.98)), tier("unmeasured")));

        assertThat(told).extracting(Tier::device).containsExactly("disk-a", "disk-b", "disk-unmeasured");
    }

    private static Tier tier(String name, Neighbour... neighbours) {
        return new Tier(
                name,
                List.of(name),
                "disk-" + name,
                true,
                null,
                Reserve.DEFAULT,
                null,
                Declared.NONE,
                List.of(),
                Shop.profile(500e-6, 3000).withNeighbours(List.of(neighbours)));
    }
}
