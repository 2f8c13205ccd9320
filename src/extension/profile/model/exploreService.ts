import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../client/client.ts";
import { type FailureEvidence, readFailureEvidence } from "../../../client/failureEvidence.ts";
import { type Evidence, longestEvidenceText } from "../../../contract/evidence.ts";
import { readServiceId } from "../../../contract/received.ts";
import { hasErrorName, isAbortError, isUnauthorizedError, readErrorMessage } from "../../base/failure.ts";
import type { LearnedProfile } from "./learnedProfile.ts";
import {
  callReadOperation,
  findHolderOperation,
  type ReadOperationName,
  readOperationNames,
} from "./readOperations.ts";

export interface ExplorationOptions {
  readonly client: ServiceClient;
  readonly learned: LearnedProfile;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Called before each operation with the progress and the operation's name. */
  readonly report: (message: string) => void;
}

/**
 * The result of a check: the operations it called, the ones that failed temporarily, and the reason if it ended early.
 */
export interface ExplorationResult {
  readonly called: readonly ReadOperationName[];
  readonly failed: readonly { readonly name: ReadOperationName; readonly error: unknown }[];
  readonly stopped: string | undefined;
}

/** Timeouts for one call and for the whole check. */
const callMs = 15_000;
const wholeMs = 120_000;
const mostCalls = 60;
/** How many items of a list the check opens to find one with nested items. */
const mostLooked = 12;
/** The check ends after this many operations in a row that do not reach the service. */
const mostLost = 2;

/**
 * Calls each reading operation that is not known to work, or of which there is no sample, one after the other; never one that changes
 * something.
 */
export async function exploreService(options: ExplorationOptions): Promise<ExplorationResult> {
  const { learned, signal, now, report } = options;
  const exploration = new Exploration(options);
  const ends = now() + wholeMs;
  const hasSample = (name: ReadOperationName) => learned.read().dialect !== "other" || learned.samples()[name];
  const pending = readOperationNames.filter(
    (name) => learned.evidence()[name]?.outcome !== "works" || !hasSample(name),
  );
  for (const [index, name] of pending.entries()) {
    if (signal.aborted) break;
    if (now() >= ends || exploration.calls >= mostCalls)
      return exploration.result(l10n.t("It took too long: check again to read the rest."));
    report(l10n.t`${name} (${index + 1} of ${pending.length})`);
    await exploration.explore(name);
    if (exploration.stopped !== undefined) break;
  }
  return exploration.result();
}

/** What differs with the state of the item: the check reads it of several. */
const severalStates: ReadonlySet<ReadOperationName> = new Set(["deployment.get", "deployment.health"]);
const mostStates = 4;

/** Lists that hold the items of other operations. */
const parents = new Set(readOperationNames.map(findHolderOperation));
const listed = z.object({ items: z.array(z.object({ id: z.string() })) });

function idsIn(response: unknown): readonly string[] {
  const items = listed.safeParse(response).data?.items ?? [];
  return items.flatMap(({ id }) => readServiceId(id) ?? []);
}

/** One check. It never reads the same resource twice. */
class Exploration {
  readonly #exploring: ExplorationOptions;
  readonly #ids = new Map<ReadOperationName, Promise<readonly string[]>>();
  readonly #called: ReadOperationName[] = [];
  readonly #failures = new Map<ReadOperationName, unknown>();
  #lost = 0;
  stopped: string | undefined;

  constructor(options: ExplorationOptions) {
    this.#exploring = options;
  }

  get calls(): number {
    return this.#called.length;
  }

  result(stopped = this.stopped): ExplorationResult {
    const evidence = this.#exploring.learned.evidence();
    const failed = [...this.#failures].filter(([name]) => evidence[name]?.outcome === "failed");
    return { called: [...this.#called], failed: failed.map(([name, error]) => ({ name, error })), stopped };
  }

  async explore(name: ReadOperationName): Promise<void> {
    const parent = findHolderOperation(name);
    if (parent === null || parents.has(name)) return void (await this.#idsOf(name));
    const ids = await this.#idsOf(parent);
    for (const id of ids.slice(0, severalStates.has(name) ? mostStates : 1)) await this.#read(name, id);
  }

  #idsOf(name: ReadOperationName): Promise<readonly string[]> {
    const known = this.#ids.get(name) ?? this.#findIds(name);
    this.#ids.set(name, known);
    return known;
  }

  async #findIds(name: ReadOperationName): Promise<readonly string[]> {
    const parent = findHolderOperation(name);
    const owners = parent === null ? [""] : await this.#idsOf(parent);
    for (const owner of owners.slice(0, mostLooked)) {
      const ids = await this.#read(name, owner);
      if (ids.length > 0 || this.stopped !== undefined) return ids;
    }
    return [];
  }

  /** The ids in the response; a failure is evidence too. */
  async #read(name: ReadOperationName, id: string): Promise<readonly string[]> {
    const { client, signal } = this.#exploring;
    if (this.stopped !== undefined || signal.aborted) return [];
    this.#called.push(name);
    const before = this.#exploring.learned.evidence()[name];
    try {
      const response = await callReadOperation(client, name, id, { signal, deadlineMs: callMs });
      this.#lost = 0;
      this.#saveEvidence(name, before, { outcome: "works" });
      return idsIn(response);
    } catch (error) {
      this.#failed(name, before, error);
      return [];
    }
  }

  #failed(name: ReadOperationName, before: Evidence | undefined, error: unknown): void {
    if (isAbortError(error)) return;
    const isLost = hasErrorName(error, "NetworkError", "TimeoutError");
    this.#lost = isLost ? this.#lost + 1 : 0;
    if (isUnauthorizedError(error) || hasErrorName(error, "RateLimitedError") || this.#lost >= mostLost)
      this.stopped = readErrorMessage(error);
    const evidence = readReadingFailure(error);
    if (!evidence) this.#failures.set(name, error);
    // What worked before is not lost by a failure that passes.
    if (evidence || before?.outcome !== "works")
      this.#saveEvidence(name, before, evidence ?? createTemporaryFailure(error));
  }

  /** The client of another dialect has saved more exact evidence during the call. */
  #saveEvidence(name: ReadOperationName, before: Evidence | undefined, found: FailureEvidence): void {
    const { learned, now } = this.#exploring;
    if (learned.evidence()[name] !== before) return;
    learned.saveEvidence(name, { ...found, at: new Date(now()).toISOString(), fields: {}, states: [] });
  }
}

function createTemporaryFailure(error: unknown): FailureEvidence {
  const status =
    error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : undefined;
  return {
    outcome: "failed",
    unreadable: readErrorMessage(error).slice(0, longestEvidenceText).toWellFormed(),
    ...(status !== undefined && { status }),
  };
}

/** The items that a check reads are in a list, so a 404 is about the operation. */
function readReadingFailure(error: unknown): FailureEvidence | undefined {
  const found = readFailureEvidence(error);
  if (found || !hasErrorName(error, "NotFoundError")) return found;
  return { outcome: "notOffered", status: 404 };
}
