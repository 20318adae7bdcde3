package org.eeoutbox.operations;

import org.eeoutbox.OutboxOperationException;

/**
 * Why something is done, and whether it is done at all. Who does it is not said here: in a server it is the caller that
 * the container knows.
 *
 * @param reason why, in the operator's words; goes into {@code outbox_audit}, so no payload and no secret belongs here
 * @param dryRun whether to find out only what would happen: everything is carried out, and rolled back
 */
public record Intent(String reason, boolean dryRun) {

    /** The most characters that a reason may have. */
    public static final int MAX_REASON = 4_000;

    /**
     * Checks the reason.
     *
     * @param reason not blank, at most {@value #MAX_REASON} characters
     * @param dryRun as above
     * @throws OutboxOperationException if the reason is blank, too long, or has characters that databases
     *     refuse
     */
    public Intent {
        if (Texts.storable("reason", reason, MAX_REASON).isBlank()) {
            throw new OutboxOperationException("The reason of an operation is blank; say why, or name a ticket.");
        }
    }

    /**
     * An operation that is carried out.
     *
     * @param reason why; not blank
     * @return not a dry run
     */
    public static Intent because(String reason) {
        return new Intent(reason, false);
    }

    /**
     * The same operation, tried only. It waits for the same locks and changes nothing.
     *
     * @return a dry run with the same reason
     */
    public Intent asDryRun() {
        return new Intent(reason, true);
    }
}
