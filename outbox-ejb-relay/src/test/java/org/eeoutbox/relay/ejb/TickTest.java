package org.eeoutbox.relay.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TickTest {

    private static final Logger LOGGER = Logger.getLogger("org.eeoutbox.relay");

    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
        LOGGER.setUseParentHandlers(false);
    }

    @AfterEach
    void stop() {
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(true);
    }

    @Test
    void noExceptionAndNoErrorReachesTheTimer() {
        for (Throwable thrown : List.of(
                new IllegalStateException("a deadlock"),
                new NoClassDefFoundError("org/acme/Driver"),
                new StackOverflowError(),
                new OutOfMemoryError("unable to create native thread"))) {
            logged.clear();
            assertThatCode(() -> Tick.survive(() -> sneak(thrown))).doesNotThrowAnyException();
            assertThat(logged).singleElement().satisfies(line -> {
                assertThat(line.getMessage()).startsWith("OUTBOX-231 ");
                assertThat(line.getThrown()).isSameAs(thrown);
            });
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
