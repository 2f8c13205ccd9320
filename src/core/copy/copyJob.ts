import type { Project } from "../../contract/projects.ts";
import { isArchived } from "../foundation/archivedState.ts";
import { hasErrorName } from "../foundation/failure.ts";
import { isOperationMissing } from "../foundation/unavailability.ts";
import type { CopyEnd } from "./copyEnd.ts";
import { createOnce } from "./createOnce.ts";
import { type ItemPlan, isNothingToDo, planCopy } from "./planCopy.ts";
import { type CopySelection, completeDigests, readExistingItems, readSelectedItems } from "./readCopyItems.ts";
import { type ItemResult, runCopy, toUnstartedResult } from "./runCopy.ts";
import { findTargetRefusals } from "./targetRefusals.ts";

/** The project of the copies. */
export type CopyProject =
  | { readonly kind: "known"; readonly id: string; readonly name: string }
  | { readonly kind: "new"; readonly name: string; readonly description?: string | undefined };

/** What is copied into one project. */
export interface CopyRequest {
  readonly project: CopyProject;
  readonly selection: readonly CopySelection[];
}

export interface ProjectPlan {
  readonly project: CopyProject;
  readonly plans: readonly ItemPlan[];
  /** Why a part of the selection cannot be read. */
  readonly missing: readonly string[];
}

export interface CopyEnds {
  readonly source: CopyEnd;
  readonly target: CopyEnd;
}

/** Compares both services. The same after an interruption: what was copied is there already, so no record of a copy is kept. */
export async function planCopyJob(
  { source, target }: CopyEnds,
  requests: readonly CopyRequest[],
  signal: AbortSignal,
): Promise<readonly ProjectPlan[]> {
  const plans: ProjectPlan[] = [];
  for (const { project, selection } of requests) {
    const { items: read, missing } = await readSelectedItems(source, selection, signal);
    const refusals = await findTargetRefusals(target, project, signal);
    const found = project.kind === "known" ? await readExistingItems(target, project.id, read, signal) : [];
    const items = await completeDigests(source, read, found, signal);
    const existing = await completeDigests(target, found, items, signal);
    // Another service may count in other units, or refuse the fields.
    const keepsLimits = source.speaksContract && target.speaksContract;
    plans.push({ project, missing, plans: planCopy(items, existing, { refusals, keepsLimits }) });
  }
  return plans;
}

/** The versions that a plan makes. */
export function countVersions(plans: readonly ProjectPlan[]): number {
  return plans.flatMap(({ plans: items }) => items).reduce((sum, { versions }) => sum + versions.length, 0);
}

/** The items for which there is something to do. */
export function listOpenPlans(plans: readonly ProjectPlan[]): readonly ItemPlan[] {
  return plans.flatMap(({ plans: items }) => items).filter((plan) => !plan.refusal && !isNothingToDo(plan));
}

export interface ProjectResult {
  readonly project: CopyProject;
  readonly results: readonly ItemResult[];
  readonly missing: readonly string[];
}

export interface CopyJobResult {
  readonly projects: readonly ProjectResult[];
  /** Why it ended early; undefined: it did not. */
  readonly interruption: unknown;
}

/** Carries out the plans. Never fails: the result says how far it came. */
export async function runCopyJob(
  ends: CopyEnds,
  plans: readonly ProjectPlan[],
  signal: AbortSignal,
  onVersion: (plan: ItemPlan, version: string) => void,
): Promise<CopyJobResult> {
  const projects: ProjectResult[] = [];
  let interruption: unknown;
  for (const { project, plans: items, missing } of plans) {
    let results: readonly ItemResult[] = items.map(toUnstartedResult);
    if (interruption === undefined && results.some(({ kind }) => kind === "notReached")) {
      try {
        const projectId = await ensureProject(ends.target, project, signal);
        ({ results, interruption } = await runCopy({ ...ends, projectId, signal }, items, onVersion));
      } catch (error) {
        interruption = error;
      }
    }
    projects.push({ project, missing, results });
  }
  return { projects, interruption };
}

async function ensureProject({ client }: CopyEnd, project: CopyProject, signal: AbortSignal): Promise<string> {
  if (project.kind === "known") return project.id;
  const { name, description = "" } = project;
  const created = await createOnce<Project>({
    identity: ["projects.create", name, description],
    create: (options) => client.call("projects.create", { name, description }, { ...options, signal }),
    find: async (id) => {
      try {
        const project = await client.call("project.get", { id }, { signal });
        return project.name === name && !isArchived(project);
      } catch (error) {
        if (isOperationMissing(error)) return true;
        if (hasErrorName(error, "NotFoundError")) return false;
        throw error;
      }
    },
  });
  return created.id;
}
