import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import type { Evidence } from "../../contract/evidence.ts";
import { readServiceId } from "../../contract/received.ts";
import { hasErrorName, isAbortError, isUnauthorizedError, readErrorMessage } from "../foundation/failure.ts";
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
  /** Said before each operation: how far it is, and what is read. */
  readonly report: (message: string) => void;
}

/** How a check went: what it called, what of that failed for now, and why it ended before all was seen. */
export interface ExplorationResult {
  readonly called: readonly ReadOperationName[];
  readonly failed: readonly { readonly name: ReadOperationName; readonly error: unknown }[];
  readonly stopped: string | undefined;
}

/** For one call, and for all of them. */
const callMs = 15_000;
const wholeMs = 120_000;
const mostCalls = 60;
/** Of a list whose items hold other lists, so many are looked into until one holds something. */
const mostLooked = 12;
/** A service that cannot be reached for so many operations one after the other is left alone. */
const mostLost = 2;

/** Calls each reading operation that has not been seen yet, or was not understood when it was, one after the other; never one that changes something. */
export async function exploreService(exploring: ExplorationOptions): Promise<ExplorationResult> {
  const { learned, signal, now, report } = exploring;
  const desk = new Desk(exploring);
  const ends = now() + wholeMs;
  const wanted = readOperationNames.filter((name) => !isSeen(learned, name));
  for (const [index, name] of wanted.entries()) {
    if (signal.aborted) break;
    if (now() >= ends || desk.calls >= mostCalls)
      return desk.explored("It took too long: check again to read the rest.");
    report(`${name} (${index + 1} of ${wanted.length})`);
    await desk.see(name);
    if (desk.stopped !== undefined) break;
  }
  return desk.explored();
}

function isSeen(learned: LearnedProfile, name: ReadOperationName): boolean {
  const outcome = learned.evidence()[name]?.outcome;
  return outcome === "recognised" || outcome === "assumed";
}

/** Lists that hold the items of other operations. */
const parents = new Set(readOperationNames.map(findHolderOperation));
const listed = z.object({ items: z.array(z.object({ id: z.string() })) });

function idsIn(answer: unknown): readonly string[] {
  const items = listed.safeParse(answer).data?.items ?? [];
  return items.flatMap(({ id }) => readServiceId(id) ?? []);
}

/** One check: what was read in it is not read again. */
class Desk {
  readonly #exploring: ExplorationOptions;
  readonly #ids = new Map<ReadOperationName, Promise<readonly string[]>>();
  readonly #called: ReadOperationName[] = [];
  readonly #failures: { readonly name: ReadOperationName; readonly error: unknown }[] = [];
  #lost = 0;
  stopped: string | undefined;

  constructor(exploring: ExplorationOptions) {
    this.#exploring = exploring;
  }

  get calls(): number {
    return this.#called.length;
  }

  explored(stopped = this.stopped): ExplorationResult {
    return { called: [...this.#called], failed: [...this.#failures], stopped };
  }

  async see(name: ReadOperationName): Promise<void> {
    const holder = findHolderOperation(name);
    if (holder === null || parents.has(name)) return void (await this.#idsOf(name));
    const [id] = await this.#idsOf(holder);
    if (id !== undefined) await this.#read(name, id);
  }

  #idsOf(name: ReadOperationName): Promise<readonly string[]> {
    const known = this.#ids.get(name) ?? this.#findIds(name);
    this.#ids.set(name, known);
    return known;
  }

  async #findIds(name: ReadOperationName): Promise<readonly string[]> {
    const holder = findHolderOperation(name);
    const owners = holder === null ? [""] : await this.#idsOf(holder);
    for (const owner of owners.slice(0, mostLooked)) {
      const ids = await this.#read(name, owner);
      if (ids.length > 0 || this.stopped !== undefined) return ids;
    }
    return [];
  }

  /** The ids in what was answered; what failed is evidence too. */
  async #read(name: ReadOperationName, id: string): Promise<readonly string[]> {
    const { client, signal } = this.#exploring;
    if (this.stopped !== undefined || signal.aborted) return [];
    this.#called.push(name);
    try {
      const answer = await callReadOperation(client, name, id, { signal, deadlineMs: callMs });
      this.#lost = 0;
      return idsIn(answer);
    } catch (error) {
      this.#failed(name, error);
      return [];
    }
  }

  #failed(name: ReadOperationName, error: unknown): void {
    const { learned, now } = this.#exploring;
    if (isAbortError(error)) return;
    const isLost = hasErrorName(error, "NetworkError", "TimeoutError");
    this.#lost = isLost ? this.#lost + 1 : 0;
    if (isUnauthorizedError(error) || hasErrorName(error, "RateLimitedError") || this.#lost >= mostLost)
      this.stopped = readErrorMessage(error);
    const evidence = readFailureEvidence(error, now());
    if (!evidence) this.#failures.push({ name, error });
    // Who speaks to the service knows more of it than its failure tells.
    else if (learned.evidence()[name] === undefined) learned.saveEvidence(name, evidence);
  }
}

/** What a failed call says of an operation; undefined where it says something of the moment, or of the way to the service. */
function readFailureEvidence(error: unknown, now: number): Evidence | undefined {
  const outcome = outcomeOf(error);
  if (!outcome) return undefined;
  const status = statusOf(error);
  return {
    ...{ outcome, at: new Date(now).toISOString() },
    ...(status !== undefined && { status }),
    ...{ fields: {}, unknown: [], unsaid: [], states: [] },
    notes: outcome === "unclear" && status !== undefined ? [`It was refused with ${status}.`] : [],
  };
}

function outcomeOf(error: unknown): Evidence["outcome"] | undefined {
  const status = statusOf(error) ?? 0;
  if (status === 404 || status === 405 || status === 501) return "missing";
  if (hasErrorName(error, "ForbiddenError")) return "forbidden";
  if (hasErrorName(error, "UnexpectedAnswerError", "RedirectedError")) return "unclear";
  // Something in the request is not as it wants it; what is busy, limited or broken passes.
  return hasErrorName(error, "ServiceError") && status < 500 ? "unclear" : undefined;
}

function statusOf(error: unknown): number | undefined {
  const isTold = error instanceof Error && "status" in error && typeof error.status === "number";
  return isTold ? Number(error.status) : undefined;
}
