package org.eeoutbox.jpa.operations;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.SessionContext;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.util.Set;
import org.eeoutbox.operations.OutboxOperations;
import org.junit.jupiter.api.Test;

/** What containers answer; OperationsIT asks real ones. */
class OperatorRoleTest {

    @Test
    void anOperatorIsNamed() {
        OperatorRole role = answering(Set.of(OutboxOperations.ROLE));
        assertThat(role.isChecked()).isTrue();
        assertThat(role.caller()).contains("olga");
    }

    @Test
    void anybodyElseIsNot() {
        assertThat(answering(Set.of("guest")).caller()).isEmpty();
    }

    /** As Open Liberty 26 does without a security feature. */
    @Test
    void aContainerThatSaysYesToEveryRoleIsNotBelieved() {
        assertThat(answering(Set.of(OutboxOperations.ROLE, OperatorRole.NOBODY)).isChecked())
                .isFalse();
    }

    private static OperatorRole answering(Set<String> roles) {
        Principal olga = () -> "olga";
        return new OperatorRole((SessionContext) Proxy.newProxyInstance(
                OperatorRoleTest.class.getClassLoader(),
                new Class<?>[] {SessionContext.class},
                (context, method, arguments) -> switch (method.getName()) {
                    case "isCallerInRole" -> roles.contains(arguments[0]);
                    case "getCallerPrincipal" -> olga;
                    default -> throw new UnsupportedOperationException(method.getName());
                }));
    }
}
