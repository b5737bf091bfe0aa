package dev.pgstow;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The direction of imports and who may know which library. */
@AnalyzeClasses(packages = "dev.pgstow", importOptions = ImportOption.DoNotIncludeTests.class)
class LayoutTest {
    @ArchTest
    static final ArchRule imports_go_one_way = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.pgstow..")
            .withOptionalLayers(true)
            .layer("main")
            .definedBy("dev.pgstow")
            .layer("cli")
            .definedBy("dev.pgstow.cli..")
            .layer("adapters")
            .definedBy(
                    "dev.pgstow.postgres..",
                    "dev.pgstow.linux..",
                    "dev.pgstow.files..",
                    "dev.pgstow.report..",
                    "dev.pgstow.demo..")
            .layer("stages")
            .definedBy(
                    "dev.pgstow.profile..",
                    "dev.pgstow.collect..",
                    "dev.pgstow.advise..",
                    "dev.pgstow.migrate..",
                    "dev.pgstow.verify..")
            .layer("plan")
            .definedBy("dev.pgstow.plan..")
            .layer("model")
            .definedBy("dev.pgstow.model..")
            .whereLayer("main")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("cli")
            .mayOnlyBeAccessedByLayers("main")
            .whereLayer("adapters")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("stages")
            .mayOnlyBeAccessedByLayers("cli", "adapters")
            .whereLayer("plan")
            .mayOnlyBeAccessedByLayers("cli", "adapters", "stages")
            .whereLayer("model")
            .mayOnlyBeAccessedByLayers("cli", "adapters", "stages", "plan");

    @ArchTest
    static final ArchRule stages_and_adapters_do_not_know_each_other = slices().matching(
                    "dev.pgstow.(profile|collect|advise|migrate|verify|postgres|linux|files|report|demo)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                    com.tngtech.archunit.base.DescribedPredicate.describe(
                            "an adapter",
                            c -> c.getPackageName().matches("dev\\.pgstow\\.(postgres|linux|files|report|demo).*")),
                    com.tngtech.archunit.base.DescribedPredicate.describe(
                            "a stage",
                            c -> c.getPackageName()
                                    .matches("dev\\.pgstow\\.(profile|collect|advise|migrate|verify).*")));

    @ArchTest
    static final ArchRule model_knows_only_java = classes()
            .that()
            .resideInAPackage("dev.pgstow.model..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "dev.pgstow.model..");

    @ArchTest
    static final ArchRule plan_knows_only_java_and_model = classes()
            .that()
            .resideInAPackage("dev.pgstow.plan..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "dev.pgstow.model..", "dev.pgstow.plan..");

    @ArchTest
    static final ArchRule only_postgres_knows_sql = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pgstow.postgres..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.jooq..", "org.postgresql..", "org.newsclub..");

    @ArchTest
    static final ArchRule only_cli_knows_picocli = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pgstow.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..");

    @ArchTest
    static final ArchRule only_files_knows_jackson = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pgstow.files..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson..", "com.networknt..", "org.snakeyaml..");

    @ArchTest
    static final ArchRule only_demo_knows_the_embedded_server = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pgstow.demo..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.zonky..");

    @ArchTest
    static final ArchRule only_linux_knows_direct_io = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pgstow.linux..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.sun.nio.file..");

    @ArchTest
    static final ArchRule only_main_exits = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.pgstow.Main")
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule the_clock_is_injected = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.pgstow.migrate..", "dev.pgstow.advise..", "dev.pgstow.collect..", "dev.pgstow.verify..")
            .should()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(java.time.ZonedDateTime.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .allowEmptyShould(true);
}
