package org.eeoutbox.relay.channel;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** Hides outbox-jpa's CDI part, which wants a server with JTA, from the container; its store is used by hand. */
final class WithoutCapture extends ClassLoader {

    WithoutCapture(ClassLoader parent) {
        super(parent);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> all = Collections.list(super.getResources(name));
        if (name.startsWith("META-INF/")) {
            all.removeIf(url -> url.getPath().contains("outbox-jpa"));
        }
        return Collections.enumeration(all);
    }
}
