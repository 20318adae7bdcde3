package org.eeoutbox.faults.app;

/** The business code has changed its mind. */
class RolledBackException extends RuntimeException {

    private static final long serialVersionUID = 1L;
}
