package org.eeoutbox.spi;

/** Where an extension finds what the application brings: its configuration, its descriptors, its classes. */
public final class ApplicationLoader {

    private ApplicationLoader() {}

    /**
     * The thread's context class loader, if it is one of the application that has the outbox. It need not be: while an
     * EAR starts, WildFly's is that of the EAR, which does not see into the WAR.
     *
     * @param ours a class of the outbox
     * @return the context class loader if it sees this class, and else the loader of the class
     */
    public static ClassLoader of(Class<?> ours) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            if (Class.forName(ours.getName(), false, context) == ours) {
                return context;
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // not seen from there
        }
        return ours.getClassLoader();
    }
}
