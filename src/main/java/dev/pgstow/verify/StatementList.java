package dev.pgstow.verify;

import java.util.List;
import java.util.stream.Collectors;

/** A workload of single statements, which the built-in runner chooses by weight. */
public record StatementList(List<WeightedStatement> statements) implements Workload {
    public StatementList {
        statements = List.copyOf(statements);
        if (statements.isEmpty()) {
            throw new IllegalArgumentException("a workload without statements");
        }
    }

    @Override
    public String hash() {
        Fingerprint fingerprint = new Fingerprint().add("statements");
        for (WeightedStatement statement : statements) {
            fingerprint.add(statement.name()).add(statement.weight()).add(statement.sql());
            fingerprint.add(statement.parameters().size());
            statement.parameters().forEach(parameter -> add(fingerprint, parameter));
        }
        return fingerprint.hex();
    }

    private static void add(Fingerprint fingerprint, Sampler parameter) {
        if (parameter instanceof Sampler.Uniform uniform) {
            fingerprint.add("uniform").add(uniform.from()).add(uniform.to());
        } else if (parameter instanceof Sampler.Sample sample) {
            fingerprint.add("sample").add(sample.query()).add(sample.size());
        } else if (parameter instanceof Sampler.Constant constant) {
            fingerprint.add("value").add(constant.value());
        }
    }

    @Override
    public String summary() {
        return statements.stream()
                .map(statement -> statement.name() + " x" + statement.weight())
                .collect(Collectors.joining(", "));
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }
}
