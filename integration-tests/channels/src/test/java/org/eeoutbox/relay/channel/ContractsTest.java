package org.eeoutbox.relay.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.eeoutbox.relay.channel.ChannelReader.ConnectorKind;
import org.junit.jupiter.api.Test;

class ContractsTest {

    /** A kind of connector that is accepted has a contract with a real broker behind it, or the build fails. */
    @Test
    void everyKindOfConnectorHasAContract() {
        assertThat(Arrays.stream(ConnectorKind.values()).filter(kind -> kind != ConnectorKind.UNKNOWN))
                .allSatisfy(kind -> {
                    String name =
                            kind.name().charAt(0) + kind.name().substring(1).toLowerCase(java.util.Locale.ROOT);
                    Class<?> contract = Class.forName(getClass().getPackageName() + "." + name + "ChannelIT");
                    assertThat(contract).isAssignableTo(ChannelContract.class);
                });
    }
}
