package org.eeoutbox.operations;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Looks at events and decides about those that the relay has given up. A CDI bean; every call, reading ones included,
 * needs the role {@value #ROLE}.
 *
 * <p>Each call works in transactions of its own: it suspends the caller's JTA transaction and is not undone by its
 * rollback. Operations on an aggregate wait until the relay lets go of its shard, usually for milliseconds and at most
 * for {@code outbox.relay.max-hold}. Every call that means to change something leaves one row in {@code outbox_audit},
 * also if it comes too late and changes nothing; one of many events leaves a row for each event that it changes, a
 * replay for each of its transactions.
 *
 * <p>All methods throw {@link org.eeoutbox.OutboxRoleRequiredException} if the caller lacks the role,
 * {@link org.eeoutbox.OutboxOperationException} if they are asked for something that cannot be, and
 * {@link org.eeoutbox.OutboxStoreException} if the database fails; then nothing was changed by the transaction that
 * failed.
 */
public interface OutboxOperations {

    /** The role that a caller needs. */
    String ROLE = "outbox-operator";

    /** The most events of one page. */
    int MAX_PAGE = 10_000;

    /**
     * Lists events.
     *
     * @param criteria which ones
     * @param limit the most of them, from 1 to {@value #MAX_PAGE}
     * @param from where to begin: {@link EventPage#next()} of the page before; empty for the first page
     * @return a page; empty if there are none
     */
    EventPage find(EventCriteria criteria, int limit, Optional<String> from);

    /**
     * Tells all about one event but its content. Of an event that is in history and waits to be sent once more, the
     * waiting one; of one that was published several times, the last time.
     *
     * @param id the event
     * @return empty if there is none
     */
    Optional<EventDetails> show(UUID id);

    /**
     * What an event carries. The one method that reads payloads.
     *
     * @param id the event
     * @return the content of what {@link #show} tells about; empty if there is none
     */
    Optional<EventContent> content(UUID id);

    /**
     * Puts other content into an event that was given up or is tried again. It stays where it is. Whether consumers
     * understand the new content is not checked.
     *
     * @param id the event
     * @param repair what to replace
     * @param intent why
     * @return not done if the event is elsewhere
     */
    Outcome repair(UUID id, Repair repair, Intent intent);

    /**
     * Sends an event that was given up, with as many attempts as a new one. If its aggregate stands at it, the events
     * behind it follow once it is published; if the aggregate has gone on without it, it leaves late, on its own.
     *
     * @param id the event
     * @param intent why
     * @return not done if the event is not in quarantine
     */
    Outcome republish(UUID id, Intent intent);

    /**
     * Deletes an event that was given up: it will never be sent. If its aggregate stands at it, the events behind it
     * leave, and the first of them names the sequence before the deleted one as its predecessor.
     *
     * @param id the event
     * @param intent why
     * @return not done if the event is not in quarantine
     */
    Outcome discard(UUID id, Intent intent);

    /**
     * Tries the event at which an aggregate stands now, without waiting for its next attempt or although it was given
     * up.
     *
     * @param aggregate which
     * @param intent why
     * @return not done if the aggregate stands at nothing, or if its event is due already
     */
    Outcome release(AggregateKey aggregate, Intent intent);

    /**
     * Lets an aggregate go on without the event that it stands at, which goes to quarantine or stays there.
     *
     * @param aggregate which
     * @param intent why
     * @return not done if the aggregate stands at nothing
     */
    Outcome skip(AggregateKey aggregate, Intent intent);

    /**
     * {@linkplain #republish(UUID, Intent) Republishes} many events, in transactions of at most 100.
     *
     * @param criteria which ones; in quarantine
     * @param intent why
     * @param progress is told what was done so far, after every transaction, on the caller's thread
     * @return what was done
     */
    BulkOutcome republish(EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress);

    /**
     * {@linkplain #discard(UUID, Intent) Discards} many events, in transactions of at most 100.
     *
     * @param criteria which ones; in quarantine
     * @param intent why
     * @param progress is told what was done so far, after every transaction, on the caller's thread
     * @return what was done
     */
    BulkOutcome discard(EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress);

    /**
     * Sends published events once more, with their ids: whatever recognises duplicates will drop them. They leave in the
     * order in which they were published, beside new events, and stand in nobody's way. Events that wait already, or
     * that are in quarantine, are passed over. In transactions of at most 500.
     *
     * @param criteria which ones; published, with a time. What is published after the call began is not among them
     * @param intent why
     * @param progress is told what was done so far, after every transaction, on the caller's thread
     * @return what was done
     */
    BulkOutcome replay(EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress);

    /**
     * Stops the relays of a channel from taking up events; those in flight end. Events are captured as before.
     *
     * @param channel its name
     * @param intent why
     * @return not done if it is paused already, or unknown
     */
    Outcome pause(String channel, Intent intent);

    /**
     * Lets the relays of a channel go on.
     *
     * @param channel its name
     * @param intent why
     * @return not done if it is not paused, or unknown
     */
    Outcome resume(String channel, Intent intent);
}
