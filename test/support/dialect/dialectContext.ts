import { createAgents } from "../../../src/client/network/httpAgents.ts";
import type { ProfileKeeper } from "../../../src/client/profileStore.ts";
import type { CallContext } from "../../../src/client/sendAttempt.ts";
import { createTransport } from "../../../src/client/transport.ts";
import { type Profile, unknownProfile } from "../../../src/contract/dialectProfile.ts";
import { createTestClock } from "../client/testClock.ts";

export const canary = "key_canary0123456789";

/** What a client calls a service with; only waiting moves its clock. */
export function dialectContext(url: string): CallContext & AsyncDisposable {
  const transport = createTransport(createAgents({}, {}));
  return {
    base: new URL(url),
    key: async () => canary,
    organizationId: () => undefined,
    transport,
    clock: createTestClock(),
    random: () => 0.5,
    log: () => {},
    [Symbol.asyncDispose]: () => transport.close(),
  };
}

/** A keeper of what is learned in one test. */
export function rememberingKeeper(known: Profile = unknownProfile): ProfileKeeper {
  let profile = known;
  return {
    read: () => profile,
    keep: (next) => {
      profile = next;
    },
    tell: () => {},
  };
}
