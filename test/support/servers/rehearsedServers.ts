import type { Deployment } from "../../../src/contract/deployments.ts";
import { requireValue } from "../service/requireValue.ts";
import type { startServedService } from "../service/servedService.ts";
import { createDocumentSource, deployVersion, generateServer, generateVersion } from "./generateServer.ts";
import { connectMcpClient } from "./mcpClient.ts";
import { sendJson, startUpstream } from "./upstream.ts";

type Served = Pick<Awaited<ReturnType<typeof startServedService>>, "api" | "project">;

/** Servers with a live version and a preview, and their API, which answers the paths of the preview differently. */
export async function startRehearsedServers(served: Served) {
  let count = 0;
  // The second version reads other names of even ids, and cannot read 13. `at` differs in each answer.
  const upstream = await startUpstream(({ method, target }, response) => {
    count += 1;
    const id = Number(/\d+$/.exec(target)?.[0] ?? 0);
    const isNew = target.startsWith("/v2/");
    if (isNew && id === 13) return sendJson(response, { error: "broken" }, 500);
    if (method === "POST") return sendJson(response, { id: count }, 201);
    sendJson(response, { id, at: count, tags: [{ name: isNew && id % 2 === 0 ? "new" : "old" }] });
  });
  const createDocument = (prefix: string, method = "get", operationId = "get_pet") => ({
    ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: upstream.origin }] },
    paths: {
      [`${prefix}/pets/{id}`]: {
        [method]: {
          operationId,
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { 200: { description: "A pet" } },
        },
      },
      [`${prefix}/orders`]: { post: { operationId: "add_order", responses: { 201: { description: "An order" } } } },
      "/v1/toys": { post: { operationId: "add_toy", responses: { 201: { description: "A toy" } } } },
    },
  });
  return {
    createDocument,
    /** How often the API was asked to change something. */
    countPosts: () => upstream.received.filter(({ method }) => method === "POST").length,
    /** A live version, and the preview of one whose document has other paths. */
    prepare: async (name: string, first = createDocument("/v1"), changed = createDocument("/v2")) => {
      const server = await generateServer(served, name, first);
      const live = await deployVersion(served.api, server.id);
      await generateVersion(served.api, server.id, { source: createDocumentSource(changed) });
      const preview = await deployVersion(served.api, server.id, { preview: true });
      return { server, live, preview };
    },
    record: (live: Deployment, calls: readonly (readonly [string, object])[]) => recordCalls(served, live, calls),
    close: () => upstream.close(),
  };
}

async function recordCalls(
  { api }: Pick<Served, "api">,
  live: Deployment,
  calls: readonly (readonly [string, object])[],
): Promise<void> {
  await api.changeRecording(live.id, true);
  const { accessToken } = await api.call("runtime.token", { serverId: requireValue(live.serverId) });
  const authorization = `Bearer ${accessToken}`;
  const client = await connectMcpClient(requireValue(live.url ?? undefined), "2026-07-28", { authorization });
  for (const [name, input] of calls) await client.callTool({ name, arguments: { ...input } });
  await client.close();
}
