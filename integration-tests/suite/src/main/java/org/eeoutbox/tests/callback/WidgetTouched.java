package org.eeoutbox.tests.callback;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

@Outboxed(aggregate = "widget", type = "widget.touched", channel = "widgets")
public record WidgetTouched(@AggregateId String widget, String from) {}
