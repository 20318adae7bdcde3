/** Contracts that implementations of the SPIs have to keep, as test classes to extend. */
package org.eeoutbox.testing;
