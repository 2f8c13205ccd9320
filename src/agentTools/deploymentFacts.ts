import type { Deployment } from "../contract/deployments.ts";
import { listNewestItems } from "../contract/isNewestFirst.ts";
import { readStateWord } from "../contract/received.ts";
import type { Server } from "../contract/servers.ts";
import { readDeclaredHosts } from "../contract/serverVariableState.ts";
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

/** The hosts that get credentials, and those that a credential with a value is for and the user has not agreed to. */
export function readCredentialHosts(server: Server) {
  const { variables = [] } = server;
  const isGiven = (hostsVariable: string) => {
    const scheme = variables.find(({ name }) => name === hostsVariable)?.credential?.name;
    return variables.some(({ credential, hosts, set }) => credential?.name === scheme && !hosts && set !== false);
  };
  const all = readDeclaredHosts(server);
  const agreed = [...new Set(all.flatMap((one) => one.agreed))];
  const wanted = all.filter(({ variable }) => isGiven(variable)).flatMap(({ hosts }) => hosts);
  return { agreed, missing: [...new Set(wanted)].filter((host) => !agreed.includes(host)) };
}

/** What is said of hosts, where there is something to say. */
export function describeCredentialHosts(server: Server): ToolFacts {
  const { agreed, missing } = readCredentialHosts(server);
  return {
    ...(agreed.length > 0 && { credentialHosts: agreed }),
    ...(missing.length > 0 && {
      hostsToAgree: missing,
      hostsNote: 'No credential is sent there until the user agrees, with the command "Fairlead: Deploy".',
    }),
  };
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
