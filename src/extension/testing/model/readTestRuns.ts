import type { ServiceClient } from "../../../client/client.ts";
import type { TestRun, TestRunDetail, TestRunResource } from "../../../contract/testRuns.ts";
import { hasErrorName, isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/ports.ts";
import type { TestOwner } from "./testSubject.ts";
import { hasProofRemedy } from "./toolProof.ts";

type Of = Pick<TestOwner, "kind" | "id">;

interface Page {
  readonly limit: number;
  readonly cursor?: string;
  /** Only runs of this content. */
  readonly digest?: string;
  readonly status?: TestRunResource["status"];
}

/** Runs of a server or a skill, newest first, without their cases. */
export function listTestRuns(
  client: ServiceClient,
  { kind, id }: Of,
  page: Page,
  signal?: AbortSignal,
): Promise<{ readonly items: readonly TestRun[]; readonly nextCursor: string | null }> {
  const options = signal ? { signal } : {};
  return kind === "server"
    ? client.call("serverTestRuns.list", { id, ...page }, options)
    : client.call("skillTestRuns.list", { id, ...page }, options);
}

/** A run with the cases that changed after a revision. */
export function readTestRun(
  client: ServiceClient,
  kind: Of["kind"],
  id: string,
  since = 0,
  signal?: AbortSignal,
): Promise<TestRunDetail> {
  const options = signal ? { signal } : {};
  return kind === "server"
    ? client.call("serverTestRun.get", { id, since }, options)
    : client.call("skillTestRun.get", { id, since }, options);
}

/** The number of runs to search. */
const newest = 50;

/**
 * Whether the last complete run of a content that passed could try its tools. True as well for a service whose test runs cannot be read;
 * rejects when it is not reached.
 */
export async function isTestedContent(
  log: Logger,
  client: ServiceClient,
  owner: Pick<TestOwner, "kind" | "id">,
  digest: string,
): Promise<boolean> {
  try {
    const { items } = await listTestRuns(client, owner, { status: "passed", limit: newest, digest });
    const last = items.find(({ partial }) => !partial);
    if (owner.kind === "skill" || !last?.summary?.skipped) return last !== undefined;
    return !hasProofRemedy(await readTestRun(client, owner.kind, last.id));
  } catch (error) {
    if (isAbortError(error) || hasErrorName(error, "NetworkError", "TimeoutError")) throw error;
    log.warning(`Whether its tests passed could not be read: ${readErrorMessage(error)}`);
    return true;
  }
}
