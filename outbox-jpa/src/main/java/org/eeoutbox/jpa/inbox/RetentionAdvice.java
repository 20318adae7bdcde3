package org.eeoutbox.jpa.inbox;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;

/** Whether the inbox remembers events for as long as they may come again. */
final class RetentionAdvice {

    private static final String INBOX = "outbox.inbox.retention";
    private static final String HORIZON = "outbox.inbox.redelivery-horizon";
    private static final String OUTBOX = "outbox.retention";

    private RetentionAdvice() {}

    /**
     * What is too short.
     *
     * @return sentences, often none
     * @throws OutboxConfigurationException if the horizon is no duration
     */
    static List<String> of(Config config) {
        Duration inbox = period(config, INBOX, "P14D");
        List<String> sentences = new ArrayList<>();
        if (inbox.compareTo(period(config, HORIZON, "PT0S")) < 0) {
            sentences.add(sentence(inbox, HORIZON, "the broker may deliver an event again"));
        }
        if (inbox.compareTo(period(config, OUTBOX, "P1D")) < 0) {
            sentences.add(sentence(inbox, OUTBOX, "an operator may publish an event again"));
        }
        return sentences;
    }

    private static String sentence(Duration inbox, String key, String what) {
        return INBOX + " is " + inbox + ", shorter than " + key + ": " + what
                + " that the inbox does not remember any more, and its effect happens twice. Make " + INBOX
                + " the longer one.";
    }

    private static Duration period(Config config, String key, String preset) {
        String text = config.getOptionalValue(key, String.class).orElse(preset);
        try {
            return Duration.parse(text.strip());
        } catch (DateTimeParseException e) {
            throw new OutboxConfigurationException(key + " is '" + text + "'; it must be a duration such as P14D.", e);
        }
    }
}
