import { describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { rehearsePreview } from "../../../../../src/extension/deployment/commands/rehearsePreview.ts";
import { deployPreview, deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { stopServer } from "../../../../../src/extension/server/commands/startServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { openTool } from "../../../../../src/extension/tools/commands/openTool.ts";
import { rowOf, type TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createServersSource } from "../../../../../src/extension/workbench/tree/serversSource.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { connectMcpClient } from "../../../../support/servers/mcpClient.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { testDeadline } from "../../../../support/testDeadline.ts";

const served = await useServedService();

async function createServer(name: string): Promise<Server> {
  const { server } = await deployTinyServer(served, await createTinyServer(served, name, "healthy"));
  return addTinyVersion(served, server, "streaming");
}

const nodeOf = (server: Server): TreeNode => ({ kind: "server", server, live: undefined, latest: undefined });

/** The row of the server, and the one of its preview. */
async function readRows({ app }: Awaited<ReturnType<typeof createCommandFixture>>, id: string) {
  const { roots } = createServersSource({ connections: app.connections, mcp: app.mcp });
  const request = { client: served.api, versions: app.versions, signal: AbortSignal.timeout(60_000) };
  const { nodes } = await roots({ ...request, filter: "", projectId: served.project.id, cursor: undefined });
  const row = requireValue(nodes.find((one) => one.kind === "server" && one.server.id === id));
  return {
    row,
    preview: rowOf(row)
      .children?.(row)
      .find(({ kind }) => kind === "deployment"),
  };
}

const describeRow = (node: TreeNode) => rowOf(node).describe(node, Date.now());

describe("Deploy as Preview", () => {
  test("runs the latest version beside the live one after one question, without tests, and its row leads to its tools", async () => {
    const server = await createServer("Previewed");
    await using fixture = await createCommandFixture(served, { answers: ["Deploy", "echo"] });
    await deployPreview(fixture.app, { node: nodeOf(server) });
    await fixture.messages.waitFor("Previewed 0.1.1 runs as a preview");
    expect(fixture.prompts.questions).toEqual([
      expect.stringMatching(/^Deploy Previewed 0\.1\.1 as a preview\?[\s\S]*\[Deploy\]$/),
    ]);
    expect(fixture.messages.shown).toEqual([
      expect.stringMatching(/@0\.1\.1\. \[Call a Tool, Rehearse, Promote, Show\]$/),
    ]);
    const { row, preview } = await readRows(fixture, server.id);
    expect(describeRow(row).description).toContain("running · 0.1.0 · preview 0.1.1");
    expect(describeRow(requireValue(preview))).toMatchObject({
      label: "0.1.1",
      description: expect.stringContaining("preview · running"),
      context: expect.stringContaining(".preview"),
    });
    await openTool(fixture.app, preview ? { node: preview } : {});
    expect(fixture.ranCommands).toEqual(["tool panel echo"]);
    const connection = fixture.app.connections.active()?.id ?? "";
    const read = (version: string) =>
      fixture.app.mcp.readContents({ kind: "deployed", connection, id: server.id, preview: version }, testDeadline());
    expect((await read("0.1.1")).tools.map(({ name }) => name)).toContain("echo");
    await expect(read("0.1.0")).rejects.toThrow("Previewed 0.1.0 no longer runs as a preview");
  });

  test("is rehearsed with the recorded calls, on a page, and becomes live from the message", async () => {
    const server = await createServer("Rehearsed");
    const { id } = await served.api.call("server.deploy", { id: server.id, preview: true });
    await expect.poll(async () => (await served.api.call("deployment.get", { id })).status).toBe("running");
    await using fixture = await createCommandFixture(served);
    const { preview } = await readRows(fixture, server.id);
    const target = preview ? { node: preview } : {};
    await expect(rehearsePreview(fixture.app, target)).rejects.toThrow("No calls of the live version were recorded");
    const live = await served.api.call("deployment.get", { id: server.liveDeploymentId ?? "" });
    await served.api.changeRecording(live.id, true);
    const { accessToken } = await served.api.call("runtime.token", { serverId: server.id });
    const authorization = `Bearer ${accessToken}`;
    const client = await connectMcpClient(live.url ?? "", "2026-07-28", { authorization });
    await client.callTool({ name: "echo", arguments: {} });
    await client.close();
    await expect.poll(async () => (await served.api.readTraces({ id: live.id, after: 0 })).traces).toHaveLength(1);
    await rehearsePreview(fixture.app, target);
    expect(fixture.documents.shown.join()).toContain("1 not made: It may change data".replaceAll(":", "&#58;"));
    expect(fixture.messages.shown).toEqual([
      "info: Rehearsed Rehearsed 0.1.1: 0 same, 0 different, 0 failed, 1 not made. [Promote]",
    ]);
  });

  test("becomes live as it runs, and is announced, when its row is deployed", async () => {
    const server = await createServer("Promoted");
    await using fixture = await createCommandFixture(served, { answers: ["Deploy"], runsTests: true });
    await deployPreview(fixture.app, { node: nodeOf(server) });
    const { preview } = await readRows(fixture, server.id);
    const id = preview?.kind === "deployment" ? preview.deployment.id : "";
    await deployServer(fixture.app, preview ? { node: preview } : {});
    await fixture.messages.waitFor("Deployed Promoted 0.1.1.");
    expect((await readServer(served.api, server.id))?.liveDeploymentId).toBe(id);
    expect((await readRows(fixture, server.id)).preview).toBeUndefined();
  });

  test("is stopped alone by its row, and nothing runs after Escape", async () => {
    const server = await createServer("Discarded");
    await using fixture = await createCommandFixture(served, { answers: [escapeAnswer] });
    await deployPreview(fixture.app, { node: nodeOf(server) });
    expect((await readRows(fixture, server.id)).preview).toBeUndefined();
    const { id } = await served.api.call("server.deploy", { id: server.id, preview: true });
    await expect.poll(async () => (await served.api.call("deployment.get", { id })).status).toBe("running");
    const { preview } = await readRows(fixture, server.id);
    await stopServer(fixture.app, preview ? { node: preview } : {});
    await expect.poll(async () => (await served.api.call("deployment.get", { id })).status).toBe("stopped");
    expect(await readServer(served.api, server.id)).toMatchObject({ desiredState: "running" });
  });

  test("is not sent to a service that says nothing of how servers run", async () => {
    const server = await createServer("Elsewhere");
    await using fixture = await createCommandFixture(served);
    const { runsOn: _, ...stated } = server;
    const client = {
      ...served.api,
      call: (async () => ({ items: [stated], nextCursor: null })) as unknown as typeof served.api.call,
    };
    await deployPreview({ ...fixture.app, client: async () => client }, { node: nodeOf(server) });
    expect(fixture.messages.shown).toEqual(["info: The service runs no previews. Deploy Elsewhere instead."]);
  });
});
