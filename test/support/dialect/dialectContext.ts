import { createHttpAgents } from "../../../src/client/network/httpAgents.ts";
import type { ProfileStore } from "../../../src/client/profileStore.ts";
import type { ClientContext } from "../../../src/client/sendAttempt.ts";
import { createHttpTransport } from "../../../src/client/transport.ts";
import { type DialectProfile, unknownProfile } from "../../../src/contract/dialectProfile.ts";
import { createTestClock } from "../client/testClock.ts";

export const canaryKey = "key_canary0123456789";

/** The context of a client; only waits advance its clock. */
export function createDialectContext(url: string): ClientContext & AsyncDisposable {
  const transport = createHttpTransport(createHttpAgents({}, {}));
  return {
    base: new URL(url),
    key: async () => canaryKey,
    organizationId: () => undefined,
    transport,
    clock: createTestClock(),
    random: () => 0.5,
    log: () => {},
    [Symbol.asyncDispose]: () => transport.close(),
  };
}

/** Stores the profile of one test in memory. */
export function createMemoryProfileStore(known: DialectProfile = unknownProfile): ProfileStore {
  let profile = known;
  return {
    read: () => profile,
    keep: (next) => {
      profile = next;
    },
    tell: () => {},
  };
}
