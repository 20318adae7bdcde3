package org.eeoutbox.relay.channel;

import java.io.IOException;
import java.util.Map;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.FailureClassifier;

/**
 * What is known of brokers' exceptions, by the names of their classes, so that no client library is needed for it.
 * Kafka's retriable ones mean that the client has given up for now; what they do not list is for the evidence to decide.
 */
final class BrokerFailures implements FailureClassifier {

    private static final String KAFKA = "org.apache.kafka.common.errors.";
    private static final String JMS = "jakarta.jms.";

    private static final Map<String, Trouble> KNOWN = Map.ofEntries(
            Map.entry(KAFKA + "RecordTooLargeException", Trouble.PERMANENT),
            Map.entry(KAFKA + "RecordBatchTooLargeException", Trouble.PERMANENT),
            Map.entry(KAFKA + "SerializationException", Trouble.PERMANENT),
            Map.entry(KAFKA + "InvalidRecordException", Trouble.PERMANENT),
            Map.entry(KAFKA + "UnsupportedForMessageFormatException", Trouble.PERMANENT),
            Map.entry(KAFKA + "RetriableException", Trouble.CHANNEL),
            Map.entry(KAFKA + "AuthorizationException", Trouble.CHANNEL),
            Map.entry(KAFKA + "AuthenticationException", Trouble.CHANNEL),
            Map.entry(KAFKA + "InvalidTopicException", Trouble.CHANNEL),
            Map.entry(KAFKA + "PolicyViolationException", Trouble.CHANNEL),
            Map.entry(KAFKA + "ProducerFencedException", Trouble.CHANNEL),
            Map.entry(KAFKA + "OutOfOrderSequenceException", Trouble.CHANNEL),
            Map.entry(KAFKA + "UnsupportedVersionException", Trouble.CHANNEL),
            Map.entry(KAFKA + "InterruptException", Trouble.CHANNEL),
            Map.entry("org.apache.kafka.common.config.ConfigException", Trouble.CHANNEL),
            Map.entry(JMS + "MessageFormatException", Trouble.PERMANENT),
            Map.entry(JMS + "InvalidDestinationException", Trouble.CHANNEL),
            Map.entry(JMS + "JMSSecurityException", Trouble.CHANNEL),
            Map.entry(CancelledChannelException.class.getName(), Trouble.CHANNEL),
            Map.entry(IOException.class.getName(), Trouble.CHANNEL));

    @Override
    public Trouble classify(OutboxEvent event, Throwable cause) {
        Throwable reason = cause;
        for (int depth = 0; reason != null && depth < 10; depth++) {
            for (Class<?> type = reason.getClass(); type != null; type = type.getSuperclass()) {
                Trouble trouble = KNOWN.get(type.getName());
                if (trouble != null) {
                    return trouble;
                }
            }
            if (isRejectedByAmqp(reason)) {
                return Trouble.PERMANENT;
            }
            reason = reason.getCause();
        }
        return Trouble.UNKNOWN;
    }

    /** The outcome "rejected" of AMQP 1.0, for a message that is invalid; the client has no class for it. */
    private static boolean isRejectedByAmqp(Throwable reason) {
        return reason.getClass().getName().startsWith("io.vertx.")
                && reason.getMessage() != null
                && reason.getMessage().startsWith("message rejected (REJECTED)");
    }

    /** Asks the application's own rules first. */
    static FailureClassifier after(Iterable<FailureClassifier> own) {
        BrokerFailures known = new BrokerFailures();
        return (event, cause) -> {
            for (FailureClassifier each : own) {
                Trouble trouble = each.classify(event, cause);
                if (trouble != Trouble.UNKNOWN) {
                    return trouble;
                }
            }
            return known.classify(event, cause);
        };
    }
}
