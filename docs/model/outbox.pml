/*
 * The protocol between writers, relays, broker and operators, of one channel and one of its shards. README.md says what
 * is modelled and how to check it; each step names the class that it mirrors.
 *
 * A step here is what is one step for everybody else: a statement whose effect nobody sees half done, a transaction
 * that holds the shard's lock, or an answer of the broker. What may go wrong is drawn from budgets, so that every run
 * ends; where nothing more can happen, nothing may be lost.
 */

c_decl {
	static int setting(const char *name) {
		const char *value = getenv(name);
		return value ? atoi(value) : 0;
	}
	static int aggregate(int event) {
		const char *all = getenv("EVENTS");
		for (int i = 0; all && i <= event; i++) {
			if (!all[i]) {
				return 9;
			}
		}
		return all ? all[event] - '0' : 9;
	}
};

#define MOST 5       /* events */
#define TEAM 3       /* relays */
#define NONE 9       /* no such event */

/* Where an event is: nowhere (not written, or rolled back), in a transaction that has not ended, or in a table. */
#define NOWHERE    0
#define WRITTEN    1
#define EVENT      2 /* outbox_event */
#define RETRY      3 /* outbox_waiting, by reason */
#define REPLAY     4
#define BLOCKED    5
#define QUARANTINE 6 /* outbox_quarantine */
#define PUBLISHED  7 /* outbox_published, or deleted */
#define DISCARDED  8 /* deleted by an operator */

/* outbox_blocked: no row, held = TRUE, held = FALSE. */
#define FREE 0
#define HELD 1
#define LEFT 2

/* A relay: between claims; with a claim, which may have lost its lock; with sends or a settlement left over. */
#define IDLE  0
#define CLAIM 1
#define LATE  2

/* The mutants: in each, one rule is broken. */
#define SETTLE_BEFORE_ACK     1  /* what was sent is settled, confirmed or not */
#define NAIVE_BOUND           2  /* a relay reads no position before the first one that it read last time */
#define SUCCESSORS_NOT_PARKED 3  /* an event is sent although its aggregate is held */
#define RELEASE_WITHOUT_LOCK  4  /* operators do not wait for the shard */
#define RETURN_BEHIND         5  /* successors that return get new positions */
#define POSITION_BEFORE_LOCK  6  /* a writer draws the position before it has its aggregate's lock */
#define STALE_DELETE          7  /* a row is deleted whatever has become of the attempt that failed */
#define DIRTY_READ            8  /* relays read what is not committed */
#define LEFT_OUT_NOT_TOLD     9  /* the successor of an event that was left out names it as its predecessor */
#define NUMBER_KEPT           10 /* operators change outbox_blocked, and the shard's number stays */
#define LATE_WITHOUT_LOCK     11 /* no late settlement waits for the shard */
#define NO_CHAIN              12 /* an aggregate's events are sent side by side */
#define PARK_LAST             13 /* a settlement parks after it has returned what was parked */
#define COUNTER_NOT_LOCKED    14 /* writers of one aggregate do not wait for each other */
#define OLDER_REPLACES_LEFT   15 /* an event that fails takes the place of a later one that was left out */

byte mutant;     /* 0: the protocol as it is */
bool skipping;   /* the channel's policy: leave an event out that was given up, instead of holding its aggregate */
byte maxAttempts;

/* Budgets of what may go wrong or comes from outside. */
byte rollbacks, failures, crashes, stalls, outages, operations;

/* The event tables. */
byte agg[MOST];      /* aggregate 1 or 2; 0: unordered; NONE: no such event */
byte place[MOST];
byte position[MOST];
byte seq[MOST];
byte previous[MOST]; /* previous_sequence */
byte attempts[MOST];

/* outbox_position, outbox_aggregate, outbox_blocked, and the lock on the shard's row: who holds it, from 1; 0 nobody. */
byte nextPosition = 1;
byte lastSequence[3];
bool counterLock[3];
byte blockState[3], blockEvent[3], blockSeq[3], blockPrev[3];
byte lock;

/* Sets of events, one bit each. */
#define BIT(e) (1 << (e))
byte committed, delivered, leftOut;

/* The broker: copies on their way whose sender no longer waits for them, and what consumers have seen last. */
byte strays, strayPrev[MOST];
byte lastSeen[3];

/* What must never be. */
bool phantom, misordered, falseGap, hiddenGap, unconfirmed, lost, stuck;

typedef Relay {
	byte phase;
	byte open;      /* Batch: events of the chains without an answer, sent or not */
	byte heads;     /* those of them that nothing stands before: the ones that may be on their way */
	byte confirmed; /* Batch.published, unsettled */
	byte failed;    /* Batch.failed, unsettled */
	byte hopeless;  /* of these, the given up ones */
	byte parked;    /* JdbcClaim.parked */
	byte waits;     /* Row.isWaiting */
	byte replays;   /* waiting rows with the reason replay */
	byte afterLeft; /* Row.afterLeftOut */
	byte tried[MOST];
	byte prev[MOST];
	byte bound;     /* of a naive lower bound */
	/* BlockedAggregates: kept until the shard's number changes. */
	bool fresh;
	byte known[3], knownSeq[3], knownPrev[3];
};

Relay relay[TEAM];

/* Of single steps. */
hidden byte i, j, k, a, first;

#define ME relay[r]
#define ORDERED(e) (agg[e] != 0 && !(ME.replays & BIT(e)))
#define IN_WAITING(e) (place[e] == RETRY || place[e] == REPLAY || place[e] == BLOCKED)

/* ---- consumers ---------------------------------------------------------------------------------------------------- */

/* An event reaches the topic, with its ce_previoussequence. */
inline deliver(e, before)
{
	phantom = phantom || !(committed & BIT(e));
	if
	:: agg[e] != 0 && agg[e] != NONE ->
		for (j : 0 .. MOST - 1) {
			if
			:: agg[j] == agg[e] && (committed & BIT(j)) && seq[j] < seq[e] ->
				misordered = misordered || !((delivered | leftOut) & BIT(j));
				hiddenGap = hiddenGap || (seq[e] > lastSeen[agg[e]] && seq[j] > before && !(leftOut & BIT(j)))
			:: else
			fi
		}
		if
		:: seq[e] > lastSeen[agg[e]] ->
			falseGap = falseGap || before > lastSeen[agg[e]];
			lastSeen[agg[e]] = seq[e]
		:: else
		fi
	:: else
	fi;
	delivered = delivered | BIT(e);
	assert(!phantom);
	assert(!misordered);
	assert(!falseGap);
	assert(!hiddenGap)
}

proctype Broker()
{
end:
	do
#define ARRIVE(e) :: d_step { (strays & BIT(e)) -> \
		printf("broker: event %d arrives late, previous sequence %d\n", e, strayPrev[e]); \
		strays = strays & ~BIT(e); deliver(e, strayPrev[e]); strayPrev[e] = 0 }
	ARRIVE(0) ARRIVE(1) ARRIVE(2) ARRIVE(3) ARRIVE(4)
	od
}

/* ---- writers: EventWriter ----------------------------------------------------------------------------------------- */

/* Who draws first among equals makes no difference: in the order of their numbers. */
#define MY_TURN(e) (e == 0 || agg[e - 1] != agg[e] || position[e - 1] != 0)

#define DRAW_POSITION(e) position[e] = nextPosition; nextPosition++

#define DRAW_SEQUENCE(e) \
	counterLock[agg[e]] = (agg[e] != 0); \
	seq[e] = (agg[e] != 0 -> lastSequence[agg[e]] + 1 : 0); \
	previous[e] = (agg[e] != 0 -> seq[e] - 1 : 0)

/* One transaction with one event. advanceCounters draws the sequence under the lock on the counter's row, insert the
   position after it; a late commit is a pause before the last step. */
proctype Writer(byte e)
{
	if
	:: mutant == POSITION_BEFORE_LOCK && agg[e] != 0 ->
		d_step { MY_TURN(e) -> DRAW_POSITION(e); printf("writer of event %d: position %d\n", e, position[e]) };
		d_step { !counterLock[agg[e]] -> DRAW_SEQUENCE(e); place[e] = WRITTEN;
			printf("writer of event %d: sequence %d\n", e, seq[e]) }
	:: else ->
		d_step { MY_TURN(e) && (!counterLock[agg[e]] || mutant == COUNTER_NOT_LOCKED) ->
			DRAW_SEQUENCE(e); DRAW_POSITION(e); place[e] = WRITTEN;
			/* an update without a lock still gives each its own number */
			if :: mutant == COUNTER_NOT_LOCKED && agg[e] != 0 -> lastSequence[agg[e]] = seq[e] :: else fi;
			printf("writer of event %d: sequence %d of aggregate %d, position %d\n", e, seq[e], agg[e], position[e]) }
	fi;
	if
	:: d_step { true ->
		place[e] = EVENT; committed = committed | BIT(e); counterLock[agg[e]] = false;
		if
		:: agg[e] != 0 && mutant != COUNTER_NOT_LOCKED -> lastSequence[agg[e]] = seq[e]
		:: else
		fi;
		printf("writer of event %d commits\n", e) }
	:: d_step { rollbacks > 0 ->
		rollbacks--; place[e] = NOWHERE; seq[e] = 0; previous[e] = 0; counterLock[agg[e]] = false;
		printf("writer of event %d rolls back\n", e) }
	fi
}

/* ---- the tables behind settlements and operators ------------------------------------------------------------------ */

/* BlockedChange: the shard gets another number, so no relay trusts what it remembers. */
inline blocksChanged()
{
	for (j : 0 .. TEAM - 1) {
		relay[j].fresh = false;
		for (k : 1 .. 2) {
			relay[j].known[k] = FREE; relay[j].knownSeq[k] = 0; relay[j].knownPrev[k] = 0
		}
	}
}

inline clearBlock(g)
{
	blockState[g] = FREE; blockEvent[g] = 0; blockSeq[g] = 0; blockPrev[g] = 0
}

/* Settlement.unpark, Blocks.leaveOut: rows keep their positions. */
inline unpark(g)
{
	for (k : 0 .. MOST - 1) {
		if
		:: agg[k] == g && place[k] == BLOCKED ->
			place[k] = EVENT;
			if
			:: mutant == RETURN_BEHIND -> DRAW_POSITION(k)
			:: else
			fi
		:: else
		fi
	}
}

inline park(r)
{
	for (i : 0 .. MOST - 1) {
		if
		:: (ME.parked & BIT(i)) && place[i] == EVENT -> place[i] = BLOCKED
		:: else
		fi
	}
}

/* Settlement.published */
inline settlePublished(r, e)
{
	unconfirmed = unconfirmed || !(delivered & BIT(e));
	assert(!unconfirmed);
	if
	:: !(ME.waits & BIT(e)) ->
		if :: place[e] == EVENT -> place[e] = PUBLISHED :: else fi
	:: else ->
		if :: IN_WAITING(e) -> place[e] = PUBLISHED :: else fi;
		if
		:: ORDERED(e) && blockState[agg[e]] != FREE && blockEvent[agg[e]] == e -> /* free */
			clearBlock(agg[e]);
			unpark(agg[e]);
			blocksChanged()
		:: else
		fi
	fi;
	if
	:: (ME.afterLeft & BIT(e)) && blockState[agg[e]] == LEFT && blockSeq[agg[e]] < seq[e] -> /* forgetLeftOut */
		clearBlock(agg[e]);
		blocksChanged()
	:: else
	fi
}

/* Settlement.hasGoneOnPast: a later event was left out, so this one is a copy, of what a crash of the database brought
   back. */
#define GONE_ON_PAST(e) \
	(blockState[agg[e]] == LEFT && blockSeq[agg[e]] > seq[e] && mutant != OLDER_REPLACES_LEFT)

/* Settlement.fail; a is set if the row was still where it had been read. */
inline settleFailed(r, e)
{
	if
	:: ORDERED(e) && blockState[agg[e]] == HELD && blockEvent[agg[e]] != e -> skip /* standsAtAnother */
	:: else ->
		a = 0;
		if
		:: ME.waits & BIT(e) ->
			if
			:: IN_WAITING(e) && attempts[e] == ME.tried[e] ->
				a = 1;
				attempts[e]++;
				if
				:: ME.hopeless & BIT(e) -> place[e] = QUARANTINE
				:: else -> place[e] = ((ME.replays & BIT(e)) -> REPLAY : RETRY)
				fi
			:: else ->
				if
				:: mutant == STALE_DELETE && (ME.hopeless & BIT(e)) && IN_WAITING(e) -> place[e] = NOWHERE
				:: else
				fi
			fi
		:: else ->
			if
			:: place[e] == EVENT ->
				a = 1;
				attempts[e] = 1;
				if :: ME.afterLeft & BIT(e) -> previous[e] = ME.prev[e] :: else fi;
				place[e] = ((ME.hopeless & BIT(e)) -> QUARANTINE : RETRY)
			:: else
			fi
		fi;
		if
		:: a && ORDERED(e) && !GONE_ON_PAST(e) -> /* block */
			blockEvent[agg[e]] = e; blockSeq[agg[e]] = seq[e]; blockPrev[agg[e]] = ME.prev[e];
			if
			:: skipping && (ME.hopeless & BIT(e)) ->
				blockState[agg[e]] = LEFT;
				leftOut = leftOut | BIT(e);
				unpark(agg[e])
			:: else -> blockState[agg[e]] = HELD
			fi;
			blocksChanged()
		:: else
		fi
	fi
}

/* Settlement.apply, one transaction. Parks first. */
inline apply(r)
{
	if :: mutant != PARK_LAST -> park(r) :: else fi;
	for (i : 0 .. MOST - 1) {
		if :: ME.confirmed & BIT(i) -> settlePublished(r, i) :: else fi
	}
	for (i : 0 .. MOST - 1) {
		if :: ME.failed & BIT(i) -> settleFailed(r, i) :: else fi
	}
	if :: mutant == PARK_LAST -> park(r) :: else fi
}

/* ---- relays: JdbcOutboxStore, Worker, Batch, Sender, Leftovers ---------------------------------------------------- */

#define VISIBLE(e) ((place[e] == EVENT || (mutant == DIRTY_READ && place[e] == WRITTEN)) && position[e] >= ME.bound)
#define DUE(e) (place[e] == RETRY || place[e] == REPLAY)
#define ANY(P) (P(0) || P(1) || P(2) || P(3) || P(4))

/* Whether f stands before e in what was read: due rows come first, then the others by position. */
#define BEFORE(f, e) (agg[f] == agg[e] && agg[e] != 0 && \
	((ME.waits & BIT(f)) > 0) * 128 + (127 - position[f]) > ((ME.waits & BIT(e)) > 0) * 128 + (127 - position[e]))

/* Batch.load: each aggregate's events are a chain. */
inline findHeads(r)
{
	ME.heads = ME.open;
	for (j : 0 .. MOST - 1) {
		for (k : 0 .. MOST - 1) {
			if
			:: (ME.open & BIT(j)) && (ME.open & BIT(k)) && BEFORE(k, j) && mutant != NO_CHAIN ->
				ME.heads = ME.heads & ~BIT(j)
			:: else
			fi
		}
	}
}

/* What is remembered of rows that are no longer looked at must not tell states apart. */
inline tidy(r)
{
	for (j : 0 .. MOST - 1) {
		if
		:: !((ME.open | ME.confirmed | ME.failed) & BIT(j)) -> ME.tried[j] = 0; ME.prev[j] = 0
		:: else
		fi
	}
	j = ME.open | ME.confirmed | ME.failed;
	ME.waits = ME.waits & j; ME.replays = ME.replays & j; ME.afterLeft = ME.afterLeft & j;
	ME.hopeless = ME.hopeless & ME.failed;
	if :: j == 0 && ME.phase == LATE -> ME.phase = IDLE :: else fi
}

/* JdbcOutboxStore.claim: the lock, due rows, outbox_blocked, the first rows of outbox_event in the order of position.
   Only writers' commits and settlements of rows in outbox_event, which is read last, can come in between. */
inline claim(r, due, limit)
{
	lock = r + 1;
	ME.phase = CLAIM;
	if
	:: !ME.fresh ->
		ME.fresh = true;
		for (j : 1 .. 2) {
			ME.known[j] = blockState[j]; ME.knownSeq[j] = blockSeq[j]; ME.knownPrev[j] = blockPrev[j]
		}
	:: else
	fi;
	for (i : 0 .. MOST - 1) {
		if
		:: due & BIT(i) ->
			ME.open = ME.open | BIT(i); ME.waits = ME.waits | BIT(i);
			if :: place[i] == REPLAY -> ME.replays = ME.replays | BIT(i) :: else fi;
			ME.tried[i] = attempts[i]; ME.prev[i] = previous[i]
		:: else
		fi
	}
	first = 0;
	k = 0;
	for (j : 1 .. limit) {
		/* the next position */
		a = 255; i = NONE;
		for (k : 0 .. MOST - 1) {
			if
			:: VISIBLE(k) && !((ME.open | ME.parked) & BIT(k)) && position[k] < a -> a = position[k]; i = k
			:: else
			fi
		}
		if
		:: i == NONE -> skip
		:: else ->
			if :: first == 0 -> first = a :: else fi;
			if
			:: agg[i] != 0 && ME.known[agg[i]] == HELD && mutant != SUCCESSORS_NOT_PARKED ->
				ME.parked = ME.parked | BIT(i)
			:: else ->
				ME.open = ME.open | BIT(i);
				ME.prev[i] = previous[i];
				if /* isLeftOutBefore */
				:: agg[i] != 0 && ME.known[agg[i]] == LEFT && seq[i] == ME.knownSeq[agg[i]] + 1 &&
						mutant != LEFT_OUT_NOT_TOLD ->
					ME.afterLeft = ME.afterLeft | BIT(i);
					ME.prev[i] = ME.knownPrev[agg[i]]
				:: else
				fi
			fi
		fi
	}
	/* "Whatever was before the first row is settled": but somebody may still write, or return, there. */
	if :: mutant == NAIVE_BOUND && first != 0 -> ME.bound = first :: else fi;
	printf("relay %d claims: events %x (of these waiting %x), to be parked %x\n", r, ME.open, ME.waits, ME.parked);
	findHeads(r)
}

/* Sender.confirmed: the event is in the topic, and its successor may follow. */
inline confirm(r, e)
{
	printf("relay %d: event %d is delivered with previous sequence %d, and confirmed\n", r, e, ME.prev[e]);
	deliver(e, ME.prev[e]);
	ME.open = ME.open & ~BIT(e);
	ME.confirmed = ME.confirmed | BIT(e);
	if :: ME.phase == CLAIM -> findHeads(r) :: else -> ME.heads = ME.open fi
}

#define UNDECIDED 0 /* Batch.undecided: the channel's fault, or not known whose */
#define ATTEMPT   1 /* Failures.attempt: the event's fault */
#define HOPELESS  2 /* the same, and no other attempt would help */

/* Sender.failed. The chain ends here. A copy of the event may still arrive, if the failure was a time-out. */
inline fail(r, e, kind, stray)
{
	failures--;
	printf("relay %d: event %d fails (%d), a copy %d\n", r, e, kind, stray);
	if :: stray -> strays = strays | BIT(e); strayPrev[e] = ME.prev[e] :: else fi;
	ME.open = ME.open & ~BIT(e);
	if
	:: agg[e] != 0 && mutant != NO_CHAIN ->
		for (j : 0 .. MOST - 1) {
			if :: agg[j] == agg[e] -> ME.open = ME.open & ~BIT(j) :: else fi
		}
	:: else
	fi;
	if
	:: kind != UNDECIDED ->
		ME.failed = ME.failed | BIT(e);
		if
		:: kind == HOPELESS || ME.tried[e] + 1 >= maxAttempts -> ME.hopeless = ME.hopeless | BIT(e)
		:: else
		fi
	:: else
	fi;
	if :: ME.phase == CLAIM -> findHeads(r) :: else -> ME.heads = ME.open fi;
	tidy(r)
}

/* Batch.close: no send begins any more; those in kept have begun. */
inline close(r, kept)
{
	ME.phase = LATE;
	ME.parked = 0;
	ME.open = kept;
	ME.heads = kept;
	tidy(r)
}

inline outcomeSettled(r)
{
	ME.confirmed = 0;
	ME.failed = 0;
	ME.hopeless = 0
}

/* The database server is gone and back: what it had not yet written of the relay's commit is as it was before, all
   connections are broken, and nobody has been told. */
inline databaseCrash()
{
	outages--;
	lock = 0
}

/* Settlement.needsLock */
#define NEEDS_LOCK (ME.failed != 0 || (ME.confirmed & (ME.waits | ME.afterLeft)) != 0)

proctype Relay_(byte r)
{
	byte due, kept, limit;
end:
	do
	/* Worker.work. Times are not modelled: a row that waits for its time may be due or not. */
	:: atomic { ME.phase == IDLE && lock == 0 && (ANY(VISIBLE) || ANY(DUE)) ->
		if
		:: ANY(VISIBLE) -> limit = MOST
		:: ANY(VISIBLE) -> limit = 1
		:: else
		fi;
#define MAY_BE_DUE(e) if :: DUE(e) -> due = due | BIT(e) :: limit != 0 || !DUE(e) fi;
		MAY_BE_DUE(0) MAY_BE_DUE(1) MAY_BE_DUE(2) MAY_BE_DUE(3) MAY_BE_DUE(4)
		d_step { claim(r, due, limit); due = 0; limit = 0 } }

	/* The broker's answer to a send, or none. */
#define ANSWER(e) \
	:: d_step { (ME.heads & BIT(e)) -> confirm(r, e) } \
	:: d_step { (ME.heads & BIT(e)) && failures > 0 -> fail(r, e, UNDECIDED, 0) } \
	:: d_step { (ME.heads & BIT(e)) && failures > 0 -> fail(r, e, ATTEMPT, 0) } \
	:: d_step { (ME.heads & BIT(e)) && failures > 0 -> fail(r, e, HOPELESS, 0) } \
	:: d_step { (ME.heads & BIT(e)) && failures > 0 && !(strays & BIT(e)) -> fail(r, e, UNDECIDED, 1) } \
	:: d_step { (ME.heads & BIT(e)) && failures > 0 && !(strays & BIT(e)) -> fail(r, e, ATTEMPT, 1) }
	ANSWER(0) ANSWER(1) ANSWER(2) ANSWER(3) ANSWER(4)

#define MAY_BE_SENT(e) if :: (ME.heads & BIT(e)) -> kept = kept | BIT(e) :: true fi;
#define CHOOSE_SENT MAY_BE_SENT(0) MAY_BE_SENT(1) MAY_BE_SENT(2) MAY_BE_SENT(3) MAY_BE_SENT(4)

	/* JdbcClaim.settle, when all is answered or the hold is over. */
	:: atomic { ME.phase == CLAIM && lock == r + 1 && (ME.open == 0 || stalls > 0) ->
		if
		:: ME.open != 0 -> stalls--; CHOOSE_SENT
		:: else
		fi;
		if
		:: d_step { true ->
			printf("relay %d settles: published %x, failed %x, parked %x; unanswered %x\n",
				r, ME.confirmed, ME.failed, ME.parked, kept);
			if
			:: mutant == SETTLE_BEFORE_ACK -> ME.confirmed = ME.confirmed | kept; kept = 0
			:: else
			fi;
			apply(r); outcomeSettled(r); lock = 0; close(r, kept); kept = 0 }
		/* The commit's answer is lost: Leftovers settle the same outcome once more. */
		:: d_step { stalls > 0 && (ME.confirmed | ME.failed) != 0 ->
			stalls--;
			printf("relay %d settles and does not know it\n", r);
			apply(r); lock = 0; close(r, kept); kept = 0 }
		:: d_step { outages > 0 ->
			printf("relay %d settles, and the database loses it\n", r);
			databaseCrash(); outcomeSettled(r); close(r, kept); kept = 0 }
		fi }

	/* The relay stands still for longer than outbox.relay.max-hold, and the database gives its lock to others. What it
	   goes on to send then, the code mostly does not (Batch.maySend). */
	:: d_step { ME.phase == CLAIM && lock == r + 1 && stalls > 0 ->
		printf("relay %d loses the lock\n", r);
		stalls--; lock = 0 }
	:: atomic { ME.phase == CLAIM && lock != r + 1 ->
		CHOOSE_SENT
		d_step { printf("relay %d finds its claim ended; unanswered %x\n", r, kept); close(r, kept); kept = 0 } }

	/* Leftovers.settle, JdbcOutboxStore.settle: a transaction of its own. */
	:: d_step { ME.phase == LATE && (ME.confirmed | ME.failed) != 0 &&
			(!NEEDS_LOCK || lock == 0 || mutant == LATE_WITHOUT_LOCK) ->
		printf("relay %d settles late: published %x, failed %x\n", r, ME.confirmed, ME.failed);
		apply(r); outcomeSettled(r); tidy(r) }

	/* The process is killed and started again. One of its sends may still arrive. */
#define CRASH \
		crashes--; \
		if :: lock == r + 1 -> lock = 0 :: else fi; \
		outcomeSettled(r); \
		ME.fresh = false; ME.bound = 0; \
		for (j : 1 .. 2) { ME.known[j] = FREE; ME.knownSeq[j] = 0; ME.knownPrev[j] = 0 } \
		close(r, 0)
	:: d_step { ME.phase != IDLE && crashes > 0 -> printf("relay %d is killed\n", r); CRASH }
#define CRASH_AND_STRAY(e) \
	:: d_step { crashes > 0 && (ME.heads & BIT(e)) && !(strays & BIT(e)) -> \
		printf("relay %d is killed, a copy of event %d is on its way\n", r, e); \
		strays = strays | BIT(e); strayPrev[e] = ME.prev[e]; CRASH }
	CRASH_AND_STRAY(0) CRASH_AND_STRAY(1) CRASH_AND_STRAY(2) CRASH_AND_STRAY(3) CRASH_AND_STRAY(4)
	od
}

/* ---- operators: EventActions, AggregateActions, Blocks ------------------------------------------------------------ */

/* Sql.lock waits for the shard; what follows is one transaction, which looks again first. */
#define MAY_OPERATE (operations > 0 && (lock == 0 || mutant == RELEASE_WITHOUT_LOCK))

#define STANDS_AT(e) (agg[e] != 0 && agg[e] != NONE && blockState[agg[e]] == HELD && blockEvent[agg[e]] == e)

inline leaveOut(g)
{
	leftOut = leftOut | BIT(blockEvent[g]);
	blockState[g] = LEFT;
	unpark(g);
	if :: mutant != NUMBER_KEPT -> blocksChanged() :: else fi
}

proctype Operator()
{
end:
	do
#define REPUBLISH(e) :: d_step { MAY_OPERATE && place[e] == QUARANTINE -> \
		operations--; attempts[e] = 0; \
		place[e] = (agg[e] != 0 && !STANDS_AT(e) -> REPLAY : RETRY); \
		printf("operator: event %d is published again\n", e) }
#define DISCARD(e) :: d_step { MAY_OPERATE && place[e] == QUARANTINE -> \
		operations--; place[e] = DISCARDED; \
		printf("operator: event %d is discarded\n", e); \
		if :: STANDS_AT(e) -> leaveOut(agg[e]) :: else fi }
#define SKIP(g) :: d_step { MAY_OPERATE && blockState[g] == HELD -> \
		operations--; \
		printf("operator: aggregate %d skips event %d\n", g, blockEvent[g]); \
		if :: IN_WAITING(blockEvent[g]) -> place[blockEvent[g]] = QUARANTINE :: else fi; \
		leaveOut(g) }
	REPUBLISH(0) REPUBLISH(1) REPUBLISH(2) REPUBLISH(3) REPUBLISH(4)
	DISCARD(0) DISCARD(1) DISCARD(2) DISCARD(3) DISCARD(4)
	SKIP(1) SKIP(2)
	od
}

/* ---- when nothing more can happen --------------------------------------------------------------------------------- */

/* Every committed event has been delivered, or it is where an operator finds it or has sent it. */
#define BEHIND_QUARANTINE(e) (place[e] == BLOCKED && blockState[agg[e]] == HELD && \
	place[blockEvent[agg[e]]] == QUARANTINE)

proctype Quiescence()
{
	timeout ->
	d_step {
		for (i : 0 .. MOST - 1) {
			if
			:: committed & BIT(i) ->
				lost = lost || !((delivered & BIT(i)) || place[i] == QUARANTINE || place[i] == DISCARDED ||
					place[i] == BLOCKED);
				stuck = stuck || !(place[i] == PUBLISHED || place[i] == QUARANTINE || place[i] == DISCARDED ||
					BEHIND_QUARANTINE(i))
			:: else
			fi
		}
		assert(!lost);
		assert(!stuck)
	}
}

init
{
	byte n;
	atomic {
		c_code {
			now.mutant = setting("MUTANT");
			now.skipping = setting("SKIPPING");
			now.maxAttempts = setting("ATTEMPTS");
			now.rollbacks = setting("ROLLBACKS");
			now.failures = setting("FAILURES");
			now.crashes = setting("CRASHES");
			now.stalls = setting("STALLS");
			now.outages = setting("OUTAGES");
			now.operations = setting("OPERATIONS");
			for (int e = 0; e < 5; e++) {
				now.agg[e] = aggregate(e);
			}
			Pinit->n = setting("RELAYS");
		};
		do
		:: n > 0 -> n--; run Relay_(n)
		:: else -> break
		od;
		do
		:: n < MOST && agg[n] != NONE -> run Writer(n); n++
		:: else -> break
		od;
		n = 0;
		run Broker();
		run Operator();
		run Quiescence()
	}
}
