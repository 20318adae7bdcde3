package org.eeoutbox.tests.payara.discovery;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Sends beside the outbox, to a channel of the outbox. */
@ApplicationScoped
public class OwnEmitter {

    @Inject
    @Channel("orders")
    Emitter<String> mine;
}
