import * as z from "zod";
import type { DeploymentHealth, DeploymentResource } from "../../contract/deployments.ts";
import { listNewestItems } from "../../contract/isNewestFirst.ts";
import type { Server } from "../../contract/servers.ts";
import { readStateWord } from "../base/serviceState.ts";
import { formatServerState } from "../server/model/serverState.ts";
import { listMissingVariables } from "../server/model/serverVariables.ts";
import { deploymentToolFacts, failureToolFacts } from "./deploymentToolFacts.ts";
import { findServerByName } from "./findByName.ts";
import { createReadTool, type ToolConnection } from "./languageModelTool.ts";
import { serverInput } from "./toolInputs.ts";
import type { ToolFacts } from "./toolReply.ts";

const input = z.strictObject({ server: serverInput });

export const deploymentStatusTool = createReadTool(
  { input, progress: "Reading a server's state" },
  async (toolConnection, input) => {
    const server = await findServerByName(toolConnection, input.server);
    const { live, latest, failed, health } = await readAll(toolConnection, server);
    const missing = listMissingVariables(server).map(({ name }) => name);
    return {
      facts: {
        connection: toolConnection.connection.name,
        server: { id: server.id, name: server.name },
        state: formatServerState({ server, live, latest }),
        statusDetail: server.statusDetail ?? undefined,
        latestVersion: server.latestVersion,
        live: live && { ...deploymentToolFacts(live), url: live.url ?? undefined },
        health: health && healthFacts(health),
        ...(latest && latest.id !== live?.id && { latestDeployment: deploymentToolFacts(latest) }),
        lastFailure: failed && { ...deploymentToolFacts(failed), failure: failureToolFacts(failed) },
        ...(missing.length > 0 && { missingVariables: missing }),
      },
    };
  },
);

async function readAll({ client, signal }: ToolConnection, { id: serverId, liveDeploymentId: id }: Server) {
  const list = (query: { readonly status?: DeploymentResource["status"] }) =>
    client.call("deployments.list", { serverId, limit: 1, ...query }, { signal });
  const [live, health, latest, failed] = await Promise.all([
    id ? client.call("deployment.get", { id }, { signal }) : undefined,
    id ? client.call("deployment.health", { id }, { signal }) : undefined,
    list({}),
    list({ status: "failed" }),
  ]);
  return { live, health, latest: listNewestItems(latest)[0], failed: listNewestItems(failed)[0] };
}

function healthFacts(health: DeploymentHealth): ToolFacts {
  const { checkedAt, latencyMs, uptimeMs, restarts, checks } = health;
  return {
    status: readStateWord(health.status),
    checkedAt: checkedAt ?? undefined,
    latencyMs,
    uptimeMs,
    restarts,
    checks: checks?.map((check) => ({ name: check.name, status: readStateWord(check.status), message: check.message })),
  };
}
