package org.eeoutbox.tests.liberty;

import org.eeoutbox.tests.discovery.DiscoveryContract;

class LibertyDiscoveryIT extends DiscoveryContract {}
