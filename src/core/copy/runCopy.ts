import * as l10n from "@vscode/l10n";
import { hasErrorName, isAbortError, readErrorMessage } from "../foundation/failure.ts";
import { listCopyVersions, mostCalls, readVersionContent } from "./copyEnd.ts";
import { type CopiedItem, type CopiedVersion, type CopyContext, copyVersions, ItemCopyError } from "./copyVersions.ts";
import { mapConcurrently } from "./mapConcurrently.ts";
import { hasSettings, type ItemPlan, isNothingToDo } from "./planCopy.ts";

/** How the copying of an item ended. */
export interface ItemResult {
  readonly plan: ItemPlan;
  /** `notReached`: the copying was interrupted before, or in the midst of it. */
  readonly kind: "copied" | "present" | "refused" | "failed" | "notReached";
  /** The copy; undefined: there is none, or it is not known. */
  readonly id: string | undefined;
  /** The versions that were made. */
  readonly versions: readonly string[];
  readonly problem?: string;
  /** Whether the copy has the same versions with the same files; undefined: the service does not show it. */
  readonly isEqual: boolean | undefined;
}

export interface CopyOutcome {
  readonly results: readonly ItemResult[];
  /** Why it ended early. */
  readonly interruption: unknown;
}

/** Carries out the plans of one project. A failure that concerns one item leaves the others alone; any other one ends it. */
export async function runCopy(
  context: CopyContext,
  plans: readonly ItemPlan[],
  onVersion: (plan: ItemPlan, version: string) => void,
): Promise<CopyOutcome> {
  const results = new Map(plans.map((plan) => [plan, toUnstartedResult(plan)]));
  let interruption: unknown;
  try {
    // A service numbers equal names in the order of their creation, so items of one name follow each other.
    const groups = Map.groupBy(plans, ({ item }) => `${item.kind} ${item.name.toLowerCase()}`);
    await mapConcurrently(mostCalls, [...groups.values()], async (group) => {
      for (const plan of group) {
        context.signal.throwIfAborted();
        await copyItem(context, plan, onVersion, (result) => results.set(plan, result));
      }
    });
  } catch (error) {
    interruption = error;
  }
  return { results: [...results.values()], interruption };
}

/** What is known of an item before anything is done. */
export function toUnstartedResult(plan: ItemPlan): ItemResult {
  const kind = plan.refusal ? "refused" : isNothingToDo(plan) ? "present" : "notReached";
  return { plan, kind, id: plan.existing?.id, versions: [], isEqual: kind === "present" ? true : undefined };
}

async function copyItem(
  context: CopyContext,
  plan: ItemPlan,
  onVersion: (plan: ItemPlan, version: string) => void,
  onResult: (result: ItemResult) => void,
): Promise<void> {
  const result = toUnstartedResult(plan);
  if (result.kind !== "notReached") return;
  const made: CopiedVersion[] = [];
  try {
    const copy = await copyVersions(context, plan, (version) => {
      made.push(version);
      onResult({ ...result, versions: made.map((one) => one.version) });
      onVersion(plan, version.version);
    });
    const known = { ...result, id: copy.id, versions: made.map(({ version }) => version) };
    onResult(known);
    await copySettings(context, plan, copy);
    onResult({ ...known, kind: "copied", isEqual: await compareCopy(context, plan, made, copy) });
  } catch (error) {
    if (!isAboutItem(error)) throw error;
    const versions = made.map(({ version }) => version);
    onResult({ ...result, kind: "failed", versions, problem: readErrorMessage(error) });
  }
}

/** Whether the next item may succeed after this failure. */
function isAboutItem(error: unknown): boolean {
  const isGeneral = hasErrorName(error, "NetworkError", "TimeoutError", "UnauthorizedError", "RateLimitedError");
  return error instanceof Error && !isGeneral && !isAbortError(error);
}

async function copySettings({ target, signal }: CopyContext, { settings }: ItemPlan, { id }: CopiedItem) {
  if (!hasSettings(settings)) return;
  const { values, allowedHosts, limits } = settings;
  const environment = Object.keys(values).length > 0 ? { environment: values } : {};
  const hosts = allowedHosts ? { allowedHosts: [...allowedHosts] } : {};
  try {
    await target.client.call("server.update", { id, ...environment, ...hosts, ...limits }, { signal });
  } catch (error) {
    if (!isAboutItem(error)) throw error;
    throw new ItemCopyError(
      l10n.t`Its versions are there; its variables, allowed hosts and limits are not. ${readErrorMessage(error)} Set them at ${target.name} with Edit Variables, Edit Allowed Hosts and Set Limits.`,
      { cause: error },
    );
  }
}

/** Compares by digest what the target has now with what was sent. */
async function compareCopy(
  { target, signal }: CopyContext,
  plan: ItemPlan,
  made: readonly CopiedVersion[],
  { artifactId }: CopiedItem,
): Promise<boolean | undefined> {
  if (artifactId === undefined) return undefined;
  const found = await listCopyVersions(target, artifactId, signal);
  for (const { version, digest } of made) {
    const copy = found.find((one) => one.version === version);
    const there = copy && (copy.digest ?? (await readVersionContent(target, artifactId, version, signal)).digest);
    if (there !== digest) return false;
  }
  const expected = [...plan.equalVersions, ...plan.versions].map(({ version }) => version);
  const numbers = found.map(({ version }) => version).filter((version) => expected.includes(version));
  return numbers.join() === expected.join();
}
