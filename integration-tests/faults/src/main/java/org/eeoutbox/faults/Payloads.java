package org.eeoutbox.faults;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The payloads of the application's events, byte by byte as JSON-B writes them. */
final class Payloads {

    private static final Pattern KEY = Pattern.compile("\\{\"account\":\"[^\"]*\",\"key\":\"([^\"]*)\"");

    private Payloads() {}

    static byte[] of(String account, String key, String text) {
        return ("{\"account\":\"" + account + "\",\"key\":\"" + key + "\",\"text\":\"" + text + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The key in a payload, of which the beginning is enough; what does not look like one is returned as it is. */
    static String key(String payload) {
        Matcher matcher = KEY.matcher(payload);
        return matcher.lookingAt() ? matcher.group(1) : payload;
    }

    static String digest(byte[] payload) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(payload))
                    .substring(0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
