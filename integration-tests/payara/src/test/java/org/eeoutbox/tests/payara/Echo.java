package org.eeoutbox.tests.payara;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Sends to a topic and keeps what comes back from it. */
@ApplicationScoped
public class Echo {

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Inject
    @Channel("said")
    Emitter<String> said;

    CompletionStage<Void> say(String text) {
        return said.send(text);
    }

    List<String> heard() {
        return heard;
    }

    @Incoming("heard")
    void hear(String text) {
        heard.add(text);
    }
}
