/**
 * The way out through MicroProfile Reactive Messaging: finds the channels, checks their configuration, gives each an
 * emitter, and turns events into messages. Uses the specification's API only; the class that makes Kafka records is
 * loaded for Kafka channels alone.
 */
package org.eeoutbox.relay.channel;
