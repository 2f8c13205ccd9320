import type { Deployment } from "../contract/deployments.ts";
import { listNewestItems } from "../contract/isNewestFirst.ts";
import { readStateWord } from "../contract/received.ts";
import type { Server } from "../contract/servers.ts";
import { type AgentService, AgentToolError } from "./agentTool.ts";
import type { ToolFacts } from "./toolReply.ts";

const lastLines = 15;

export function describeDeployment(deployment: Deployment): ToolFacts {
  const { id, version, createdAt, startedAt, finishedAt, message, runsOn, image, idleSince } = deployment;
  return {
    id,
    version,
    status: readStateWord(deployment.status),
    createdAt,
    startedAt: startedAt ?? undefined,
    finishedAt: finishedAt ?? undefined,
    message: message ?? undefined,
    runsOn,
    image: image ?? undefined,
    idleSince: idleSince ?? undefined,
  };
}

/** The reason of the failure and the last output; undefined when the service does not report it. */
export function describeFailure({ failure }: Deployment): ToolFacts | undefined {
  return failure ? { step: failure.step, message: failure.message, log: failure.log?.slice(-lastLines) } : undefined;
}

/** Required variables that the service says have no value. */
export function listMissingVariables({ variables = [] }: Server): readonly string[] {
  return variables.flatMap(({ name, required, set, hosts }) => (required && set === false && !hosts ? name : []));
}

/** The hosts that a server's version sends credentials to. */
export function listCredentialHosts({ variables = [] }: Server): readonly string[] {
  return [...new Set(variables.flatMap(({ hosts = [] }) => hosts))];
}

/** The newest deployment of a server; undefined: there is none. */
export async function readNewestDeployment(
  { call }: AgentService,
  { id, name }: Server,
): Promise<Deployment | undefined> {
  const page = await call("deployments.list", { serverId: id, limit: 1 });
  const [newest] = listNewestItems(page);
  if (newest || page.items.length === 0) return newest;
  throw new AgentToolError(`The newest deployment of ${name} is not known. Name the id of a deployment.`);
}
