package org.eeoutbox.operations;

/**
 * What an operation on one event, aggregate or channel has come to. Both kinds are in {@code outbox_audit}, except
 * after a dry run.
 *
 * @param done whether it changed something, or in a dry run would have
 * @param explanation a sentence: what was done, or why nothing was
 */
public record Outcome(boolean done, String explanation) {}
