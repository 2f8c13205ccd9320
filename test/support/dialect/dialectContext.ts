import type { ClientContext } from "../../../src/client/clientContext.ts";
import type { Clock } from "../../../src/client/clock.ts";
import { createHttpAgents } from "../../../src/client/network/httpAgents.ts";
import type { ProfileStore } from "../../../src/client/profileStore.ts";
import { createRetryAfterGate } from "../../../src/client/retryAfterGate.ts";
import { createHttpTransport } from "../../../src/client/transport.ts";
import { type DialectProfile, unknownProfile } from "../../../src/contract/dialectProfile.ts";
import type { ServiceSamples } from "../../../src/contract/profile/profileProposal.ts";
import { proposals } from "../../../src/dialect/propose/proposeKinds.ts";
import { acceptProposals } from "../../../src/extension/profile/model/questions/answers.ts";
import { createTestClock } from "../client/testClock.ts";

export const canaryKey = "key_canary0123456789";

/** The context of a client; only waits advance its clock. */
export function createDialectContext(
  url: string,
  { key = canaryKey, clock = createTestClock() }: { readonly key?: string; readonly clock?: Clock } = {},
): ClientContext & AsyncDisposable {
  const transport = createHttpTransport(createHttpAgents({}, {}));
  return {
    base: new URL(url),
    key: async () => key,
    renewKey: async () => undefined,
    close: () => transport.close(),
    organizationId: () => undefined,
    transport,
    onUnauthorized: () => {},
    onReachability: () => {},
    clock,
    retryAfterGate: createRetryAfterGate(clock),
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
    save: (next) => {
      profile = next;
    },
    saveEvidence: () => {},
  };
}

const mostSamples = 20;

/** The store of a user who accepts all that is proposed of each answer: what is read then is what was recognized. */
export function createAcceptingStore(store: ProfileStore): ProfileStore {
  let samples: ServiceSamples = {};
  return {
    ...store,
    saveSample: (operation, items) => {
      samples = { ...samples, [operation]: [...(samples[operation] ?? []), ...items].slice(-mostSamples) };
      store.save(acceptProposals(proposals, store.read(), samples));
    },
  };
}
