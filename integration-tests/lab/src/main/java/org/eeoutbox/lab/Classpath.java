package org.eeoutbox.lab;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** Finds jars of this JVM's class path for the processes that need them. */
public final class Classpath {

    private Classpath() {}

    /**
     * Where a class comes from, such as a JDBC driver for {@link PayaraMicroBuilder#library(Path)}.
     *
     * @param className the class's binary name
     * @return the jar or directory that holds it
     * @throws IllegalStateException if it is not on the class path
     */
    public static Path jar(String className) {
        try {
            return of(Class.forName(className, false, Classpath.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(className + " is not on the class path; add its dependency", e);
        }
    }

    static Path of(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(type + " does not come from a file", e);
        }
    }
}
