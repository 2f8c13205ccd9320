import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { exportServer } from "../../../../../src/extension/server/commands/exportServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createFolderWorkspace, type FolderWorkspace, serverNode } from "../../../../support/editor/folderWorkspace.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { generateServerFrom, generateVersion } from "../../../../support/servers/generateServer.ts";
import { connectMcpClient } from "../../../../support/servers/mcpClient.ts";
import { startExportedServer } from "../../../../support/servers/startExportedServer.ts";
import { stdioManifest } from "../../../../support/servers/stdioServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

let at: FolderWorkspace;
const served = await useServedService();
const server = await createStarter("Days");

/** A server from the template with the version 1.0.0 and values of variables. */
async function createStarter(name: string): Promise<Server> {
  const { api } = served;
  const source = { kind: "template", template: "starter" } as const;
  const { id } = await generateServerFrom(served, name, { version: "1.0.0", source });
  const environment = {
    GITHUB_TOKEN: "very-secret-value",
    GITHUB_API_URL: "https://api.example.com",
    OTHER: "other-value",
  };
  return await api.call("server.update", { id, environment });
}
beforeEach(() => {
  at = createFolderWorkspace(served);
});
afterEach(() => at.close());

const readAll = (folder: string) =>
  readdirSync(join(at.path, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"))
    .join("\n");

describe("an exported server", () => {
  test("runs as the README of its plain folder says, and answers an MCP call", async () => {
    await using fixture = await at.openWindow({ answers: ["Plain Folder"], actions: ["Open Folder"] });
    await exportServer(fixture.app, { node: serverNode(server) });
    expect(fixture.messages.shown).toEqual([
      "info: Exported Days 1.0.0 to days. Its README.md says how to run it. [Open Folder, Open README.md]",
    ]);
    await expect.poll(() => fixture.documents.shown).toEqual([`window of ${at.uriOf("days")}`]);
    expect(at.read("days/README.md")).toContain("node --env-file=.env server.mjs");
    at.write("days/.env", at.read("days/.env.example"));
    const { url, stop } = await startExportedServer(join(at.path, "days"));
    onTestFinished(stop);
    const client = await connectMcpClient(url, "2026-07-28");
    const call = { name: "days_between", arguments: { from: "2026-01-31", to: "2026-03-01" } };
    expect((await client.callTool(call)).structuredContent).toMatchObject({ days: 29 });
    await client.close();
  });

  test("takes no secret with it, and is not connected with its server", async () => {
    for (const format of ["Plain Folder", "Compose", "Kubernetes"]) {
      await using fixture = await at.openWindow({
        answers: [format, "New Folder"].slice(0, format === "Plain Folder" ? 1 : 2),
      });
      await exportServer(fixture.app, { node: serverNode(server) });
      expect(fixture.prompts.unusedAnswers).toEqual([]);
    }
    expect(readdirSync(at.path).sort()).toEqual(["days", "days-2", "days-3"]);
    for (const folder of ["days", "days-2", "days-3"]) {
      expect(readAll(folder)).toContain("https://api.example.com");
      expect(readAll(folder)).not.toMatch(/very-secret-value|other-value/);
      expect(at.read(`${folder}/.env.example`)).toMatch(/\nGITHUB_TOKEN=\n.*\nOTHER=\n/s);
      expect(existsSync(join(at.path, folder, "fairlead.json"))).toBe(false);
    }
    expect(at.read("days-2/compose.yaml")).toContain("services:\n  days:\n");
    expect(at.read("days-3/kubernetes.yaml")).toContain("kind: Deployment");
  });
});

test("files that differ are replaced only after the question that names them", async () => {
  const run = async (...answers: readonly string[]) => {
    await using fixture = await at.openWindow({ answers: ["Plain Folder", ...answers] });
    await exportServer(fixture.app, { node: serverNode(server) });
    return fixture;
  };
  await run();
  expect((await run()).messages.shown).toEqual(["info: days already has this export of Days 1.0.0."]);
  at.write("days/server.mjs", "// mine\n");
  at.write("days/notes.txt", "mine");
  await using escaping = await at.openWindow({ answers: ["Plain Folder", escapeAnswer] });
  await exportServer(escaping.app, { node: serverNode(server) });
  expect(escaping.messages.shown).toEqual([]);
  expect(at.read("days/server.mjs")).toBe("// mine\n");
  const { prompts } = await run("Replace");
  expect(prompts.questions.at(-1)).toBe(
    "Export Days 1.0.0 into days, which exists already?\nReplaced: server.mjs.\nOther files of the folder stay.\n[Replace, New Folder]",
  );
  expect(at.read("days/server.mjs")).toContain("days_between");
  expect(at.read("days/notes.txt")).toBe("mine");
});

test("a folder that is connected with a server is left alone", async () => {
  await at.saveServer("Linked");
  const before = readAll("linked");
  await using fixture = await at.openWindow({ answers: ["Plain Folder"] });
  await exportServer(fixture.app, { node: serverNode(await at.findServer("Linked")) });
  expect(readAll("linked")).toBe(before);
  expect(readdirSync(at.path)).toContain("linked-2");
});

test("a version and a deployment are exported as they are, a server as it is live", async () => {
  const { api } = served;
  const { server: live, deployment } = await deployTinyServer(served, await createStarter("Live"));
  const newer = await generateVersion(api, live.id, { version: "2.0.0" });
  expect(newer.latestVersion).toBe("2.0.0");
  const { items } = await api.call("registry.versions", { id: newer.artifactId ?? "" });
  const version = items.find((one) => one.version === "2.0.0");
  if (!version) throw new Error("There is no version 2.0.0.");
  const artifact = { id: newer.artifactId ?? "", kind: "server", name: "live", ownerId: newer.id } as const;
  const titleOf = async (target: Parameters<typeof exportServer>[1]) => {
    await using fixture = await at.openWindow({ answers: [escapeAnswer] });
    await exportServer(fixture.app, target);
    return fixture.prompts.questions.at(-1);
  };
  expect(await titleOf({ node: serverNode(newer) })).toContain("Export Live 1.0.0");
  expect(await titleOf({ node: { kind: "version", artifact, version, live: false } })).toContain("Export Live 2.0.0");
  const later = { ...deployment, version: "2.0.0" };
  const deployed = { kind: "deployment", deployment: later, live: false, serverName: "Live" } as const;
  expect(await titleOf({ node: deployed })).toContain("Export Live 2.0.0");
});

test("Escape at the folder, and a cancelled progress, write nothing", async () => {
  await using folder = await at.openWindow({ answers: ["Days", "Compose"] });
  folder.documents.folderAnswer = undefined;
  await exportServer(folder.app, {});
  const cancel = { title: "Exporting Days 1.0.0" };
  await using cancelled = await createCommandFixture(served, { answers: ["Compose"], cancel });
  cancelled.documents.folderAnswer = "file:///exports";
  await exportServer(cancelled.app, { node: serverNode(server) });
  expect([cancelled.documents.folders.size, readdirSync(at.path)]).toEqual([0, []]);
});

test("the format and the folder of the last time are offered first", async () => {
  await using first = await at.openWindow({ answers: ["Kubernetes"] });
  await exportServer(first.app, { node: serverNode(server) });
  await using second = await at.openWindow({ answers: ["Kubernetes"] });
  const { prompts, documents } = second.app;
  const offered: unknown[] = [];
  const watched: typeof second.app = {
    ...second.app,
    prompts: {
      ...prompts,
      pick: async (question) => {
        offered.push((await question.choices).find(({ value }) => question.active?.(value))?.label);
        return prompts.pick(question);
      },
    },
    documents: { ...documents, promptForFolder: async ({ from }) => void offered.push(from) },
  };
  await exportServer(watched, { node: serverNode(server) });
  expect(offered).toEqual(["Kubernetes", at.uriOf("")]);
});

test.each([
  { name: "Snake", files: { "main.py": "" }, reason: "because nothing says which file starts it." },
  {
    name: "Pipe",
    files: { "server.mjs": "", "server.json": JSON.stringify(stdioManifest) },
    reason: "because it exchanges messages over its standard input and output and has no port. Choose Plain Folder.",
  },
])("a version that Compose cannot start is not exported, $reason", async ({ name, files, reason }) => {
  const list = Object.entries(files).map(([path, content]) => ({ path, content }));
  const source = { kind: "files", files: list, entry: list[0]?.path ?? "" } as const;
  await generateServerFrom(served, name, { version: "1.0.0", source });
  await using fixture = await at.openWindow({ answers: ["Compose"] });
  const node = serverNode(await at.findServer(name));
  await expect(exportServer(fixture.app, { node })).rejects.toThrow(`${name} 1.0.0 was not exported, ${reason}`);
  expect(readdirSync(at.path)).toEqual([]);
});
