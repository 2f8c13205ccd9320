import { describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { goBack } from "../../../../../src/extension/server/commands/deploy/goBack.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyFolder } from "../../../../support/servers/tinyFolder.ts";
import type { TinyVariant } from "../../../../support/servers/tinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const anyway = "Deploy Without Tests";
const folder = "file:///home/me/code";
const serverNode = (server: Server): TreeNode => ({ kind: "server", server, live: undefined, latest: undefined });

async function serverCalled(name: string): Promise<Server> {
  const { items } = await served.api.call("servers.list", { limit: 200 });
  return requireValue(items.find((server) => server.name === name));
}

async function deploymentsOf(name: string) {
  const { id } = await serverCalled(name);
  return (await served.api.call("deployments.list", { serverId: id })).items;
}

/** Deploys a folder as a server of this name and links it in the memory. */
async function deployFolder(name: string, variant: TinyVariant) {
  const memory = createMapMemory();
  await using fixture = await createCommandFixture(served, { memory, answers: [name, anyway] });
  fixture.documents.folders.set(folder, createTinyFolder(variant, name));
  await deployServer(fixture.app, { resource: folder });
  await fixture.messages.waitFor(`Deployed ${name}`);
  return { memory, shown: fixture.messages.shown, questions: fixture.prompts.questions };
}

describe("deploying a folder", () => {
  test("asks for a name once, and deploys the same server later, also an earlier version of it", async () => {
    const first = await deployFolder("Folder", "healthy");
    expect(first.questions).toEqual([
      "Deploy code: The server's name, as its users see it [code]",
      expect.stringMatching(/^Deploy Folder 0\.1\.0\?\nIts code runs on this machine: server\.mjs\./),
    ]);
    expect(first.shown).toEqual(["info: Deployed Folder 0.1.0. [Use In..., Call a Tool, Show]"]);

    // It is said in the status bar, and opens the panel, where the settings want that.
    await using again = await createCommandFixture(served, {
      ...{ memory: first.memory, answers: [anyway, "Folder"] },
      settings: { notifyAbout: ["tests"], openResults: ["deployment"] },
    });
    again.documents.folders.set(folder, createTinyFolder("healthy", "changed"));
    await deployServer(again.app, { resource: folder });
    await again.messages.waitFor("Deployed Folder 0.1.1.");
    expect(again.messages.shown).toEqual(["status: Deployed Folder 0.1.1."]);
    expect(again.ranCommands).toEqual([expect.stringMatching(/^deployment panel dep_/)]);
    await deployServer(again.app, {});
    expect(again.prompts.questions.slice(1)).toEqual(["Deploy a Server: Which server?"]);
    expect(again.messages.shown.at(-1)).toBe("info: Folder 0.1.1 is live already. [Open Deployment, Deploy Again]");
    const states = (await deploymentsOf("Folder")).map(({ version, status }) => `${version} ${status}`);
    expect(states).toEqual(["0.1.1 running", "0.1.0 superseded"]);

    // A rollback, which goes on after a cancel and can be watched again.
    const { artifactId, name, id } = await serverCalled("Folder");
    const { items } = await served.api.call("registry.versions", { id: artifactId ?? "" });
    const version = requireValue(items.find((one) => one.version === "0.1.0"));
    await using back = await createCommandFixture(served, {
      ...{ memory: first.memory, answers: [escapeAnswer, "Go Back"], actions: ["Watch Again"] },
      cancel: { title: "Deploying Folder 0.1.0", message: "queued" },
    });
    const artifact = { id: artifactId ?? "", kind: "server", name, ownerId: id } as const;
    const node = { kind: "version", version, artifact, live: false } as const;
    await goBack(back.app, { node });
    expect(back.messages.shown).toEqual([]);
    await goBack(back.app, { node });
    const question = "Go back to Folder 0.1.0? It replaces 0.1.1, which is live.\n\n[Go Back]";
    expect(back.prompts.questions).toEqual([question, question]);
    await back.messages.waitFor("No longer watching Folder 0.1.0; its deployment goes on.");
    expect(await back.messages.waitFor("Deployed")).toContain(
      "Folder 0.1.0, an earlier version (the latest is 0.1.1).",
    );
    expect(back.events.filter((line) => line.includes("is queued"))).toHaveLength(1);
  });

  test("without a program is rejected before any question", async () => {
    await using fixture = await createCommandFixture(served);
    fixture.documents.folders.set(folder, new Map([["notes.txt", Buffer.from("")]]));
    await expect(deployServer(fixture.app, { resource: folder })).rejects.toThrow("code has no server.mjs");
  });

  test("creates nothing after Escape at the name", async () => {
    const before = (await served.api.call("servers.list", { limit: 200 })).items.length;
    await using fixture = await createCommandFixture(served, { answers: [escapeAnswer] });
    fixture.documents.folders.set(folder, createTinyFolder("healthy"));
    await deployServer(fixture.app, { resource: folder });
    expect((await served.api.call("servers.list", { limit: 200 })).items).toHaveLength(before);
  });
});

describe("a deployment that fails", () => {
  test("shows reason, last output and log, and offers the version before only if that is not live any more", async () => {
    const { memory } = await deployFolder("Failing", "healthy");
    await using fixture = await createCommandFixture(served, { memory, answers: [anyway], actions: ["Open Log"] });
    fixture.documents.folders.set(folder, createTinyFolder("exitsAtOnce", "Failing"));
    await deployServer(fixture.app, { resource: folder });
    expect(await fixture.messages.waitFor("was not deployed")).toMatch(
      /^error: Failing 0\.1\.1 was not deployed: The process exited with code 3 .*Last output: cannot go on: the database is locked\. Version 0\.1\.0 is still live\. \[Open Deployment, Open Log\]$/,
    );
    expect(fixture.events.join("\n")).toContain("    | cannot go on: the database is locked");
    await expect
      .poll(() => fixture.documents.shown)
      .toEqual([expect.stringMatching(/^fairlead:\/deployment\/Failing%200\.1\.1\.log\?id=dep_/)]);
    const server = await serverCalled("Failing");
    await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
    await using stopped = await createCommandFixture(served, { memory, actions: ["Go Back to 0.1.0"] });
    await deployServer(stopped.app, { node: serverNode(server) });
    expect(await stopped.messages.waitFor("Deployed Failing 0.1.0")).toContain(
      "an earlier version (the latest is 0.1.1)",
    );
  });

  describe("because of an error in its code", () => {
    const failing = (code: string) => new Map([["server.mjs", Buffer.from(`${code}\n`)]]);
    const missing = 'if (!process.env.DATABASE_URL) throw new Error("DATABASE_URL is not set");';

    test("names the missing variable, sets it and deploys again", async () => {
      await using fixture = await createCommandFixture(served, {
        answers: ["Unset", anyway, "postgres://canary"],
        actions: ["Set DATABASE_URL"],
      });
      const tiny = createTinyFolder("healthy");
      const code = `${missing}\n${tiny.get("server.mjs")}`;
      fixture.documents.folders.set(folder, new Map([...tiny, ["server.mjs", Buffer.from(code)]]));
      await deployServer(fixture.app, { resource: folder });
      expect(await fixture.messages.waitFor("Unset 0.1.0 was not deployed")).toBe(
        "error: Unset 0.1.0 was not deployed: DATABASE_URL is not set. [Set DATABASE_URL, Open Deployment, Open Log]",
      );
      await fixture.messages.waitFor("Deployed Unset 0.1.0");
      expect(fixture.prompts.questions.at(-1)).toBe(
        "Set DATABASE_URL of Unset: The value of DATABASE_URL. Unset is deployed again with it. (secret)",
      );
      const [first] = (await deploymentsOf("Unset")).toReversed();
      const { items } = await served.api.call("deployment.events", { id: first?.id ?? "", limit: 1000 });
      const errors = items.filter(({ kind, level }) => kind === "log" && level === "error");
      expect(errors.map(({ message }) => message)).toContain("Error: DATABASE_URL is not set");
    });

    test("names the error and shows its line in the folder that was deployed", async () => {
      await using fixture = await createCommandFixture(served, {
        answers: ["Thrown", anyway],
        actions: ["Show Line"],
      });
      fixture.documents.folders.set(folder, failing('\nthrow new TypeError("port is no number");'));
      await deployServer(fixture.app, { resource: folder });
      expect(await fixture.messages.waitFor("Thrown 0.1.0 was not deployed")).toBe(
        "error: Thrown 0.1.0 was not deployed: TypeError: port is no number. [Show Line, Open Deployment, Open Log]",
      );
      await expect.poll(() => fixture.documents.shown).toEqual([`${folder}/server.mjs`]);
    });
  });
});

describe("variables", () => {
  const manifest = (...names: string[]) =>
    JSON.stringify({
      packages: [
        { environmentVariables: names.map((name) => ({ name, isRequired: true, isSecret: name.endsWith("KEY") })) },
      ],
    });

  test("that are missing are asked for once, secrets in password fields", async () => {
    await using fixture = await createCommandFixture(served, {
      answers: ["Wanting", "https://up.example", "s3cret-canary", anyway],
    });
    fixture.documents.folders.set(
      folder,
      createTinyFolder("healthy", "Wanting", { "server.json": manifest("UP_URL", "UP_KEY") }),
    );
    await deployServer(fixture.app, { resource: folder });
    expect(fixture.prompts.questions.slice(1, 3)).toEqual([
      "Deploy Wanting: UP_URL",
      "Deploy Wanting: UP_KEY (secret)",
    ]);
    await fixture.messages.waitFor("Deployed Wanting");
    expect((await serverCalled("Wanting")).environment).toEqual({ UP_URL: "https://up.example", UP_KEY: null });
    expect(JSON.stringify([fixture.logged, fixture.events, ...listStoredTexts(fixture.memory)])).not.toContain(
      "canary",
    );
    await using again = await createCommandFixture(served);
    await deployServer(again.app, { node: serverNode(await serverCalled("Wanting")) });
    expect(again.prompts.questions).toEqual([]);
    expect(again.messages.shown).toEqual(["info: Wanting 0.1.0 is live already. [Open Deployment, Deploy Again]"]);
  });

  test("deploy nothing after Escape", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Escaping", escapeAnswer] });
    fixture.documents.folders.set(folder, createTinyFolder("healthy", "x", { "server.json": manifest("UP_KEY") }));
    await deployServer(fixture.app, { resource: folder });
    expect(await deploymentsOf("Escaping")).toEqual([]);
    expect(fixture.messages.shown).toEqual(["status: Escaping 0.1.0 was created, and is not deployed."]);
  });
});

describe("deploying a server", () => {
  test("without a version shows what to do", async () => {
    const server = await served.api.call("servers.create", { projectId: served.project.id, name: "Draft" });
    await using fixture = await createCommandFixture(served);
    await deployServer(fixture.app, { node: serverNode(server) });
    expect(fixture.messages.shown).toEqual(["info: Draft has no version to deploy yet. [Generate]"]);
  });

  test("that was deleted fails with a message", async () => {
    const server = { ...(await serverCalled("Draft")), id: "srv_gone" };
    await using fixture = await createCommandFixture(served);
    await expect(deployServer(fixture.app, { node: serverNode(server) })).rejects.toThrow("was archived or deleted");
  });
});

function listStoredTexts(memory: object): string[] {
  return "values" in memory && memory.values instanceof Map ? [...memory.values.values()] : [];
}
