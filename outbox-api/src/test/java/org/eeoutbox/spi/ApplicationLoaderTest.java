package org.eeoutbox.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApplicationLoaderTest {

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void isTheContextLoaderIfItSeesTheOutbox() {
        ClassLoader web = new URLClassLoader(new URL[0], ApplicationLoader.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(web);
        assertThat(ApplicationLoader.of(ApplicationLoader.class)).isSameAs(web);
    }

    @Test
    void isTheLoaderOfTheOutboxIfTheContextLoaderDoesNotSeeIt() {
        ClassLoader own = ApplicationLoader.class.getClassLoader();
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        assertThat(ApplicationLoader.of(ApplicationLoader.class)).isSameAs(own);
        Thread.currentThread().setContextClassLoader(null);
        assertThat(ApplicationLoader.of(ApplicationLoader.class)).isSameAs(own);
    }
}
