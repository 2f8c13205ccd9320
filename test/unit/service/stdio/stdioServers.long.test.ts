import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectMcpClient, type McpEra, protocolEras } from "../../../support/servers/mcpClient.ts";
import { createStdioServerCode, stdioManifest } from "../../../support/servers/stdioServer.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { getRuntimeToken } from "../../../support/service/gatewayCall.ts";
import { createMachineSandbox, hasSandbox } from "../../../support/service/machineSandbox.ts";
import { noSandbox } from "../../../support/service/noSandbox.ts";
import { publishFiles } from "../../../support/service/publishFiles.ts";

const machines = [
  { name: "not confined", createSandbox: () => noSandbox, isThere: true },
  { name: "confined by the operating system", createSandbox: createMachineSandbox, isThere: hasSandbox },
];

describe.each(machines)("a server on standard input and output, $name", ({ createSandbox, isThere }) => {
  describe.skipIf(!isThere)("", () => {
    let fixture: DeploymentFixture;
    beforeAll(async () => {
      fixture = await startDeploymentFixture({}, undefined, createSandbox());
    });
    afterAll(() => fixture?.close());

    const deploy = (
      code: string,
      environment: Record<string, string> = {},
      more: { path: string; content: string }[] = [],
    ) => {
      const serverId = fixture.makeServer("stdio");
      fixture.setEnvironment(serverId, environment);
      publishFiles(
        fixture.context,
        serverId,
        "1.0.0",
        [{ path: "server.mjs", content: code }, ...more],
        "server.mjs",
        stdioManifest,
      );
      return { serverId, id: fixture.deploy(serverId, "1.0.0").id };
    };
    const run = async (options: Parameters<typeof createStdioServerCode>[0] = {}) => {
      const { serverId, id } = deploy(createStdioServerCode(options), { GREETING: "hello" });
      await fixture.waitForStatus(id, "running");
      const token = await getRuntimeToken(fixture, serverId);
      const connect = (era: McpEra) =>
        connectMcpClient(`${fixture.context.baseUrl()}/mcp/${serverId}`, era, { Authorization: `Bearer ${token}` });
      return { serverId, id, connect };
    };
    const waitForLine = (id: string, line: string) =>
      fixture.waitForDeployment(id, (_, events) => events.some(({ message }) => message === line));
    const callTool = async (client: Awaited<ReturnType<typeof connectMcpClient>>, name: string, input = {}) => {
      const { content } = await client.callTool({ name, arguments: input });
      return JSON.parse(content[0]?.type === "text" ? content[0].text : "null");
    };

    test.each([false, true])("serves clients of both eras, if it is modern: %s", async (isModern) => {
      const { connect } = await run({ isModern });
      for (const era of protocolEras) {
        const client = await connect(era);
        expect(client.getServerVersion()).toMatchObject({ name: "stdio", version: "1.0.0" });
        expect((await client.listTools()).tools.map(({ name }) => name)).toContain("echo");
        expect(await callTool(client, "echo", { era })).toEqual({ era, env: "hello" });
        await expect(client.callTool({ name: "missing", arguments: {} })).rejects.toThrow("There is no tool missing");
        await client.close();
      }
    });

    test("gives each of many clients the results of its own calls", async () => {
      const { connect } = await run();
      const clients = await Promise.all([...protocolEras, ...protocolEras].map(connect));
      const results = clients.flatMap((client, index) =>
        [1, 2, 3].map(async (call) =>
          expect(await callTool(client, "echo", { index, call })).toMatchObject({ index, call }),
        ),
      );
      await Promise.all(results);
      expect(results).toHaveLength(12);
      for (const client of clients) await client.close();
    });

    test.each(protocolEras)("reports progress and is cancelled by a client of %s", async (era) => {
      const { connect } = await run();
      const [client, other] = [await connect(era), await connect(era)];
      const { promise: progress, resolve } = Promise.withResolvers<unknown>();
      const abort = new AbortController();
      const call = client.callTool({ name: "wait", arguments: {} }, { signal: abort.signal, onprogress: resolve });
      call.catch(() => {});
      expect(await progress).toMatchObject({ progress: 1, total: 2, message: "half" });
      abort.abort();
      await expect(call).rejects.toThrow();
      await expect.poll(() => callTool(other, "cancelled")).toBe(1);
      await client.close();
      await other.close();
    });

    test("notifies a subscriber of changed tools", async () => {
      const { connect } = await run();
      const client = await connect("2026-07-28");
      const { promise: changed, resolve } = Promise.withResolvers<void>();
      client.setNotificationHandler("notifications/tools/list_changed", () => resolve());
      await client.listen({ toolsListChanged: true });
      await callTool(client, "change");
      await changed;
      await client.close();
    });

    test("asks its client for nothing, because several share it, but may ping", async () => {
      const { connect } = await run();
      const client = await connect("2025-11-25");
      expect(await callTool(client, "ask", { method: "ping" })).toEqual({});
      expect(await callTool(client, "ask", { method: "roots/list" })).toMatchObject({ code: -32601 });
      await client.close();
    });

    test("has its standard error, log messages and lines that are no message as its log", async () => {
      const { id, connect } = await run();
      const client = await connect("2026-07-28");
      await waitForLine(id, "reads its input");
      await callTool(client, "log");
      await waitForLine(id, "warning: from the server");
      await callTool(client, "print");
      await waitForLine(id, "not a message");
      expect(await callTool(client, "echo")).toEqual({ env: "hello" });
      await client.close();
    });

    test.each([false, true])(
      "gets the skills of its folder from the gateway, if it is modern: %s",
      async (isModern) => {
        const content = "---\nname: count\ndescription: Counts.\n---\n\nCount.\n";
        const { serverId, id } = deploy(createStdioServerCode({ isModern }), {}, [
          { path: "skills/count/SKILL.md", content },
        ]);
        await fixture.waitForStatus(id, "running");
        const headers = { Authorization: `Bearer ${await getRuntimeToken(fixture, serverId)}` };
        for (const era of protocolEras) {
          const client = await connectMcpClient(`${fixture.context.baseUrl()}/mcp/${serverId}`, era, headers);
          expect((await client.listResources()).resources).toMatchObject([{ uri: "skill://count/SKILL.md" }]);
          expect((await client.listTools()).tools).toHaveLength(8);
          await client.close();
        }
      },
    );

    test("fails to start when it writes something else to its output, and the failure has the line without secrets", async () => {
      const code = createStdioServerCode({ before: 'console.log("Ready with " + process.env.API_KEY);' });
      const { failure } = await fixture.waitForStatus(deploy(code, { API_KEY: "very-secret" }).id, "failed");
      expect(failure?.message).toBe(
        'The process wrote "Ready with ***" to its standard output, which is for messages of MCP only, before it responded.',
      );
    });

    test("fails to start when it refuses the handshake", async () => {
      const code = createStdioServerCode().replace("initialize:", "other:");
      const { failure } = await fixture.waitForStatus(deploy(code).id, "failed");
      expect(failure?.message).toContain("did not complete the handshake of MCP (Method not found) and was ended");
    });

    test("is started again when it crashes, and the call under way fails", async () => {
      const { id, connect } = await run();
      const client = await connect("2026-07-28");
      await expect(client.callTool({ name: "crash", arguments: {} })).rejects.toThrow(/502|without a response/);
      await waitForLine(id, "The server is running again.");
      expect(await callTool(client, "echo")).toEqual({ env: "hello" });
      await client.close();
    });

    test("is ended by the end of its input", async () => {
      const before =
        'process.on("SIGTERM", () => {}); process.stdin.on("end", () => console.error("its input has ended"));';
      const { serverId, id } = await run({ before });
      fixture.supervisor.setDesiredState(serverId, "stopped");
      await fixture.waitForStatus(id, "stopped");
      expect(fixture.eventsOf(id).map(({ message }) => message)).toContain("its input has ended");
    });
  });
});
