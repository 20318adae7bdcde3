package org.eeoutbox.tests.wildfly;

import org.eeoutbox.tests.discovery.DiscoveryContract;

class WildFlyDiscoveryIT extends DiscoveryContract {}
