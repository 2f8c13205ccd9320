import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeFile } from "../../src/client/files/encodeFile.ts";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import type { OpenWindow } from "./window.ts";

const name = "greeting";
const skillText = (body: string) =>
  `---\nname: ${name}\ndescription: Greets people. Use it when somebody is to be greeted.\n---\n\n${body}\n`;
const first = { "SKILL.md": skillText("Say hello."), "references/words.md": "Hello.\n" };
const second = {
  "SKILL.md": skillText("Say hello, and the name."),
  "references/names.md": "Ada.\n",
  "assets/wave.bin": Buffer.from([0, 1, 2, 255]),
};

const filesOf = (contents: Readonly<Record<string, string | Buffer>>) =>
  Object.entries(contents).map(([path, content]) => encodeFile({ path, bytes: Buffer.from(content) }));

describe("the registry, browsed in the side bar", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ObservedService;

  beforeAll(async () => {
    editor = await startSharedEditor();
    writeWorkspaceFiles(editor.workspace, { [`skills/${name}/SKILL.md`]: skillText("Say hello, loudly.") });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
  });

  const registry = () => window.view("Registry");
  test("shows how to publish into it", async () => {
    await registry().show();
    await registry().waitForMessage(/Nothing is published yet/);
  });

  test("shows published artifacts at once, by kind", async () => {
    const [project] = (await service.client.call("projects.list", {})).items;
    const projectId = project?.id ?? "";
    const { id } = await service.client.call("skills.create", { projectId, publish: true, files: filesOf(first) });
    await service.client.call("skill.update", { id, files: filesOf(second), notes: "Knows names" });
    await service.client.call("skills.create", {
      ...{ projectId, publish: true },
      files: filesOf({ "SKILL.md": skillText("Bye.").replace(name, "parting") }),
    });
    await registry().waitForText(/^Skills 2$/m);
    await registry().waitForText(/^ {2}greeting 0\.1\.1/m);
  });

  test("lists the files of every version", async () => {
    await registry().makeRoom("Projects", "Servers", "Skills", "Deployments");
    await registry().expand(name);
    await registry().waitForText(/^ {4}0\.1\.1 .*Knows names/m);
    await registry().expand("0.1.0");
    await registry().expand("references/");
    await registry().click("words.md");
    await window.documents.waitForText(/^Hello\.$/m);
    await window.pictures("registry-1-files");
  });

  test("compares two versions file by file", async () => {
    await window.documents.closeAll();
    await registry().menu("0.1.1", "Compare Versions...");
    await window.documents.titles(/greeting 0\.1\.0 ↔ greeting 0\.1\.1 \(1 changed, 2 added, 1 removed\)/);
    await window.screenshot("registry-2-versions-dark");
    await window.documents.closeAll();
  });

  test("compares a version with the workspace", async () => {
    await registry().menu("0.1.0", "Compare Folder and Version");
    await window.documents.titles(/greeting 0\.1\.0 ↔ greeting \(1 changed, 1 removed\)/);
    await window.screenshot("registry-3-workspace-dark");
    await window.documents.closeAll();
  });

  test("opens the details of a version", async () => {
    await registry().menu("0.1.1", "Open Version");
    await window.documents.preview(/Knows names/);
    await window.screenshot("registry-4-details-dark");
    await window.documents.closeAll();
  });

  test("searches on the service", async () => {
    await registry().title("Search the Registry...");
    await window.type("Filter Registry", "parting");
    await registry().waitForText(/^Skills 1$/m);
    await registry().title("Search the Registry...");
    await window.type("Filter Registry", "");
    await registry().waitForText(/^Skills 2$/m);
  });

  test("installs a version after a warning that no test run passed", async () => {
    await registry().menu("parting", "Install Skill...");
    await window.pickMany("Install parting", ["Claude Code"]);
    await window.choices("parting 0.1.0");
    await window.screenshot("registry-5-untested-dark");
    await window.pick("parting 0.1.0", "Install Anyway");
    await window.messages.waitFor(/Installed parting 0\.1\.0 for Claude Code/);
    const installed = join(editor.workspace, ".claude", "skills", "parting", "SKILL.md");
    expect(readFileSync(installed, "utf8")).toContain("name: parting");
  });
});
