import { describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import {
  openDeployment,
  openDeploymentLog,
  watchDeployment,
} from "../../../../../src/extension/deployment/commands/openDeployment.ts";
import { copyToken, copyUrl } from "../../../../../src/extension/server/commands/copyAccess.ts";
import { createServer } from "../../../../../src/extension/server/commands/createServer.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { openVersion } from "../../../../../src/extension/server/commands/openCode.ts";
import { openServer } from "../../../../../src/extension/server/commands/openServer.ts";
import { saveCode } from "../../../../../src/extension/server/commands/saveCode.ts";
import { startServer, stopServer } from "../../../../../src/extension/server/commands/startServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { getServerLinks } from "../../../../../src/extension/server/model/serverLinks.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Tiny", "healthy"));

const node = (one: Server): TreeNode => ({ kind: "server", server: one, live: undefined, latest: undefined });
const now = async () => (await readServer(served.api, server.id)) ?? server;

describe("a new server from the template", () => {
  test("is created, written into a folder and opened, and the folder deploys the same server", async () => {
    await using fixture = await createCommandFixture(served, {
      answers: ["My tools", "Deploy Without Tests"],
      actions: ["Deploy"],
    });
    fixture.documents.folderAnswer = "file:///home/me";
    await createServer(fixture.app, {});
    expect([...(fixture.documents.folders.get("file:///home/me/my-tools") ?? new Map()).keys()]).toContain(
      "server.mjs",
    );
    expect(fixture.documents.shown).toEqual(["file:///home/me/my-tools/server.mjs"]);
    await fixture.messages.waitFor("Deployed My tools 0.1.0.");
    await using again = await createCommandFixture(served, { memory: fixture.memory });
    again.documents.folders.set(
      "file:///home/me/my-tools",
      fixture.documents.folders.get("file:///home/me/my-tools") ?? new Map(),
    );
    await deployServer(again.app, { resource: "file:///home/me/my-tools" });
    expect(again.prompts.questions).toEqual([]);
  });

  test.each([
    ["its name", [escapeAnswer], "file:///home/me"],
    ["its folder", ["Never made"], undefined],
  ] as const)("is not created after Escape at %s", async (_, answers, folder) => {
    const before = (await served.api.call("servers.list", { limit: 200 })).items.length;
    await using fixture = await createCommandFixture(served, { answers });
    fixture.documents.folderAnswer = folder;
    await createServer(fixture.app, {});
    expect((await served.api.call("servers.list", { limit: 200 })).items).toHaveLength(before);
  });
});

describe("a running server", () => {
  test("has its URL copied, and a token that opens it, and the message states its validity", async () => {
    await using fixture = await createCommandFixture(served);
    await copyUrl(fixture.app, { node: node(server) });
    await copyToken(fixture.app, { node: node(server) });
    const [url, token] = fixture.copied;
    expect(url).toBe(deployment.url);
    expect(fixture.messages.shown.at(-1)).toBe(
      "status: Copied a token for Tiny. It is valid for this server only, for 15 minutes.",
    );
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(url ?? "", { method: "POST", headers, body: "{}" })).status).not.toBe(401);
    expect(JSON.stringify([fixture.messages.shown, fixture.logged])).not.toContain(token);
  });

  test("is offered with its state, and its newest version as such, because an earlier one may run", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Tiny"] });
    await copyUrl(fixture.app, {});
    const [{ description } = {}] = fixture.prompts.offered[0]?.filter(({ label }) => label === "Tiny") ?? [];
    expect(description).toBe("running · newest version 0.1.0");
  });

  test("has its code opened and saved", async () => {
    await using fixture = await createCommandFixture(served);
    fixture.documents.folderAnswer = "file:///saved";
    await openVersion(fixture.app, { node: node(server) });
    await saveCode(fixture.app, { node: node(server) });
    expect(fixture.documents.shown[0]).toMatch(/\/0\.1\.0\/Tiny\/server\.mjs\?artifact=art_/);
    expect([...(fixture.documents.folders.get("file:///saved/tiny") ?? new Map()).keys()].sort()).toEqual([
      "fairlead.json",
      "lib/settings.json",
      "server.mjs",
    ]);
  });

  test("whose row is clicked opens its newest deployment, else its document, its folder or its code", async () => {
    await using fixture = await createCommandFixture(served);
    const row = { kind: "server", server, live: undefined, latest: undefined } as const;
    await openServer(fixture.app, { node: { ...row, latest: deployment } });
    expect(fixture.ranCommands).toEqual([`deployment panel ${deployment.id}`]);
    await openServer(fixture.app, { node: row });
    const texts = { "a.md": "", "package.json": '{"main":"src/tiny.ts"}', "src/tiny.ts": "" };
    const files = Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)] as const);
    fixture.documents.folders.set("file:///tiny", new Map(files));
    await getServerLinks(fixture.app).saveFolder("file:///tiny", server.id);
    await openServer(fixture.app, { node: row });
    await getServerLinks(fixture.app).saveDocument("file:///project/tiny.yaml", { serverId: server.id, choice: {} });
    await openServer(fixture.app, { node: row });
    expect(fixture.documents.shown).toEqual([
      expect.stringContaining("/0.1.0/Tiny/server.mjs"),
      "file:///tiny/src/tiny.ts",
      "file:///project/tiny.yaml",
    ]);
  });

  test("has its log and its panel opened from the server, the deployment and the palette", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Tiny 0.1.0", "Tiny 0.1.0"] });
    const ofDeployment = { kind: "deployment", deployment, live: true, serverName: "Tiny" } as const;
    for (const target of [{ node: node(server) }, { node: ofDeployment }, {}]) {
      await openDeploymentLog(fixture.app, target);
      await openDeployment(fixture.app, target);
    }
    expect(new Set(fixture.documents.shown).size).toBe(1);
    expect(fixture.documents.shown).toHaveLength(3);
    expect(fixture.ranCommands).toEqual(Array.from({ length: 3 }, () => `deployment panel ${deployment.id}`));
  });

  test("is watched and unwatched", async () => {
    await using fixture = await createCommandFixture(served);
    const target = { node: { kind: "deployment", deployment, live: true, serverName: "Tiny" } } as const;
    await watchDeployment(fixture.app, target);
    expect(fixture.events.some((line) => line.includes("Tiny: The server is running."))).toBe(true);
    expect(fixture.watch.isFollowed(deployment.id)).toBe(true);
    await watchDeployment(fixture.app, target);
    expect(fixture.watch.isFollowed(deployment.id)).toBe(false);
  });

  test("is stopped and started", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Tiny", "Tiny"] });
    await stopServer(fixture.app, {});
    expect((await now()).desiredState).toBe("stopped");
    await startServer(fixture.app, {});
    expect(await fixture.messages.waitFor("Started")).toContain("Started Tiny 0.1.0.");
    expect((await now()).desiredState).toBe("running");
  });
});
