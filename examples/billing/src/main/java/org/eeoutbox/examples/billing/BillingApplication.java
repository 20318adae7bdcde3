package org.eeoutbox.examples.billing;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Puts the resources under {@code /api}. */
@ApplicationPath("api")
public class BillingApplication extends Application {}
