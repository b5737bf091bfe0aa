package dev.pgstow.verify;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A hash over parts of text; the length of each part goes in, so that parts cannot run into each other. */
final class Fingerprint {
    private final MessageDigest digest;

    Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    Fingerprint add(String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
        return this;
    }

    Fingerprint add(long number) {
        return add(Long.toString(number));
    }

    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
