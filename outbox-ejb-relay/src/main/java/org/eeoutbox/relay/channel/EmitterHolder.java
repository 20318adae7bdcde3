package org.eeoutbox.relay.channel;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/**
 * The emitter of one channel. {@link ChannelExtension} adds one bean of this class per channel, with the annotations
 * that the class itself cannot have, and vetoes the class as it stands; the scope is here only because some servers
 * put a class without a bean-defining annotation out of the application's reach.
 */
@ApplicationScoped
class EmitterHolder {

    static final String FIELD = "emitter";

    /** The annotation tells WildFly, which looks before any extension runs, that this archive needs Reactive Messaging. */
    @Channel("outbox")
    Emitter<Object> emitter;

    Emitter<Object> emitter() {
        return emitter;
    }
}
