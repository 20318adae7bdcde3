package org.eeoutbox.relay.channel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.message.Message;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;

/**
 * Makes AMQP 1.0 messages in the binary mode of the CloudEvents AMQP binding: the payload as one data section, the
 * attributes as application properties {@code cloudEvents:*}, the media type as the content type. A tombstone is
 * a null value without a media type. The message id is the event's, for brokers that drop what they have seen; the group is
 * the aggregate, for brokers that give a group to one consumer at a time. Messages are durable.
 */
final class AmqpMessages implements MessageForm {

    private final CloudEvent cloudEvent;

    AmqpMessages(CloudEvent cloudEvent) {
        this.cloudEvent = cloudEvent;
    }

    @Override
    public Message of(OutboxEvent event) {
        OutboxMessage source = event.message();
        byte[] payload = source.payload().orElse(null);
        Map<String, Object> properties = new LinkedHashMap<>(source.headers());
        cloudEvent.attributes(event, (name, value) -> properties.put("cloudEvents:" + name, value));
        Message message = Proton.message();
        message.setDurable(true);
        message.setMessageId(event.id().toString());
        message.setGroupId(source.aggregateId());
        message.setApplicationProperties(new ApplicationProperties(properties));
        if (payload == null) {
            message.setBody(new AmqpValue(null));
        } else {
            message.setBody(new Data(new Binary(payload)));
            message.setContentType(source.contentType());
        }
        return message;
    }
}
