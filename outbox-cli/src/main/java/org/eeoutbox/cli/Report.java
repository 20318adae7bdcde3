package org.eeoutbox.cli;

import java.util.List;
import java.util.Optional;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventContent;
import org.eeoutbox.operations.EventDetails;
import org.eeoutbox.operations.EventPage;
import org.eeoutbox.operations.Outcome;

/** How results are written to standard output. */
interface Report {

    void page(EventPage page);

    void details(EventDetails details, Optional<EventContent> content);

    void outcomes(List<Outcome> outcomes, boolean dryRun);

    void bulk(BulkOutcome outcome, boolean dryRun);
}
