import {
  breakingChangesAdvice,
  createBreakingChangesError,
  listBreakingChanges,
} from "../../agentTools/toolChanges.ts";
import type { Server } from "../../contract/servers.ts";
import { readDeploymentToolChanges } from "../server/model/deploymentToolChanges.ts";
import type { ChangeDetail, ToolConnection } from "./languageModelTool.ts";

interface CheckedDeployment {
  readonly server: Server;
  readonly version: string;
  /** The caller says that the user agreed. */
  readonly isAccepted: boolean;
}

interface CheckedToolChanges {
  /** Whether the tools of both versions are known, as far as that is needed. */
  readonly isKnown: boolean;
  /** What breaks callers, for the user who confirms the deployment. */
  readonly rows: readonly ChangeDetail[];
}

/** Throws before a deployment that breaks callers of the live version, unless the user's settings or the user agree. */
export async function checkToolChanges(
  { world, client, signal }: ToolConnection,
  deployed: CheckedDeployment,
): Promise<CheckedToolChanges> {
  const mode = world.settings().breakingChanges;
  if (mode === "allow") return { isKnown: true, rows: [] };
  const found = await readDeploymentToolChanges(world, client, deployed, signal);
  if (found.kind !== "breaking") return { isKnown: found.kind !== "unknown", rows: [] };
  if (found.breaking.length === 0)
    return { isKnown: true, rows: found.skills.map((line) => ["Breaks a skill", line] as const) };
  if (mode === "ask" && deployed.isAccepted)
    return { isKnown: true, rows: listBreakingChanges(found).map((line) => ["Breaks callers", line] as const) };
  const refusal =
    'The user\'s setting "fairlead.deploy.breakingChanges" refuses that. Restore what callers need in a new version.';
  throw createBreakingChangesError(deployed, found, mode === "refuse" ? refusal : breakingChangesAdvice);
}
