import * as z from "zod";
import type { ProfileStore } from "../../client/profileStore.ts";
import {
  contractProfile,
  type DialectProfile,
  dialectProfileSchema,
  unknownProfile,
} from "../../contract/dialectProfile.ts";
import { type Evidence, evidenceSchema } from "../../contract/evidence.ts";
import { isOperationName } from "../../contract/operationNames.ts";
import type { OperationName } from "../../contract/operations.ts";
import { createEmitter } from "../foundation/emitter.ts";
import { createWriteQueue } from "../foundation/latestWrites.ts";
import type { Disposable, Logger, Memory } from "../foundation/ports.ts";
import {
  findUserFacts,
  fromProfileFacts,
  isSameFact,
  type ProfileFacts,
  removeDeletedFacts,
  toProfileFacts,
} from "./profileFacts.ts";
import { openUserFacts } from "./userFacts.ts";

export type RecordedEvidence = Partial<Record<OperationName, Evidence>>;

/** What is known of how a connection's service speaks, and what that was seen by. */
export interface ConnectionProfile extends ProfileStore {
  evidence(): RecordedEvidence;
  saveAllEvidence(evidence: RecordedEvidence): void;
  /**
   * A user's own profile: what differs from the one that was shown wins over everything that is learned from then on, and what is
   * missing is learned anew.
   */
  replace(profile: DialectProfile): void;
  /** Learns everything anew; what the user said stays. */
  relearn(): void;
  onChange(listener: () => void): Disposable;
  /** Nothing is known any more, nor ever written again. */
  forget(): Promise<void>;
  /** Resolves when all is written. */
  flush(): Promise<void>;
}

export interface ConnectionProfileOptions {
  readonly log?: Pick<Logger, "warning">;
  /** So long what is learned is gathered before it is written. */
  readonly gatherMs?: number;
}

const learnedName = (connectionId: string) => `dialect.learned:${connectionId}`;
/** Kept apart: a window that only learns must not write over what was said in another. */
const saidName = (connectionId: string) => `dialect.said:${connectionId}`;

const learnedSchema = z.object({ profile: z.unknown(), evidence: z.record(z.string(), z.unknown()).catch({}) });

export function openConnectionProfile(
  memory: Memory,
  connectionId: string,
  options: ConnectionProfileOptions = {},
): ConnectionProfile {
  const { log, gatherMs = 300 } = options;
  const drop = (what: string) =>
    log?.warning(`What was kept of ${what} is broken and was dropped: it is learned anew.`);
  const kept = readLearned(memory.read("user", learnedName(connectionId)), drop);
  let { profile: learned, evidence } = kept;
  const changes = createEmitter<void>();
  const writes = createWriteQueue(gatherMs, async () => {
    await memory.write("user", learnedName(connectionId), { profile: learned, evidence });
  });
  const said = openUserFacts(memory, { name: saidName(connectionId), writes, drop });
  let shown = together(learned, said.now());

  const become = (next: DialectProfile) => {
    const isFoundOut = next.dialect !== learned.dialect;
    learned = next;
    shown = together(learned, said.now());
    writes.wanted();
    // What was found out when connecting is not to be asked again by the next window.
    if (isFoundOut) void writes.done();
    changes.emit();
  };
  const saveAllEvidence = (told: RecordedEvidence) => {
    evidence = { ...evidence, ...told };
    writes.wanted();
    changes.emit();
  };
  return {
    read: () => shown,
    evidence: () => evidence,
    onChange: changes.on,
    save: (profile) => {
      if (profile !== shown && !isSameFact(profile, shown)) become(profile);
    },
    saveEvidence: (operation, told) => saveAllEvidence({ [operation]: told }),
    saveAllEvidence,
    replace: (profile) => {
      const [saved, before] = [toProfileFacts(profile), toProfileFacts(shown)];
      said.say(findUserFacts(saved, before, said.now()));
      const left = fromProfileFacts(removeDeletedFacts(toProfileFacts(learned), saved, before)) ?? unknownProfile;
      become(profile.dialect === "unknown" ? { ...left, dialect: "unknown" } : left);
    },
    relearn: () => {
      evidence = {};
      become(unknownProfile);
    },
    forget: async () => {
      await writes.end();
      await memory.write("user", learnedName(connectionId), undefined);
      await memory.write("user", saidName(connectionId), undefined);
    },
    flush: writes.done,
  };
}

/** What the user said wins; where it does not go together with what was learned, it stands alone. */
function together(learned: DialectProfile, said: ProfileFacts): DialectProfile {
  if (said.size === 0) return learned;
  return (
    fromProfileFacts(new Map([...toProfileFacts(learned), ...said])) ??
    fromProfileFacts(new Map([...toProfileFacts(unknownProfile), ...said])) ??
    learned
  );
}

function readLearned(stored: unknown, drop: (what: string) => void) {
  const nothing = { profile: unknownProfile, evidence: {} };
  if (stored === undefined) return nothing;
  const found = learnedSchema.safeParse(stored).data;
  const profile = dialectProfileSchema.safeParse(found?.profile).data;
  if (!profile) drop("how the service speaks");
  const entries = Object.entries(found?.evidence ?? {}).flatMap(([name, given]) => {
    const one = isOperationName(name) ? evidenceSchema.safeParse(given).data : undefined;
    if (!one) drop(`the evidence of ${name}`);
    return one ? [[name, one] as const] : [];
  });
  const evidence: RecordedEvidence = Object.fromEntries(entries);
  return { profile: profile ?? unknownProfile, evidence };
}

/** The local service is the contract itself: there is nothing to learn. */
export const contractConnectionProfile: ConnectionProfile = {
  read: () => contractProfile,
  evidence: () => ({}),
  onChange: () => ({ dispose: () => {} }),
  save: () => {},
  saveEvidence: () => {},
  saveAllEvidence: () => {},
  replace: () => {},
  relearn: () => {},
  forget: async () => {},
  flush: async () => {},
};
