import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ProfileStore } from "../../../client/profileStore.ts";
import { type DialectProfile, dialectProfileSchema, unknownProfile } from "../../../contract/dialectProfile.ts";
import { type Evidence, evidenceSchema } from "../../../contract/evidence.ts";
import { isOperationName } from "../../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { createEmitter } from "../../base/emitter.ts";
import type { Disposable, Logger, Memory } from "../../base/ports.ts";
import { createWriteQueue, type WriteQueue } from "../../base/writeQueue.ts";
import {
  findUserFacts,
  fromProfileFacts,
  isSameFact,
  mergeProfileFacts,
  type ProfileFacts,
  removeDeletedFacts,
  toProfileFacts,
  withoutReadings,
} from "./profileFacts.ts";
import { createSeenAnswers, type SeenAnswers } from "./seenAnswers.ts";

/** The facts that the user set for a service. */
interface UserFacts {
  now(): ProfileFacts;
  /** Sets the facts, merged with changes that other windows made meanwhile. */
  set(facts: ProfileFacts): void;
}

interface UserFactsOptions {
  readonly name: string;
  readonly writes: WriteQueue;
  readonly drop: (subject: string) => void;
}

function openUserFacts(memory: Memory, { name, writes, drop }: UserFactsOptions): UserFacts {
  const stored = () => readStoredFacts(memory.read("user", name), drop);
  let current = stored();
  let unwritten = 0;
  return {
    now: () => current,
    set: (facts) => {
      // Unwritten facts would look as if another window had removed them.
      current = unwritten > 0 ? facts : mergeProfileFacts(current, facts, stored());
      unwritten += 1;
      writes.enqueue(async () => {
        const written = { ...Object.fromEntries(current), [versionKey]: unknownProfile.version };
        await memory.write("user", name, current.size > 0 ? written : undefined);
        unwritten -= 1;
      });
    },
  };
}

const factsSchema = z.record(z.string(), z.unknown());
const [versionKey, dialectKey] = ['["version"]', '["dialect"]'];

/** The valid ones of the stored facts in the current format of profiles: those without a version are of the first. */
function readStoredFacts(stored: unknown, drop: (subject: string) => void): ProfileFacts {
  if (stored === undefined) return new Map();
  const found = factsSchema.safeParse(stored).data;
  const facts = new Map(Object.entries(found ?? {}).filter(([key]) => isFactKey(key)));
  const version = [versionKey, facts.get(versionKey) ?? 1] as const;
  const combine = (some: ProfileFacts) =>
    fromProfileFacts(new Map([[dialectKey, unknownProfile.dialect], ...some, version]));
  const isValid = (fact: readonly [string, unknown]) => combine(new Map([fact])) !== undefined;
  const whole = found && combine(facts);
  const profile = whole ?? combine(new Map([...facts].filter(isValid)));
  if (!whole) drop("your changes of the profile");
  const current = profile ? [...toProfileFacts(profile)] : [];
  return new Map(current.filter(([key]) => key !== versionKey && (key !== dialectKey || facts.has(key))));
}

function isFactKey(text: string): boolean {
  return z.array(z.string()).min(1).max(6).safeParse(tryParseJson(text)).success;
}

export type RecordedEvidence = Partial<Record<OperationName, Evidence>>;

/** What is known of the dialect of a connection's service, with the evidence. */
export interface ConnectionProfile extends ProfileStore, Pick<SeenAnswers, "samples" | "unread"> {
  evidence(): RecordedEvidence;
  /** Adds what another profile of the same service has learned. */
  adopt(other: Pick<ConnectionProfile, "read" | "evidence">): void;
  /**
   * Applies the user's edited profile: values that differ from the shown profile override learned ones from then on,
   * and removed values are learned again. Throws if it is invalid, and changes nothing.
   */
  replace(profile: DialectProfile): void;
  /** Clears what answers have shown, items included, so that they are read again; the user's facts stay. */
  clearReadings(): void;
  /** False if the user wants all changes at this service to be sent without a question. */
  asksBeforeChanges(): boolean;
  setAsksBeforeChanges(asks: boolean): Promise<void>;
  onChange(listener: () => void): Disposable;
  /** Clears everything and stops all writes. */
  clear(): Promise<void>;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

export interface ConnectionProfileOptions {
  readonly log?: Pick<Logger, "warning">;
  /** The delay before learned facts are written. */
  readonly writeDelayMs?: number;
}

class InvalidProfileError extends Error {
  override readonly name = "InvalidProfileError";

  constructor(cause: z.ZodError) {
    const [issue] = cause.issues;
    const problem = [issue?.path.join("."), issue?.message].filter(Boolean).join(": ");
    super(l10n.t`The profile was not changed. ${problem}`, { cause });
  }
}

const learnedName = (connectionId: string) => `dialect.learned:${connectionId}`;
/** Stored separately, so that a window that only learns does not overwrite the facts a user set in another window. */
const userFactsName = (connectionId: string) => `dialect.said:${connectionId}`;

const unaskedName = (connectionId: string) => `changes.unasked:${connectionId}`;

const learnedSchema = z.object({
  profile: z.unknown(),
  evidence: z.record(z.string(), z.unknown()).catch({}),
});

export function openConnectionProfile(
  memory: Memory,
  connectionId: string,
  options: ConnectionProfileOptions = {},
): ConnectionProfile {
  const { log, writeDelayMs = 300 } = options;
  const drop = (subject: string) =>
    log?.warning(`The stored data of ${subject} is invalid and was removed: it is learned again.`);
  const stored = readLearned(memory.read("user", learnedName(connectionId)), drop);
  let { profile: learned, evidence } = stored;
  const { forget, ...seen } = createSeenAnswers();
  const changes = createEmitter<void>();
  const writes = createWriteQueue(writeDelayMs, async () => {
    await memory.write("user", learnedName(connectionId), { profile: learned, evidence });
  });
  const userFacts = openUserFacts(memory, { name: userFactsName(connectionId), writes, drop });
  let shown = combineFacts(learned, userFacts.now());

  const setLearned = (next: DialectProfile) => {
    const isDialectChanged = next.dialect !== learned.dialect;
    learned = next;
    shown = combineFacts(learned, userFacts.now());
    writes.schedule();
    // Written at once, so that the next window does not repeat the detection.
    if (isDialectChanged) void writes.flush();
    changes.emit();
  };
  const setEvidence = (next: RecordedEvidence) => {
    evidence = next;
    writes.schedule();
    changes.emit();
  };
  return {
    read: () => shown,
    evidence: () => evidence,
    ...seen,
    onChange: changes.on,
    save: (profile) => {
      if (profile !== shown && !isSameFact(profile, shown)) setLearned(profile);
    },
    saveEvidence: (operation, added) => {
      const isKept = evidence[operation]?.outcome === "works" && isAboutOneRequest(operation, added);
      if (!isKept) setEvidence({ ...evidence, [operation]: added });
    },
    adopt: (other) => {
      const profile = other.read();
      if (!isSameFact(profile, shown)) setLearned(profile);
      setEvidence({ ...evidence, ...other.evidence() });
    },
    replace: (profile) => {
      const { error } = dialectProfileSchema.safeParse(profile);
      if (error) throw new InvalidProfileError(error);
      const [saved, before] = [toProfileFacts(profile), toProfileFacts(shown)];
      userFacts.set(findUserFacts(saved, before, userFacts.now()));
      const remaining = fromProfileFacts(removeDeletedFacts(toProfileFacts(learned), saved, before)) ?? unknownProfile;
      setLearned(profile.dialect === "unknown" ? { ...remaining, dialect: "unknown" } : remaining);
    },
    clearReadings: () => {
      evidence = {};
      forget();
      setLearned(withoutReadings(learned));
    },
    asksBeforeChanges: () => memory.read("user", unaskedName(connectionId)) !== true,
    setAsksBeforeChanges: async (asks) => {
      await memory.write("user", unaskedName(connectionId), asks ? undefined : true);
      changes.emit();
    },
    clear: async () => {
      await writes.close();
      for (const name of [unaskedName, learnedName, userFactsName])
        await memory.write("user", name(connectionId), undefined);
    },
    flush: writes.flush,
  };
}

/** The user's facts override learned ones; if the combination is not valid, the user's facts are used alone. */
function combineFacts(learned: DialectProfile, userFacts: ProfileFacts): DialectProfile {
  if (userFacts.size === 0) return learned;
  return (
    fromProfileFacts(new Map([...toProfileFacts(learned), ...userFacts])) ??
    fromProfileFacts(new Map([...toProfileFacts(unknownProfile), ...userFacts])) ??
    learned
  );
}

function readLearned(
  stored: unknown,
  drop: (subject: string) => void,
): { profile: DialectProfile; evidence: RecordedEvidence } {
  if (stored === undefined) return { profile: unknownProfile, evidence: {} };
  const found = learnedSchema.safeParse(stored).data;
  const profile = dialectProfileSchema.safeParse(found?.profile).data;
  if (!profile) drop("the dialect");
  const entries = Object.entries(found?.evidence ?? {}).flatMap(([name, recorded]) => {
    const parsed = isOperationName(name) ? evidenceSchema.safeParse(recorded).data : undefined;
    if (!parsed) drop(`the evidence of ${name}`);
    return parsed ? [[name, parsed] as const] : [];
  });
  const evidence: RecordedEvidence = Object.fromEntries(entries);
  return { profile: profile ?? unknownProfile, evidence };
}

/** Whether a failure is about the item or the values of one request: then an operation that has worked still works. */
function isAboutOneRequest(operation: OperationName, { outcome, status }: Evidence): boolean {
  const { method, query, body } = operationTable[operation];
  if (outcome === "notOffered") return status === 404 && isIdRequired(query);
  const isRejectedInput = status === 400 || status === 422;
  return outcome === "refused" && isRejectedInput && method !== "GET" && body !== null;
}

function isIdRequired({ shape }: { readonly shape: z.core.$ZodLooseShape }): boolean {
  return "id" in shape && shape.id?.safeParse(undefined).success === false;
}
