package org.eeoutbox.relay.channel;

import org.eeoutbox.OutboxEvent;

/** What a connector takes as the payload of a message, so that key and headers travel with the event. */
@FunctionalInterface
interface MessageForm {

    Object of(OutboxEvent event);
}
