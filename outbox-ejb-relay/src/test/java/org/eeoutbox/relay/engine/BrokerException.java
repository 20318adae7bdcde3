package org.eeoutbox.relay.engine;

import org.eeoutbox.spi.FailureClassifier.Trouble;

/** A refusal that says whose fault it is. */
final class BrokerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Trouble trouble;

    BrokerException(Trouble trouble) {
        super("refused: " + trouble);
        this.trouble = trouble;
    }

    Trouble trouble() {
        return trouble;
    }
}
