import type { Deployment } from "../contract/deployments.ts";
import type { Server } from "../contract/servers.ts";
import type { AgentService, ToolFacts } from "./agentTool.ts";

const lastLines = 15;

export function describeDeployment({
  id,
  version,
  status,
  createdAt,
  url,
  message,
  health,
  failure,
}: Deployment): ToolFacts {
  return {
    id,
    version,
    status,
    createdAt,
    ...(url && { url }),
    ...(message && { message }),
    ...(health && { health: health.status, healthMessage: health.message }),
    ...(failure && { failure: { step: failure.step, message: failure.message, log: failure.log?.slice(-lastLines) } }),
  };
}

/** Required variables without a value. */
export function listMissingVariables({ variables = [] }: Server): readonly string[] {
  return variables.flatMap(({ name, required, set, hosts }) => (required && set === false && !hosts ? name : []));
}

/** The hosts that a server's version sends credentials to. */
export function listCredentialHosts({ variables = [] }: Server): readonly string[] {
  return [...new Set(variables.flatMap(({ hosts = [] }) => hosts))];
}

/** The newest deployments of a server. */
export async function readDeployments({ call }: AgentService, serverId: string, limit: number) {
  return (await call("deployments.list", { serverId, limit })).items;
}
