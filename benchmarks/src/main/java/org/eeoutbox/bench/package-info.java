/** Benchmarks, and what they have in common. Started by bin/bench. */
package org.eeoutbox.bench;
