import type { ListOperationName, OperationName } from "../../contract/operations.ts";
import type { Asking } from "../dialect.ts";
import { listOf } from "../language/owners.ts";
import { resourceOf } from "../language/subjects.ts";

export interface ResourceList {
  readonly name: ListOperationName;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Lists that belong to one of another resource. */
const inner: Partial<Record<OperationName, readonly [ListOperationName, string]>> = {
  "server.deploy": ["deployments.list", "serverId"],
  "serverTestRuns.start": ["serverTestRuns.list", "id"],
  "skillTestRuns.start": ["skillTestRuns.list", "id"],
  "skill.install": ["skill.installations", "id"],
  "skill.uninstall": ["skill.installations", "id"],
};

/** The list in which what a change made, or changed, is found. */
export function listingOf({ name, input }: Asking): ResourceList | undefined {
  const [list, field] = inner[name] ?? [];
  if (list && field) return { name: list, input: { [field]: input.id } };
  const whole = listOf(resourceOf(name));
  const { projectId } = input;
  return (
    whole && { name: whole, input: typeof projectId === "string" && whole !== "projects.list" ? { projectId } : {} }
  );
}

/** Whether a change makes something that was not there. */
export function isMaking(name: OperationName): boolean {
  return /\.(?:create|start|deploy|install)$/.test(name);
}
