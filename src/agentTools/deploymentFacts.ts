import type { Deployment } from "../contract/deployments.ts";
import { listNewestItems } from "../contract/isNewestFirst.ts";
import { readStateWord } from "../contract/received.ts";
import type { Server } from "../contract/servers.ts";
import { parseCredentialHosts } from "../text/hosts/credentialHost.ts";
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
export function readCredentialHosts({ environment = {}, variables = [] }: Server) {
  const lists = variables.flatMap(({ name, hosts, credential }) => (hosts ? [{ name, hosts, credential }] : []));
  const agreed = [...new Set(lists.flatMap(({ name }) => parseCredentialHosts(environment[name] ?? "")))];
  const isGiven = (scheme: string | undefined) =>
    variables.some(({ credential, hosts, set }) => credential?.name === scheme && !hosts && set !== false);
  // The user who replaced the API's address chose the receiver of all credentials.
  const wanted = environment.API_BASE_URL?.trim() ? [] : lists.filter(({ credential }) => isGiven(credential?.name));
  const missing = new Set(wanted.flatMap(({ hosts }) => hosts).filter((host) => !agreed.includes(host)));
  return { agreed, missing: [...missing] };
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
