import { afterAll, describe, expect, test } from "vitest";
import type { McpServerKey } from "../../../../../src/extension/tools/model/mcpTarget.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createTestMcpAccess } from "../../../../support/editor/mcpAccess.ts";
import { pollUntil } from "../../../../support/pollUntil.ts";
import { serverCode } from "../../../../support/servers/codeServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { assertDeployed } from "../../../../support/service/servedService.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { testDeadline } from "../../../../support/testDeadline.ts";

const served = await useServedService();
const fixture = await createCommandFixture(served);
afterAll(() => fixture.close());

const never = new AbortController().signal;
const sourceOf = (changes = "") => {
  const files = [{ path: "server.mjs", encoding: "utf8" as const, content: serverCode(changes) }];
  return { kind: "files" as const, files, entry: "server.mjs" };
};
const rename = (name: string) => `tools[0].name = ${JSON.stringify(name)};`;

async function deploy(changes = ""): Promise<Extract<McpServerKey, { kind: "deployed" }>> {
  const deployed = await served.deploy("Own", sourceOf(changes));
  assertDeployed(deployed);
  return { kind: "deployed", connection: requireValue(fixture.app.connections.active()).id, id: deployed.server.id };
}

async function deployAgain(id: string, changes: string): Promise<void> {
  const { api } = served;
  await api.call("server.generate", { id, source: sourceOf(changes) });
  await pollUntil(
    async () => (await api.call("servers.list", { id })).items[0],
    (server) => server?.status !== "generating",
  );
  const { id: deploymentId } = await api.call("server.deploy", { id });
  for await (const event of api.events(deploymentId, { signal: testDeadline() }))
    if (event.kind === "state" && event.message?.includes("running")) return;
}

const readNames = async (key: McpServerKey) =>
  (await fixture.app.mcp.readContents(key, never)).tools.map(({ name }) => name);

describe("the MCP servers of a window", () => {
  test.each(["server/discover", "initialize"])("are read also where they lack %s", async (method) => {
    expect(await readNames(await deploy(`delete methods["${method}"];`))).toEqual(["add", "drop"]);
  });

  test("have all pages of their tools", async () => {
    const pages = `
      methods["tools/list"] = ({ cursor }) => ({ resultType: "complete", ttlMs: 0, cacheScope: "private",
        tools: [{ name: "tool" + (cursor ?? 0), inputSchema: { type: "object" } }],
        ...(Number(cursor ?? 0) < 4 ? { nextCursor: String(Number(cursor ?? 0) + 1) } : {}) });`;
    expect(await readNames(await deploy(pages))).toEqual(["tool0", "tool1", "tool2", "tool3", "tool4"]);
  });

  test("have the tools of the deployment that is live now", async () => {
    const key = await deploy();
    expect(await readNames(key)).toContain("add");
    await deployAgain(key.id, rename("plus"));
    expect(await readNames(key)).toEqual(["plus", "drop"]);
  });

  test("are read again when they were not readable", async () => {
    const key = await deploy(
      `let failures = 1;
      const list = methods["tools/list"];
      methods["tools/list"] = ({ _meta }) => {
        const isEditor = _meta?.["io.modelcontextprotocol/clientInfo"]?.name === "fairlead";
        if (isEditor && failures-- > 0) throw new Error("busy");
        return list();
      };`,
    );
    await expect(readNames(key)).rejects.toThrow("The server refused the request: busy. Check the arguments.");
    expect(await readNames(key)).toContain("add");
  });

  test("are not read while they are stopped, and the message says what to do", async () => {
    const key = await deploy();
    await served.api.call("server.update", { id: key.id, desiredState: "stopped" });
    await expect(readNames(key)).rejects.toThrow("Own is stopped. Start it first.");
  });

  test("are not read with another connection", async () => {
    const key = { ...(await deploy()), connection: "other" };
    await expect(readNames(key)).rejects.toThrow("The connection of this server was removed. Add it again.");
  });

  test("are not read after they were deleted", async () => {
    const { connection } = await deploy();
    await expect(readNames({ kind: "deployed", connection, id: "srv_none" })).rejects.toThrow("it was deleted");
  });

  test("name the hosts of their API and the allowed ones, not the gateway", async () => {
    const document = JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: "https://api.example.com/v2" }] },
      paths: { "/pets": { delete: { operationId: "dropPets", responses: { 204: { description: "Gone." } } } } },
    });
    const own = await deploy();
    const generated = await served.deploy("Pets", { kind: "openapi", document });
    assertDeployed(generated);
    const readHosts = async (key: McpServerKey) => (await fixture.app.mcp.findTarget(key, never)).readHosts(never);
    const key = { ...own, id: generated.server.id };
    expect(await readHosts(own)).toEqual([]);
    expect(await readHosts(key)).toEqual(["api.example.com"]);
    await served.api.call("server.update", { id: key.id, allowedHosts: ["cdn.example.com"] });
    expect(await readHosts(key)).toEqual(["api.example.com", "cdn.example.com"]);
    await served.api.call("server.update", { id: key.id, environment: { API_BASE_URL: "https://test.example.com" } });
    expect(await readHosts(key)).toEqual(["test.example.com", "cdn.example.com"]);
  });

  test("close when nothing uses them for a while", async () => {
    const later: (() => void)[] = [];
    let opened = 0;
    const key = await deploy();
    const { connectToMcp } = await import("../../../../../src/client/mcp/connectToMcp.ts");
    const mcp = createTestMcpAccess(fixture.app.connections, {
      runLater: (_ms, work) => {
        later.push(work);
        return () => void later.splice(later.indexOf(work), 1);
      },
      connectToMcp: (...given) => {
        opened += 1;
        return connectToMcp(...given);
      },
    });
    await mcp.readContents(key, never);
    await mcp.readContents(key, never);
    expect(opened).toBe(1);
    expect(later).toHaveLength(1);
    later[0]?.();
    await mcp.readContents(key, never);
    expect(opened).toBe(2);
    mcp.dispose();
  });

  test("get another token when the gateway refuses the last one", async () => {
    const key = await deploy();
    let asked = 0;
    const authorize = async () => {
      asked += 1;
      const { accessToken } = await served.api.call("runtime.token", { serverId: key.id });
      return `Bearer ${asked === 1 ? "expired" : accessToken}`;
    };
    const { url } = await fixture.app.mcp.findTarget(key, never);
    const { connectToMcp } = await import("../../../../../src/client/mcp/connectToMcp.ts");
    const connection = await connectToMcp({ url, authorize }, never);
    expect((await connection.readContents(never)).tools).toHaveLength(2);
    expect(asked).toBe(2);
    await connection.close();
  });

  test("are named by URL only in this window, with a header that is not shown", async () => {
    const key = await deploy();
    const { mcp } = fixture.app;
    const { url } = await mcp.findTarget(key, never);
    const { accessToken } = await served.api.call("runtime.token", { serverId: key.id });
    const byUrl = { kind: "url", url } as const;
    await expect(readNames(byUrl)).rejects.toThrow(`This window is not connected to ${url}.`);
    mcp.addNamedServer({ name: "Mine", url, headers: { Authorization: `Bearer ${accessToken}` } });
    expect(await readNames(byUrl)).toContain("add");
    mcp.removeNamedServer(url);
    expect(mcp.namedServers()).toEqual([]);
    await expect(readNames(byUrl)).rejects.toThrow("not connected");
  });
});
