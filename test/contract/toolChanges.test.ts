import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, describe, expect, test } from "vitest";
import { bundledRuntimeFiles } from "../../src/service/programFiles.ts";
import { type McpEra, protocolEras } from "../support/servers/mcpClient.ts";
import { requireValue } from "../support/service/requireValue.ts";
import { assertDeployed, type DeployedServer, startServedService } from "../support/service/servedService.ts";

const served = await startServedService();
afterAll(() => served.close());

let versions = 0;

/** A server of our runtime whose tools have these names. */
const createSource = (...names: string[]) => {
  const tools = names.map((name) => ({ name, description: "", inputSchema: { type: "object" } }));
  versions += 1;
  const code = `// ${versions}
import { serveTools } from "./runtime.mjs";
const tools = ${JSON.stringify(tools)}.map((tool) => ({ ...tool, run: () => process.pid.toString() }));
await serveTools({ name: "changing", version: "1.0.0", tools });`;
  const runtime = bundledRuntimeFiles().map((file) => ({ path: basename(file), content: readFileSync(file, "utf8") }));
  const files = [...runtime, { path: "server.mjs", content: code }];
  return {
    kind: "files" as const,
    files: files.map((file) => ({ ...file, encoding: "utf8" as const })),
    entry: "server.mjs",
  };
};

const deployNew = async (...names: string[]): Promise<DeployedServer> => {
  const deployed = await served.deploy("Changing", createSource(...names));
  assertDeployed(deployed);
  return deployed;
};

const readServer = async (id: string) => requireValue((await served.api.call("servers.list", { id })).items[0]);

/** Makes a new version live. */
const deployAgain = async ({ server: { id } }: DeployedServer, ...names: string[]) => {
  const { latestVersion } = await readServer(id);
  await served.api.call("server.generate", { id, source: createSource(...names) });
  const limit = { timeout: 20_000 };
  await expect.poll(async () => (await readServer(id)).latestVersion, limit).not.toBe(latestVersion);
  const deployment = await served.api.call("server.deploy", { id });
  await expect.poll(async () => (await readServer(id)).liveDeploymentId, limit).toBe(deployment.id);
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

describe.each(protocolEras)("the official client of %s", (era) => {
  test("is told of the tools of each new version, also of one that follows another, and of no version with the same", async () => {
    const deployed = await deployNew("one");
    const { client, lists } = await connect(deployed, era);
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
    await deployAgain(deployed, "one");
    await deployAgain(deployed, "one", "two");
    await expect.poll(() => lists, { timeout: 5000 }).toEqual([["one", "two"]]);
    await deployAgain(deployed, "three");
    await expect.poll(() => lists, { timeout: 5000 }).toEqual([["one", "two"], ["three"]]);
    await client.close();
  });
});
