import * as z from "zod";
import type { Deployment } from "../../contract/deployments.ts";
import { listNewestItems } from "../../contract/isNewestFirst.ts";
import { formatLimits } from "../server/model/runners.ts";
import { formatServerState } from "../server/model/serverState.ts";
import { findProjectByName } from "./findByName.ts";
import { createReadTool, type ToolConnection } from "./languageModelTool.ts";
import { takeItems } from "./takeItems.ts";
import { limitInput, skipInput } from "./toolInputs.ts";
import type { ToolFacts } from "./toolReply.ts";

const input = z.strictObject({
  filter: z.string().max(200).optional().describe("Text that the names must contain."),
  project: z.string().max(200).optional().describe("Name or id of a project; all if omitted."),
  limit: limitInput,
  skip: skipInput,
});

/** Deployments to join with the servers in one request; the service returns no more at once. */
const recent = 200;

export const listServersTool = createReadTool({ input, progress: "Listing servers" }, async (toolConnection, input) => {
  const { filter, skip } = input;
  const project = input.project === undefined ? undefined : await findProjectByName(toolConnection, input.project);
  const ofProject = project ? { projectId: project.id } : {};
  const query = { limit: 200, ...ofProject, ...(filter && { q: filter }) };
  const [page, deployments] = await Promise.all([
    takeItems(toolConnection.client.list("servers.list", query, { signal: toolConnection.signal }), input),
    toolConnection.client.call("deployments.list", { limit: recent, ...ofProject }, { signal: toolConnection.signal }),
  ]);
  const projects = page.items.length > 0 && !project ? await projectNames(toolConnection) : new Map<string, string>();
  const deployed = joined(deployments);
  const items: readonly ToolFacts[] = page.items.map((server) => {
    const facts = {
      server,
      live: server.liveDeploymentId ? deployed.byId.get(server.liveDeploymentId) : undefined,
      latest: deployed.latest.get(server.id),
    };
    return {
      id: server.id,
      name: server.name,
      project: project?.name ?? (server.projectId && projects.get(server.projectId)) ?? server.projectId,
      state: formatServerState(facts),
      latestVersion: server.latestVersion,
      liveVersion: facts.live?.version,
      tools: server.toolCount ?? undefined,
      runsOn: facts.live?.runsOn ?? server.runsOn ?? undefined,
      limits: formatLimits(server),
      ...(server.description && { description: server.description }),
    };
  });
  const more = (shown: readonly ToolFacts[]) =>
    `There are more: ask again with skip ${skip + shown.length}, or with a filter.`;
  return {
    facts: { connection: toolConnection.connection.name },
    list: { name: "servers", items, isCut: page.isCut, more },
  };
});

/** Newest first: the first deployment of a server is its latest. */
function joined(deployments: { readonly items: readonly Deployment[]; readonly nextCursor: string | null }) {
  const newest = listNewestItems(deployments).toReversed();
  const latest = new Map(newest.map((deployment) => [deployment.serverId, deployment]));
  return { latest, byId: new Map(deployments.items.map((deployment) => [deployment.id, deployment])) };
}

async function projectNames({ client, signal }: ToolConnection): Promise<ReadonlyMap<string, string>> {
  const { items } = await client.call("projects.list", { limit: 200 }, { signal });
  return new Map(items.map(({ id, name }) => [id, name]));
}
