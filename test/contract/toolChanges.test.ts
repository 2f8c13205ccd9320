import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, expect, test } from "vitest";
import { type McpEra, protocolEras } from "../support/servers/mcpClient.ts";
import { requireValue } from "../support/service/requireValue.ts";
import { type DeployedServer, startServedService } from "../support/service/servedService.ts";
import { builtRuntime } from "../support/testBuild.ts";

const served = await startServedService();
afterAll(() => served.close());

let versions = 0;

/** A server of our runtime whose tools have these names. */
const createSource = async (...names: string[]) => {
  const tools = names.map((name) => ({ name, description: "", inputSchema: { type: "object" } }));
  versions += 1;
  const code = `// ${versions}
import { serveTools } from "./runtime.mjs";
const tools = ${JSON.stringify(tools)}.map((tool) => ({ ...tool, run: () => process.pid.toString() }));
await serveTools({ name: "changing", version: "1.0.0", tools });`;
  const runtime = { path: "runtime.mjs", content: readFileSync(await builtRuntime(), "utf8") };
  const files = [runtime, { path: "server.mjs", content: code }];
  return {
    kind: "files" as const,
    files: files.map((file) => ({ ...file, encoding: "utf8" as const })),
    entry: "server.mjs",
  };
};

const deployNew = async (...names: string[]): Promise<DeployedServer> => {
  const deployed = await served.deploy("Changing", await createSource(...names));
  return deployed;
};

const readServer = async (id: string) => requireValue((await served.api.call("servers.list", { id })).items[0]);

/** Makes a new version live. */
const deployAgain = async ({ server: { id } }: DeployedServer, ...names: string[]) => {
  const { latestVersion } = await readServer(id);
  await served.api.call("server.generate", { id, source: await createSource(...names) });
  await expect.poll(async () => (await readServer(id)).latestVersion).not.toBe(latestVersion);
  const deployment = await served.api.call("server.deploy", { id });
  await expect.poll(async () => (await readServer(id)).liveDeploymentId).toBe(deployment.id);
};

/** Connects the official client, which reads the tools again when it is told. */
const connect = async ({ url, headers }: DeployedServer, era: McpEra) => {
  const lists: string[][] = [];
  const onChanged = (_error: Error | null, tools: readonly { name: string }[] | null) =>
    void lists.push((tools ?? []).map(({ name }) => name));
  const mode = era === "2025-11-25" ? "legacy" : { pin: era };
  const client = new Client(
    { name: "tests", version: "1.0.0" },
    { versionNegotiation: { mode }, listChanged: { tools: { onChanged, debounceMs: 0 } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } }));
  return { client, lists };
};

test("official clients get the tools of each new version, also of one that follows another, and of no version with the same", async () => {
  const deployed = await deployNew("one");
  const clients = await Promise.all(protocolEras.map((era) => connect(deployed, era)));
  for (const { client } of clients) expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
  const expectLists = (...expected: string[][]) =>
    expect.poll(() => clients.map(({ lists }) => lists)).toEqual(protocolEras.map(() => expected));
  await deployAgain(deployed, "one");
  await deployAgain(deployed, "one", "two");
  await expectLists(["one", "two"]);
  await deployAgain(deployed, "three");
  await expectLists(["one", "two"], ["three"]);
  for (const { client } of clients) await client.close();
});
