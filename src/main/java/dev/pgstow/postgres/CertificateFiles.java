package dev.pgstow.postgres;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where libpq looks for certificates that nobody named (documentation 34.19), as far as the driver does not. */
final class CertificateFiles {
    private CertificateFiles() {}

    /** @param directory {@code ~/.postgresql} */
    static void fillIn(Map<String, String> parameters, Path directory) {
        Path root = directory.resolve("root.crt");
        if (Files.exists(root)) {
            parameters.putIfAbsent("sslrootcert", root.toString());
        }
        if ("system".equals(parameters.get("sslrootcert"))) {
            // anybody can get a certificate from a public authority, so only the host name tells
            parameters.put("sslmode", "verify-full");
        }
        // 34.19.1: where a root certificate is, 'require' is as strict as 'verify-ca'
        if ("require".equals(parameters.get("sslmode")) && parameters.containsKey("sslrootcert")) {
            parameters.put("sslmode", "verify-ca");
        }
        Path certificate = directory.resolve("postgresql.crt");
        Path key = directory.resolve("postgresql.key");
        if (!parameters.containsKey("sslcert") && Files.exists(certificate) && Files.exists(key)) {
            parameters.put("sslcert", certificate.toString());
            parameters.putIfAbsent("sslkey", key.toString());
        }
    }
}
