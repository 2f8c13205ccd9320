import * as l10n from "@vscode/l10n";
import type { ConfirmRequest, ServiceClient } from "../../../client/client.ts";
import { readFailureEvidence } from "../../../client/failureEvidence.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import type { Project } from "../../../contract/projects.ts";
import { hasErrorName, isAbortError, readErrorMessage } from "../../base/failure.ts";

/** One step of a trial, and how it ended. */
export interface TrialStep {
  readonly operation: OperationName;
  readonly title: string;
  readonly outcome: TrialOutcome;
}

export type TrialOutcome =
  | { readonly kind: "done" | "notTried" }
  | { readonly kind: "notDone"; readonly reason: string }
  /** A change that may have taken effect. Without an answer it may still be under way. */
  | { readonly kind: "unknown"; readonly reason: string; readonly isAnswered: boolean };

/** What a trial leaves at the service. */
export type TrialRemainder =
  | { readonly kind: "nothing" | "unknown" }
  | { readonly kind: "project"; readonly project: Project };

export interface TrialResult {
  readonly steps: readonly TrialStep[];
  readonly remainder: TrialRemainder;
}

export interface ChangeTrialOptions {
  readonly client: ServiceClient;
  /** No project has one of the two names. */
  readonly name: string;
  readonly newName: string;
  /** Gets the first request of the trial, and decides whether there is a trial. */
  readonly confirm: ConfirmRequest;
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Creates a project, reads it and renames it, each once. Throws only if it was cancelled before anything was sent. */
export async function runChangeTrial(options: ChangeTrialOptions): Promise<TrialResult> {
  const { client, name, newName, report, signal } = options;
  signal.throwIfAborted();
  const { attempt, steps, confirmRequest } = startSteps(options);
  const made = await attempt("projects.create", l10n.t("Create the project"), () =>
    client.call("projects.create", { name }, { signal, confirmRequest }),
  );
  const id = made?.id ?? "";
  const read = await attempt(
    "project.get",
    l10n.t("Read it"),
    made && (() => client.call("project.get", { id }, { signal })),
  );
  await attempt("projects.list", l10n.t("Find it in the list"), made && (() => requireListed(client, id, signal)));
  const renaming = { signal, ifMatch: (read ?? made)?.etag, confirmRequest: null };
  const renamed = await attempt(
    "project.update",
    l10n.t("Rename it"),
    made && (() => client.call("project.update", { id, name: newName }, renaming)),
  );
  const uncertain = steps.flatMap(({ outcome }) => (outcome.kind === "unknown" ? [outcome] : []));
  if (uncertain.length > 0) report(l10n.t("Looking for what is left"));
  const found = uncertain.length > 0 ? await findProject(client, [name, newName]) : nothing;
  return {
    steps: steps.map((step) => settleRename(step, found, options)),
    remainder: findRemainder(found, renamed ?? made, uncertain),
  };
}

const nothing: TrialRemainder = { kind: "nothing" };

function findRemainder(
  found: TrialRemainder,
  known: Project | undefined,
  uncertain: readonly { readonly isAnswered: boolean }[],
): TrialRemainder {
  if (found.kind === "project") return found;
  if (known) return { kind: "project", project: known };
  // A request without an answer can still take effect.
  return uncertain.every(({ isAnswered }) => isAnswered) ? found : { kind: "unknown" };
}

/** Runs steps one after the other, and records how each ends. */
function startSteps({ confirm, report, signal }: ChangeTrialOptions) {
  const steps: TrialStep[] = [];
  let isConfirmed = false;
  const confirmRequest: ConfirmRequest = async (preview) => {
    isConfirmed = await confirm(preview);
    return isConfirmed;
  };
  const attempt = async <T>(operation: OperationName, title: string, work: (() => Promise<T>) | undefined) => {
    const end = (outcome: TrialOutcome) => void steps.push({ operation, title, outcome });
    if (!work || signal.aborted) return end({ kind: "notTried" });
    report(title);
    try {
      const result = await work();
      end({ kind: "done" });
      return result;
    } catch (error) {
      // Nothing was sent yet.
      if (isAbortError(error) && !isConfirmed) throw error;
      return end(readOutcome(operation, error));
    }
  };
  return { attempt, steps, confirmRequest };
}

class NotListedError extends Error {
  override readonly name = "NotListedError";
}

async function requireListed(client: ServiceClient, id: string, signal: AbortSignal): Promise<void> {
  for await (const project of client.list("projects.list", { limit: 200 }, { signal })) if (project.id === id) return;
  throw new NotListedError(l10n.t("The list does not have it."));
}

/** The errors of a change that may have taken effect. */
const uncertainErrors = ["NetworkError", "TimeoutError", "UnclearAnswerError", "UnexpectedAnswerError"];

const cancelled = { kind: "unknown", reason: l10n.t("It was cancelled."), isAnswered: false } as const;

function readOutcome(operation: OperationName, error: unknown): TrialOutcome {
  const isRead = operationTable[operation].method === "GET";
  if (isAbortError(error)) return isRead ? { kind: "notTried" } : cancelled;
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  const isNotOffered = readFailureEvidence(error)?.outcome === "notOffered";
  const isUncertain = !isRead && !isNotOffered && (Number(status) >= 500 || hasErrorName(error, ...uncertainErrors));
  const reason = readReason(error);
  return isUncertain ? { kind: "unknown", reason, isAnswered: status !== undefined } : { kind: "notDone", reason };
}

/** The service's own words, or what is missing in its answer. */
function readReason(error: unknown): string {
  const { outcome, words, unreadable } = readFailureEvidence(error) ?? {};
  if (words !== undefined) return l10n.t`The service said: "${words}"`;
  return unreadable ?? (outcome === "notOffered" ? l10n.t("The service does not offer it.") : readErrorMessage(error));
}

async function findProject(client: ServiceClient, names: readonly string[]): Promise<TrialRemainder> {
  try {
    for await (const project of client.list("projects.list", { limit: 200 }))
      if (names.includes(project.name)) return { kind: "project", project };
    return nothing;
  } catch {
    return { kind: "unknown" };
  }
}

/** The name that the project has now shows whether it was renamed. */
function settleRename(
  step: TrialStep,
  found: TrialRemainder,
  { newName }: Pick<ChangeTrialOptions, "newName">,
): TrialStep {
  const { operation, outcome } = step;
  if (operation !== "project.update" || outcome.kind !== "unknown" || found.kind !== "project") return step;
  if (found.project.name === newName) return { ...step, outcome: { kind: "done" } };
  return outcome.isAnswered ? { ...step, outcome: { kind: "notDone", reason: outcome.reason } } : step;
}
