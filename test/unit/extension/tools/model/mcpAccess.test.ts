import { afterAll, describe, expect, test } from "vitest";
import { connectToMcp } from "../../../../../src/client/mcp/connectToMcp.ts";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import type { McpServerKey } from "../../../../../src/extension/tools/model/mcpTarget.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createTestMcpAccess } from "../../../../support/editor/mcpAccess.ts";
import { serverCode } from "../../../../support/servers/codeServer.ts";
import { deployVersion, generateVersion } from "../../../../support/servers/generateServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

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
  return { kind: "deployed", connection: requireValue(fixture.app.connections.active()).id, id: deployed.server.id };
}

async function deployAgain(id: string, changes: string): Promise<void> {
  const { api } = served;
  await generateVersion(api, id, { source: sourceOf(changes) });
  await deployVersion(api, id);
}

const readNames = async (key: McpServerKey) =>
  (await fixture.app.mcp.readContents(key, never)).tools.map(({ name }) => name);

/** A server that no test changes. */
const own = await deploy();

describe("the MCP servers of a window", () => {
  test("are read also where they lack server/discover", async () => {
    expect(await readNames(await deploy(`delete methods["server/discover"];`))).toEqual(["add", "drop"]);
  });

  test("have all pages of their tools, also where they lack initialize", async () => {
    const pages = `
      delete methods.initialize;
      methods["tools/list"] = ({ cursor }) => ({ resultType: "complete", ttlMs: 0, cacheScope: "private",
        tools: [{ name: "tool" + (cursor ?? 0), inputSchema: { type: "object" } }],
        ...(Number(cursor ?? 0) < 4 ? { nextCursor: String(Number(cursor ?? 0) + 1) } : {}) });`;
    expect(await readNames(await deploy(pages))).toEqual(["tool0", "tool1", "tool2", "tool3", "tool4"]);
  });

  test("have the tools of the deployment that is live now, and none while they are stopped", async () => {
    const key = await deploy();
    expect(await readNames(key)).toContain("add");
    await deployAgain(key.id, rename("plus"));
    expect(await readNames(key)).toEqual(["plus", "drop"]);
    await served.api.call("server.update", { id: key.id, desiredState: "stopped" });
    await expect(readNames(key)).rejects.toThrow("Own is stopped. Start it first.");
  });

  test.each([
    ["with another connection", { connection: "other" }, "The connection of this server was removed. Add it again."],
    ["after they were deleted", { id: "srv_none" }, "was archived or deleted"],
  ])("are not read %s", async (_, change, message) => {
    await expect(readNames({ ...own, ...change })).rejects.toThrow(message);
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
    await expect(readNames(key)).rejects.toThrow("The server reports an error: busy.");
    expect(await readNames(key)).toContain("add");
  });

  test("name the hosts of their API and the allowed ones, not the gateway", async () => {
    const document = JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: "https://api.example.com/v2" }] },
      paths: { "/pets": { delete: { operationId: "dropPets", responses: { 204: { description: "Gone." } } } } },
    });
    const generated = await served.deploy("Pets", { kind: "openapi", document });
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
    const mcp = createTestMcpAccess(fixture.app.connections, {
      polling: createPolling({
        refreshMs: () => 5000,
        runLater: (_ms, work) => {
          later.push(work);
          return () => void later.splice(later.indexOf(work), 1);
        },
      }),
      connectToMcp: (...given) => {
        opened += 1;
        return connectToMcp(...given);
      },
    });
    await mcp.readContents(own, never);
    await mcp.readContents(own, never);
    expect(opened).toBe(1);
    expect(later).toHaveLength(1);
    later[0]?.();
    await mcp.readContents(own, never);
    expect(opened).toBe(2);
    mcp.dispose();
  });

  test("get another token when the gateway refuses the last one", async () => {
    let asked = 0;
    const authorize = async () => {
      asked += 1;
      const { accessToken } = await served.api.call("runtime.token", { serverId: own.id });
      return `Bearer ${asked === 1 ? "expired" : accessToken}`;
    };
    const { url } = await fixture.app.mcp.findTarget(own, never);
    const connection = await connectToMcp({ url, authorize }, never);
    expect((await connection.readContents(never)).tools).toHaveLength(2);
    expect(asked).toBe(2);
    await connection.close();
  });

  test("are named by URL only in this window, with a header that is not shown", async () => {
    const { mcp } = fixture.app;
    const { url } = await mcp.findTarget(own, never);
    const { accessToken } = await served.api.call("runtime.token", { serverId: own.id });
    const byUrl = { kind: "url", url } as const;
    await expect(readNames(byUrl)).rejects.toThrow(`This window is not connected to ${url}.`);
    mcp.addNamedServer({ name: "Mine", url, headers: { Authorization: `Bearer ${accessToken}` } });
    expect(await readNames(byUrl)).toContain("add");
    mcp.removeNamedServer(url);
    expect(mcp.namedServers()).toEqual([]);
    await expect(readNames(byUrl)).rejects.toThrow("not connected");
  });
});
