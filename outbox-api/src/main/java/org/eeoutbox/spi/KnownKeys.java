package org.eeoutbox.spi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/** The configuration keys of all modules of the outbox, so that a misspelt one can be told from a right one. */
public final class KnownKeys {

    private static final String PREFIX = "outbox.";

    /** Keys of one channel: the name stands between. */
    private static final Pattern OF_CHANNEL = Pattern.compile("outbox\\.channel\\..+\\.on-quarantine");

    /** Keys of one consumer. */
    private static final Pattern OF_CONSUMER = Pattern.compile("outbox\\.inbox\\..+\\.order");

    private static final List<String> KEYS = List.of(
            "outbox.attempts.max",
            "outbox.attempts.max-delay",
            "outbox.attempts.min-delay",
            "outbox.audit.retention",
            "outbox.channel.<name>.on-quarantine",
            Channels.CHANNELS_KEY,
            Channels.DEFAULT_CHANNEL_KEY,
            "outbox.health.channels",
            "outbox.health.max-age",
            "outbox.health.probe-interval",
            "outbox.inbox.<consumer>.order",
            "outbox.inbox.redelivery-horizon",
            "outbox.inbox.retention",
            "outbox.payload.max-bytes",
            "outbox.relay",
            "outbox.relay.batch-bytes",
            "outbox.relay.batch-size",
            "outbox.relay.datasource",
            "outbox.relay.heartbeat",
            "outbox.relay.max-hold",
            "outbox.relay.retry.max-delay",
            "outbox.relay.retry.min-delay",
            "outbox.relay.send-timeout",
            "outbox.relay.stop-grace",
            "outbox.relay.workers",
            "outbox.retention",
            "outbox.schema",
            "outbox.shards",
            "outbox.source",
            "outbox.table.prefix",
            "outbox.table.schema");

    private KnownKeys() {}

    /**
     * Keys that begin like ours and mean nothing to us.
     *
     * @param config the application's configuration
     * @return one sentence for each, with the key that was likely meant; usually empty
     */
    public static List<String> strangers(Config config) {
        List<String> strangers = new ArrayList<>();
        for (String key : config.getPropertyNames()) {
            if (key.startsWith(PREFIX) && !isKnown(key)) {
                strangers.add("The configuration key '" + key + "' is unknown and has no effect; did you mean '"
                        + nearest(key) + "'?");
            }
        }
        return strangers;
    }

    private static boolean isKnown(String key) {
        return KEYS.contains(key)
                || key.startsWith(MappedEvent.PREFIX)
                || OF_CHANNEL.matcher(key).matches()
                || OF_CONSUMER.matcher(key).matches();
    }

    private static String nearest(String key) {
        return KEYS.stream()
                .min(Comparator.comparingInt(known -> distance(key, known)))
                .orElseThrow();
    }

    /** The fewest insertions, deletions and replacements of single characters (Levenshtein). */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            int diagonal = 0;
            for (int j = 0; j <= to.length(); j++) {
                int above = row[j];
                int replaced = i > 0 && j > 0 && from.charAt(i - 1) == to.charAt(j - 1) ? diagonal : diagonal + 1;
                int least = j == 0 ? i : i == 0 ? j : Math.min(replaced, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
                row[j] = least;
            }
        }
        return row[to.length()];
    }
}
