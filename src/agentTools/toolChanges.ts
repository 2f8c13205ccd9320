import type { Server } from "../contract/servers.ts";
import {
  type BreakingToolChanges,
  compareWithLiveVersion,
  type DeploymentToolChanges,
} from "../surface/compareWithLiveVersion.ts";
import { formatFirstToolChanges } from "../surface/formatToolChange.ts";
import type { VersionReader } from "../surface/versionReader.ts";
import { listFirst } from "../text/formatFirst.ts";
import { toVisibleText } from "../text/toVisibleText.ts";
import { type AgentService, AgentToolError } from "./agentTool.ts";
import { findVersion } from "./findItem.ts";

const mostLines = 10;

interface CheckedDeployment {
  readonly server: Server;
  readonly version: string;
}

/** What a deployment changes for callers of the live version. */
export async function readToolChanges(
  service: AgentService,
  { server: { liveDeploymentId: id, artifactId }, version }: CheckedDeployment,
): Promise<DeploymentToolChanges> {
  const live = id ? (await service.call("deployment.get", { id })).version : undefined;
  if (live === undefined || !artifactId) return { kind: "none" };
  return compareWithLiveVersion(createVersionReader(service, artifactId), live, version);
}

function createVersionReader(service: AgentService, id: string): VersionReader {
  return {
    find: (version) => findVersion(service, id, version),
    readFiles: async (version) => {
      const { files } = await service.call("registry.artifact", { id, version });
      return files?.flatMap(({ path, encoding, content }) =>
        path === undefined || content === undefined ? [] : [{ path, bytes: Buffer.from(content, encoding) }],
      );
    },
    readListedTools: (version) => service.readVersionTools({ id, version }),
  };
}

/** What breaks callers, and the skills that name what is gone, a sentence each. */
export function listBreakingChanges({ breaking, skills }: BreakingToolChanges): readonly string[] {
  return [...formatFirstToolChanges(breaking, mostLines), ...listFirst(skills.map(toVisibleText), mostLines)];
}

export const breakingChangesAdvice =
  "Show the user these changes. Deploy it with breaksCallers only if the user agrees to them.";

export function createBreakingChangesError(
  { server, version }: CheckedDeployment,
  found: BreakingToolChanges,
  advice: string,
): AgentToolError {
  const lines = listBreakingChanges(found).map((line) => `- ${line}`);
  const reason = found.breaking.length > 0 ? `it breaks callers of ${found.live}` : "its skills do not fit its tools";
  const title = `${server.name} ${version} is not deployed, because ${reason}:`;
  return new AgentToolError([title, ...lines, advice].join("\n"));
}
