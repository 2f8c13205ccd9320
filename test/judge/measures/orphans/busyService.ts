import type { ServiceClient } from "../../../../src/client/client.ts";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { waitForGeneration } from "../../../../src/extension/server/model/waitForGeneration.ts";
import { createTinyServerFiles, type TinyVariant, tinyEntry } from "../../../support/servers/tinyServer.ts";
import { createSkillFilePair, type ServiceAddress } from "../killedService/writers.ts";

/**
 * Starts everything that a killed service could leave behind: a running server, a running and a starting server in an endless
 * loop, a script in an endless loop, a test run whose tool never answers, and a generation.
 */
export async function startBusyWork({ url, key }: ServiceAddress): Promise<void> {
  const client = createServiceClient({ baseUrl: url, key: async () => key });
  try {
    const { id: projectId } = await client.call("projects.create", { name: "Busy" });
    const server = (variant: TinyVariant) => makeServer(client, projectId, variant);
    const healthy = await server("healthy");
    const looping = await server("healthy");
    const starting = await server("spins");
    const ids = await Promise.all([healthy, looping, starting].map((id) => client.call("server.deploy", { id })));
    await until(client, ids[0]?.id ?? "", "running");
    await until(client, ids[1]?.id ?? "", "running");
    await until(client, ids[2]?.id ?? "", "starting");
    await callForEver({ url, key }, client, looping);
    const suite = { path: "fairlead.tests.yaml", content: "- { name: waits, tool: slow, input: { ms: 600000 } }\n" };
    await client.call("serverTestRuns.start", { id: healthy, suite, cases: ["case"], timeoutMs: 600_000 });
    const skill = await client.call("skills.create", { projectId, files: loopingSkill() });
    await client.call("skillTestRuns.start", { id: skill.id, cases: ["script"] });
    await client.call("server.generate", { id: healthy, source: { kind: "openapi", document: largeDocument() } });
  } finally {
    await client.close();
  }
}

async function makeServer(client: ServiceClient, projectId: string, variant: TinyVariant): Promise<string> {
  const files = createTinyServerFiles(variant).map((file) => ({ ...file, encoding: "utf8" as const }));
  const server = await client.call("servers.create", { projectId, name: variant });
  await client.call("server.generate", { id: server.id, source: { kind: "files", files, entry: tinyEntry } });
  return (await waitForGeneration(client, server, AbortSignal.timeout(60_000))).id;
}

async function until(client: ServiceClient, id: string, status: string): Promise<void> {
  for await (const event of client.events(id, { signal: AbortSignal.timeout(60_000) })) {
    if (event.kind === "state" && event.data?.status === status) return;
  }
  throw new Error(`${id} never was ${status}.`);
}

/** Calls a tool that puts the server's process into an endless loop, and waits for the loop. */
async function callForEver({ url }: ServiceAddress, client: ServiceClient, serverId: string): Promise<void> {
  const { accessToken } = await client.call("runtime.token", { serverId });
  const params = { name: "echo", arguments: { spin: true } };
  const call = fetch(`${url}/mcp/${serverId}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal: AbortSignal.timeout(500),
  });
  await call.catch(() => undefined);
}

function loopingSkill() {
  const files = createSkillFilePair("looping").slice(0, 1);
  const content = JSON.stringify([{ name: "loops", script: "scripts/loop.mjs" }]);
  return [
    ...files,
    { path: "scripts/loop.mjs", encoding: "utf8" as const, content: "for (;;);\n" },
    { path: "evals/scripts.json", encoding: "utf8" as const, content },
  ];
}

/** A document that is large enough for the worker thread to be generating when the service is killed. */
function largeDocument(): string {
  const operation = (index: number) => [
    `/things/${index}`,
    { get: { operationId: `get${index}`, responses: { 200: { description: "It." } } } },
  ];
  const paths = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => operation(index)));
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Large", version: "1" },
    servers: [{ url: "http://127.0.0.1:1" }],
    paths,
  });
}
