import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandHandler } from "../../../../src/commands/app.ts";
import { deployAgain } from "../../../../src/commands/deployment/deployAgain.ts";
import { openDeployment } from "../../../../src/commands/deployment/openDeployment.ts";
import { openDeploymentLog } from "../../../../src/commands/deployment/openDeploymentLog.ts";
import { unwatchDeployment } from "../../../../src/commands/deployment/unwatchDeployment.ts";
import { watchDeployment } from "../../../../src/commands/deployment/watchDeployment.ts";
import { copyToken } from "../../../../src/commands/server/copyToken.ts";
import { copyUrl } from "../../../../src/commands/server/copyUrl.ts";
import { createServer } from "../../../../src/commands/server/createServer.ts";
import { deployServer } from "../../../../src/commands/server/deployServer.ts";
import { editServer } from "../../../../src/commands/server/editServer.ts";
import { openVersion } from "../../../../src/commands/server/openVersion.ts";
import { saveCode } from "../../../../src/commands/server/saveCode.ts";
import { startServer } from "../../../../src/commands/server/startServer.ts";
import { stopServer } from "../../../../src/commands/server/stopServer.ts";
import type { Deployment } from "../../../../src/contract/deployments.ts";
import type { Server } from "../../../../src/contract/servers.ts";
import { readServer } from "../../../../src/core/server/readServer.ts";
import type { TreeNode } from "../../../../src/core/view/nodes.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { startServedService } from "../../../support/service/servedService.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
let server: Server;
let deployment: Deployment;
beforeAll(async () => {
  served = await startServedService();
  ({ server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Tiny", "healthy")));
});
afterAll(() => served.close());

const node = (one: Server): TreeNode => ({ kind: "server", server: one, live: undefined, latest: undefined });
const now = async () => (await readServer(served.api, server.id)) ?? server;

describe("a new server from the template", () => {
  test("is made, written into a folder, opened, and the folder is deployed as the same server", async () => {
    await using bench = await createCommandFixture(served, {
      answers: ["My tools"],
      actions: ["Deploy", "Deploy Anyway"],
    });
    bench.documents.folderAnswer = "file:///home/me";
    await createServer(bench.app, {});
    expect([...(bench.documents.folders.get("file:///home/me/my-tools") ?? new Map()).keys()]).toContain("server.mjs");
    expect(bench.documents.shown).toEqual(["file:///home/me/my-tools/server.mjs"]);
    await bench.messages.until("Deployed My tools 0.1.0.");
    await using again = await createCommandFixture(served, { memory: bench.memory });
    again.documents.folders.set(
      "file:///home/me/my-tools",
      bench.documents.folders.get("file:///home/me/my-tools") ?? new Map(),
    );
    await deployServer(again.app, { resource: "file:///home/me/my-tools" });
    expect(again.prompts.asked).toEqual([]);
  });

  test.each([
    ["its name", [escapeAnswer], "file:///home/me"],
    ["its folder", ["Never made"], undefined],
  ] as const)("escaped at %s is not made", async (_, answers, folder) => {
    const before = (await served.api.call("servers.list", { limit: 200 })).items.length;
    await using bench = await createCommandFixture(served, { answers });
    bench.documents.folderAnswer = folder;
    await createServer(bench.app, {});
    expect((await served.api.call("servers.list", { limit: 200 })).items).toHaveLength(before);
  });
});

describe("a running server", () => {
  test("hands out its URL", async () => {
    await using bench = await createCommandFixture(served);
    await copyUrl(bench.app, { node: node(server) });
    expect(bench.copied).toEqual([deployment.url]);
  });

  test("hands out a token that opens it, and says for how long", async () => {
    await using bench = await createCommandFixture(served);
    await copyToken(bench.app, { node: node(server) });
    expect(bench.messages.shown).toEqual([
      "info: Copied a token for Tiny. It opens this server alone, for 15 minutes.",
    ]);
    const answer = await fetch(deployment.url ?? "", {
      method: "POST",
      headers: { authorization: `Bearer ${bench.copied[0]}` },
      body: "{}",
    });
    expect(answer.status).not.toBe(401);
    expect(JSON.stringify([bench.messages.shown, bench.logged])).not.toContain(bench.copied[0]);
  });

  test("has its code opened and saved", async () => {
    await using bench = await createCommandFixture(served);
    bench.documents.folderAnswer = "file:///saved";
    await openVersion(bench.app, { node: node(server) });
    await saveCode(bench.app, { node: node(server) });
    expect(bench.documents.shown[0]).toMatch(/\/0\.1\.0\/server\.mjs\?artifact=art_/);
    expect([...(bench.documents.folders.get("file:///saved") ?? new Map()).keys()].sort()).toEqual([
      "lib/settings.json",
      "server.mjs",
    ]);
  });

  test("has its log opened from the server, the deployment and the palette", async () => {
    await using bench = await createCommandFixture(served, { answers: ["Tiny 0.1.0"] });
    await openDeploymentLog(bench.app, { node: node(server) });
    await openDeploymentLog(bench.app, { node: { kind: "deployment", deployment, live: true, serverName: "Tiny" } });
    await openDeploymentLog(bench.app, {});
    expect(new Set(bench.documents.shown).size).toBe(1);
    expect(bench.documents.shown).toHaveLength(3);
  });

  test("has its panel opened from the server, the deployment and the palette", async () => {
    await using bench = await createCommandFixture(served, { answers: ["Tiny 0.1.0"] });
    await openDeployment(bench.app, { node: node(server) });
    await openDeployment(bench.app, { node: { kind: "deployment", deployment, live: true, serverName: "Tiny" } });
    await openDeployment(bench.app, {});
    expect(bench.ran).toEqual(Array.from({ length: 3 }, () => `deployment panel ${deployment.id}`));
  });

  test("is watched and left again", async () => {
    await using bench = await createCommandFixture(served);
    const target = { node: { kind: "deployment", deployment, live: true, serverName: "Tiny" } } as const;
    await watchDeployment(bench.app, target);
    expect(bench.events.some((line) => line.includes("Tiny: The server is running."))).toBe(true);
    expect(bench.watch.isFollowed(deployment.id)).toBe(true);
    await unwatchDeployment(bench.app, target);
    expect(bench.watch.isFollowed(deployment.id)).toBe(false);
    await unwatchDeployment(bench.app, {});
    expect(bench.messages.shown.at(-1)).toContain("No deployment is watched.");
  });

  test("is stopped and started", async () => {
    await using bench = await createCommandFixture(served, { answers: ["Tiny", "Tiny"] });
    await stopServer(bench.app, {});
    expect((await now()).desiredState).toBe("stopped");
    await startServer(bench.app, {});
    expect(await bench.messages.until("Deployed")).toContain("Deployed Tiny 0.1.0.");
    expect((await now()).desiredState).toBe("running");
  });

  test("has the version of an earlier deployment deployed again", async () => {
    await using bench = await createCommandFixture(served, { actions: ["Deploy Anyway"] });
    await deployAgain(bench.app, { node: { kind: "deployment", deployment, live: false, serverName: "Tiny" } });
    await bench.messages.until("Deployed Tiny 0.1.0.");
  });
});

test.each<[string, CommandHandler]>([
  ["edit", editServer],
  ["stop", stopServer],
  ["copy URL", copyUrl],
  ["copy token", copyToken],
  ["save", saveCode],
  ["read", openVersion],
  ["open log", openDeployment],
  ["deploy again", deployAgain],
  ["watch", watchDeployment],
])("Escape at which one to %s changes and says nothing", async (_, command) => {
  const before = await now();
  await using bench = await createCommandFixture(served, { answers: [escapeAnswer] });
  await command(bench.app, {});
  expect(bench.messages.shown).toEqual([]);
  expect(bench.copied).toEqual([]);
  expect(bench.documents.shown).toEqual([]);
  expect(await now()).toEqual(before);
});
