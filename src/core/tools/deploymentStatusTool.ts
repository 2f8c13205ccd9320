import * as z from "zod";
import type { Deployment, Health } from "../../contract/deployments.ts";
import type { Server } from "../../contract/servers.ts";
import { said, stateWords } from "../foundation/statedValue.ts";
import { serverWords } from "../server/serverState.ts";
import { deploymentFacts, failureFacts, missingVariables } from "./deploymentToolFacts.ts";
import { whichServer } from "./findByName.ts";
import { type At, readingTool } from "./languageModelTool.ts";
import { serverInput } from "./toolInputs.ts";
import type { Facts } from "./toolReply.ts";

const input = z.strictObject({ server: serverInput });

export const deploymentStatus = readingTool({ input, progress: "Reading how a server is" }, async (at, given) => {
  const server = await whichServer(at, given.server);
  const { live, latest, failed, health } = await readAll(at, server);
  const missing = missingVariables(server);
  return {
    facts: {
      connection: at.connection.name,
      server: { id: server.id, name: server.name },
      state: serverWords({ server, live, latest }),
      statusDetail: server.statusDetail ?? undefined,
      latestVersion: server.latestVersion,
      live: live && { ...deploymentFacts(live), url: live.url ?? undefined },
      health: health && healthFacts(health),
      ...(latest && latest.id !== live?.id && { latestDeployment: deploymentFacts(latest) }),
      lastFailure: failed && { ...deploymentFacts(failed), failure: failureFacts(failed) },
      ...(missing.length > 0 && { missingVariables: missing }),
    },
  };
});

async function readAll({ client, signal }: At, { id: serverId, liveDeploymentId: id }: Server) {
  const list = (query: { readonly status?: Deployment["status"] }) =>
    client.call("deployments.list", { serverId, limit: 1, ...query }, { signal });
  const [live, health, latest, failed] = await Promise.all([
    id === null ? undefined : client.call("deployment.get", { id }, { signal }),
    id === null ? undefined : client.call("deployment.health", { id }, { signal }),
    list({}),
    list({ status: "failed" }),
  ]);
  return { live, health, latest: latest.items[0], failed: failed.items[0] };
}

function healthFacts(health: Health): Facts {
  const { checkedAt, latencyMs, uptimeMs, restarts, checks } = health;
  return {
    ...{ status: stateWords(health), checkedAt: said(checkedAt), latencyMs, uptimeMs, restarts },
    checks: checks.map((check) => ({ name: check.name, status: stateWords(check), message: check.message })),
  };
}
