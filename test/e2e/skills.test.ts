import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGradingResponse, isGradingRequest, readLastMessage } from "../support/services/modelActor.ts";
import { type ModelStubRequest, type ModelStubResponse, startModelStub } from "../support/services/modelStub.ts";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { acceptCodeRun } from "./steps/acceptCodeRun.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { writeSampleSkill, writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import type { OpenWindow } from "./window.ts";

const name = "trim-lines";

/** Its problems by line: the name differs from the folder's, a field is not in the specification, a link is broken. */
const crooked = `---
name: Count Words
description: Counts words. Use when a text is too long.
colour: blue
---

See [the list](references/list.md).
`;

/** A model that follows the skill once it has read it, and grades by the text of the response. */
function trimmingAgent(request: ModelStubRequest): ModelStubResponse {
  if (isGradingRequest(request))
    return createGradingResponse(request, (result) => result.includes("notes.md stays as it is, because"));
  const isChoice = readLastMessage(request).includes('"query"');
  const fits = readLastMessage(request).includes("trailing spaces,");
  if (isChoice) return { content: JSON.stringify({ skills: fits ? [name] : [], reason: "By its description." }) };
  if (!request.tools) return { content: "I trimmed notes.md and main.c." };
  const hasRead = request.messages.some(({ role }) => role === "tool");
  if (!hasRead) return { tools: [{ name: "read_file", arguments: { path: "SKILL.md" } }] };
  return { content: "I trimmed main.c; notes.md stays as it is, because two spaces break a line in Markdown." };
}

describe("a skill, from the first line to the agents that use it", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ObservedService;

  beforeAll(async () => {
    editor = await startSharedEditor();
    writeSampleSkill(editor.workspace);
    writeWorkspaceFiles(editor.workspace, { "skills/count-words/SKILL.md": crooked });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    await service.close();
    await editor.leave(window);
  });

  const path = (...parts: string[]) => join(editor.workspace, ...parts);
  const installed = (...parts: string[]) => path(".claude", "skills", name, ...parts);
  const skills = () => window.view("Skills");
  const openSkill = async (folder: string) => {
    await window.documents.closeAll();
    await window.documents.open("SKILL.md", folder);
  };

  test("shows its problems while the user types, and repairs them by quick fixes", async () => {
    await openSkill("count-words");
    const problems = await window.documents.problems(/colour/);
    expect(problems.join("\n")).toMatch(/references\/list\.md/);
    await window.pictures("skills-1-problems");
    await window.documents.closePanel();
    const fixes = await window.offers.fixes(2);
    const rename = fixes.find((title) => title.includes("count-words"));
    expect(rename, fixes.join(", ")).toBeDefined();
    await window.offers.fix(2, rename ?? "");
    await window.documents.waitForText(/^name: count-words$/m);
    await window.documents.save();
  });

  test("has lenses above its first line", async () => {
    await openSkill(name);
    const lenses = await window.offers.lenses(/Run Tests/);
    expect(lenses).toEqual(expect.arrayContaining(["Run Tests", "Publish", "Install"]));
    await window.screenshot("skills-2-lenses-dark");
  });

  test("shows on one page which agents load it, and why others do not", async () => {
    const [lens = ""] = (await window.offers.lenses(/Loads in/)).filter((title) => title.startsWith("Loads in"));
    await window.offers.lens(lens);
    expect(await window.documents.preview(/Claude Code/)).toMatch(/VS Code/);
    await window.screenshot("skills-3-portability-dark");
  });

  test("runs its script tests, and skips those that need a model with a reason", async () => {
    await openSkill(name);
    await window.offers.lens("Run Tests");
    await acceptCodeRun(window, name);
    await window.testing.show();
    await window.testing.waitForText(/^trim-lines \(Passed\)/m);
    await window.testing.expand(name);
    await window.testing.expand("Scripts");
    await window.testing.waitForText(/trims spaces and tabs \(Passed\)/);
    await window.testing.expand("Evals");
    await window.testing.waitForText(/Remove the trailing spaces in notes\.md and main\.c\. \(Skipped\)/);
    await window.screenshot("skills-4-tested-dark");
  });

  test("shows a failed case on its line, with the expected and the actual value", async () => {
    const cases = path("skills", name, "evals", "scripts.yaml");
    writeFileSync(cases, readFileSync(cases, "utf8").replace('equals: "  one\\n"', 'equals: "one\\n"'));
    await window.documents.open("scripts.yaml", name);
    await window.offers.lens("Run All");
    // The editor did not write the file.
    await acceptCodeRun(window, name);
    await window.testing.waitForText(/leaves the beginnings of lines alone \(Failed\)/);
    await window.screenshot("skills-4-failed-dark");
    const results = await window.testing.results(/leaves the beginnings/);
    expect(results.join("\n")).toMatch(/trims spaces and tabs/);
    await window.testing.openResult(/leaves the beginnings/);
    await window.pictures("skills-4-diff");
    await window.documents.closePanel();
    writeSampleSkill(editor.workspace);
  });

  test("runs its evals with and without it in the user's own model, after showing the number of calls", async () => {
    const key = "sk-of-the-user";
    const stub = await startModelStub(trimmingAgent, { key });
    const title = "Configure Model";
    await window.runCommand("Fairlead: Configure Model...");
    await window.pick(title, "OpenAI-Compatible Endpoint...");
    await window.waitForTitle(/1\/3/);
    await window.type(title, stub.baseUrl);
    await window.waitForTitle(/2\/3/);
    await window.type(title, "small-model");
    await window.waitForTitle(/3\/3/);
    await window.type(title, key);
    await window.documents.statusBar(/small-model \(127\.0\.0\.1/);
    await window.messages.dismissAll();
    await openSkill(name);
    await window.offers.lens("Run Tests");
    const asking = "Run Tests With a Model";
    await window.choices(asking);
    await window.screenshot("skills-4-calls-dark");
    await window.pick(asking, "Run");
    await window.testing.waitForText(/Remove the trailing spaces in notes\.md and main\.c\. \(Passed\)/);
    expect(await window.testing.text()).not.toMatch(/\(Skipped\)|\(Failed\)/);
    await window.screenshot("skills-4-evals-dark");
    await window.screenshot("readme-skill");
    const [skill] = (await service.client.call("skills.list", { includeArchived: true })).items;
    const [run] = (await service.client.call("skillTestRuns.list", { id: skill?.id ?? "" })).items;
    const { cases } = await service.client.call("skillTestRun.get", { id: run?.id ?? "" });
    const output = cases?.find(({ kind }) => kind === "eval")?.output;
    expect(output).toContain("notes.md stays as it is, because");
    expect(output).toContain("I trimmed notes.md and main.c.");
    expect(JSON.stringify(cases)).not.toContain(key);
    expect(stub.problems).toEqual([]);
    expect(stub.calls()).toBeGreaterThanOrEqual(2 + 4);
    expect(stub.calls()).toBeLessThanOrEqual(2 + 13);
    await window.runCommand("Fairlead: Configure Model...");
    await window.pick(title, `small-model (${new URL(stub.baseUrl).host})`);
    await window.pick(title, "Remove");
    await window.documents.statusBar(/its key were removed/);
    await window.messages.dismissAll();
  });

  test("is published after a review of its files", async () => {
    await openSkill(name);
    await window.offers.lens("Publish");
    await window.choices(`Publish ${name}`);
    await window.screenshot("skills-5-publish-files-dark");
    await window.page.keyboard.press("Enter");
    await window.waitForTitle(/2\/2/);
    await window.type(`Publish ${name}`, "1.0.0");
    await window.messages.waitFor(/Published trim-lines 1\.0\.0/);
    await window.screenshot("skills-6-published-dark");
    await window.messages.dismissAll();
    const { items } = await service.client.call("skills.list", { includeArchived: true });
    expect(items).toMatchObject([{ name, latestVersion: "1.0.0", valid: true }]);
  });

  test("is installed for the selected agents only", async () => {
    await skills().show();
    await skills().waitForText(/^trim-lines (.* · )?1\.0\.0/m);
    await skills().menu(name, "Install Skill...");
    await window.pickMany(`Install ${name}`, ["Claude Code"]);
    await window.messages.waitFor(/Installed trim-lines 1\.0\.0 for Claude Code/);
    expect(readFileSync(installed("SKILL.md"), "utf8")).toBe(readFileSync(path("skills", name, "SKILL.md"), "utf8"));
    expect(existsSync(path("skills-lock.json"))).toBe(true);
    expect(existsSync(path(".agents"))).toBe(false);
    await window.messages.dismissAll();
    await skills().expand(name);
    await skills().waitForText(/^ {2}Claude Code up to date · 1\.0\.0 · workspace/m);
    await window.screenshot("skills-7-installed-dark");
  });

  test("shows changed installations, and repairs them in one step", async () => {
    writeFileSync(installed("SKILL.md"), `${readFileSync(installed("SKILL.md"), "utf8")}\nA line of its own.\n`);
    await skills().waitForText(/Claude Code changed since \(1 file\) · 1\.0\.0 · workspace/);
    await window.pictures("skills-8-drift");
    await skills().menu(name, "Update Copies of Skill...");
    await window.choices(`Update Copies of ${name}`);
    await window.screenshot("skills-9-reconcile-dark");
    await window.pick(`Update Copies of ${name}`, "Bring Claude Code's copy to 1.0.0");
    await window.choices(`Files of ${name}`);
    await window.screenshot("skills-10-conflict-dark");
    await window.pick(`Files of ${name}`, "Overwrite");
    await window.messages.waitFor(/Installed trim-lines 1\.0\.0/);
    expect(readFileSync(installed("SKILL.md"), "utf8")).not.toContain("A line of its own.");
    await window.messages.dismissAll();
  });
});
