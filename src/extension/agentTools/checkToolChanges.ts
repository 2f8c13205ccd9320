import { AgentToolError } from "../../agentTools/agentTool.ts";
import type { Server } from "../../contract/servers.ts";
import { formatFirstToolChanges } from "../registry/model/formatToolChanges.ts";
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
  { server, version, isAccepted }: CheckedDeployment,
): Promise<CheckedToolChanges> {
  const mode = world.settings().breakingChanges;
  if (mode === "allow") return { isKnown: true, rows: [] };
  const found = await readDeploymentToolChanges(world, client, { server, version }, signal);
  if (found.kind !== "breaking") return { isKnown: found.kind !== "unknown", rows: [] };
  const lines = [...formatFirstToolChanges(found.breaking, 10), ...found.skills.slice(0, 10)];
  if (mode === "ask" && isAccepted)
    return { isKnown: true, rows: lines.map((line) => ["Breaks callers", line] as const) };
  const advice =
    mode === "refuse"
      ? 'The user\'s setting "fairlead.deploy.breakingChanges" refuses that. Restore what callers need in a new version.'
      : "Show the user these changes. Deploy it with breaksCallers only if the user agrees to them.";
  throw new AgentToolError(
    `${server.name} ${version} is not deployed, because it breaks callers of ${found.live}:\n${lines.map((line) => `- ${line}`).join("\n")}\n${advice}`,
  );
}
