import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import { isDeploymentLive } from "../../contract/deployments.ts";
import { readStateWord } from "../../contract/received.ts";
import type { Server } from "../../contract/servers.ts";
import { defineCommand } from "../command.ts";
import { findServer } from "../service/findServer.ts";
import { withService } from "../service/withClient.ts";

export const statusCommand = defineCommand({
  help: "Says what the servers do. With one server, the exit code is 0 only while it serves calls.",
  example: "fairlead status pets",
  operands: ["server"],
  options: z.object({
    server: z.string().min(1).optional().describe("The name, slug or id of a server; by default all."),
  }),
  run: async ({ server: wanted }, { environment, signal }) =>
    withService({ environment }, async (client) => {
      const servers = wanted === undefined ? listServers(client, signal) : [await findServer(client, wanted, signal)];
      const states: Awaited<ReturnType<typeof readState>>[] = [];
      for await (const server of servers) states.push(await readState(client, server, signal));
      return {
        ok: wanted === undefined || states.every(({ status }) => isDeploymentLive(status)),
        lines: states.length === 0 ? ["The service has no servers."] : states.map(formatState),
        json: { servers: states },
      };
    }),
});

const listServers = (client: ServiceClient, signal: AbortSignal) =>
  client.list("servers.list", { limit: 200 }, { signal });

/** The state of the live deployment, else of the server itself. */
async function readState(client: ServiceClient, server: Server, signal: AbortSignal) {
  const { id, name, liveDeploymentId, statusDetail } = server;
  const live = liveDeploymentId ? await client.call("deployment.get", { id: liveDeploymentId }, { signal }) : undefined;
  return {
    id,
    name,
    status: readStateWord(live?.status ?? server.status ?? undefined) ?? "unknown",
    version: live?.version ?? server.latestVersion ?? null,
    health: live?.health ? (readStateWord(live.health.status ?? undefined) ?? "unknown") : null,
    message: live?.health?.message ?? live?.failure?.message ?? statusDetail ?? null,
    url: live?.url ?? null,
  };
}

function formatState({ name, status, version, health, message, url }: Awaited<ReturnType<typeof readState>>): string {
  const facts = [name, version, status, health, url].filter(Boolean).join("  ");
  return message ? `${facts}\n${message}` : facts;
}
