import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { acceptingPrompts, until } from "./answerPrompts.ts";

const many = 500;
/** In VS Code an item is known by the ids on the way to it, with this between. */
const between = "\0";

describe("the tests of a skill", () => {
  let root: string;
  before(async function () {
    this.timeout(120_000);
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    root = join(workspace.uri.fsPath, "tested-skills");
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(root, { recursive: true, force: true });
  });

  const write = (name: string, path: string, text: string) => {
    const file = join(root, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return vscode.Uri.file(file);
  };
  const skillOf = (name: string, body = "Say hello.") =>
    write(name, "SKILL.md", `---\nname: ${name}\ndescription: Greets people. Use it to greet.\n---\n\n${body}\n`);
  const testsIn = async (uri: vscode.Uri) => {
    const found = await vscode.commands.executeCommand<string[][]>("vscode.testing.getTestsInFile", uri);
    return found.map((parts) => parts.join(between));
  };
  /** Whether a case failed and shows why; also opens it, as a user does. */
  const hasFailed = (id: string) => vscode.commands.executeCommand<boolean>("vscode.peekTestError", id);
  const scripts = (first: string) =>
    `${JSON.stringify([{ name: "greets", script: "scripts/greet.mjs", expect: { stdout: first } }], null, 2)}\n`;

  it("are found where a file of the skill is opened, on their lines", async () => {
    skillOf("found");
    write("found", "scripts/greet.mjs", "console.log('Hello!');\n");
    const uri = write("found", "evals/scripts.json", scripts("Hello!\n"));
    await vscode.window.showTextDocument(uri);
    const ids = await until(async () => {
      const seen = await testsIn(uri);
      return seen.length > 0 ? seen : undefined;
    }, "the case is in its file");
    assert.ok(
      ids.some((id) => id.startsWith("fairlead.skills") && id.endsWith(`${between}script:greets`)),
      ids.join(),
    );
  });

  it("run by the command above the skill, and what failed shows why", async function () {
    this.timeout(60_000);
    const skill = skillOf("failing");
    write("failing", "scripts/greet.mjs", "console.log('Goodbye!');\n");
    const uri = write("failing", "evals/scripts.json", scripts("Hello!\n"));
    await acceptingPrompts(vscode.commands.executeCommand("fairlead.skill.test", skill));
    const [id = ""] = (await testsIn(uri)).filter((one) => one.endsWith("script:greets"));
    assert.ok(await hasFailed(id), `${id} failed`);
    const passed = (await testsIn(skill)).find((one) => one.endsWith("specification"));
    assert.ok(passed);
    assert.equal(await hasFailed(passed), false);
  });

  it("run one by one from their lines", async function () {
    this.timeout(60_000);
    skillOf("single");
    write("single", "scripts/greet.mjs", "console.log('Goodbye!');\n");
    const uri = write("single", "evals/scripts.json", scripts("Hello!\n"));
    await acceptingPrompts(vscode.commands.executeCommand("fairlead.test.runCase", uri, "script:greets"));
    const id = (await testsIn(uri)).find((one) => one.endsWith("script:greets"));
    assert.ok(id && (await hasFailed(id)), `${id} failed`);
  });

  it("run from the Test Explorer, which asks the controller", async function () {
    this.timeout(60_000);
    skillOf("explored", "[Missing](references/missing.md)");
    write("explored", "scripts/greet.mjs", "console.log('Goodbye!');\n");
    const uri = write("explored", "evals/scripts.json", scripts("Hello!\n"));
    await vscode.window.showTextDocument(uri);
    const id = await until(
      async () => (await testsIn(uri)).find((one) => one.endsWith("script:greets")),
      "the case is in its file",
    );
    await acceptingPrompts(vscode.commands.executeCommand("testing.runCurrentFile"));
    await until(() => hasFailed(id), "the case failed");
  });

  it("stay smooth when there are five hundred", async function () {
    this.timeout(120_000);
    const queries = Array.from({ length: many }, (_, number) => ({
      query: `Greet guest ${number}`,
      should_trigger: true,
    }));
    const skill = skillOf("crowded", "[Missing](references/missing.md)");
    const uri = write("crowded", "evals/eval_queries.json", `${JSON.stringify(queries, null, 2)}\n`);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await acceptingPrompts(vscode.commands.executeCommand("fairlead.skill.test", skill));
    delay.disable();
    const cases = await until(async () => {
      const seen = (await testsIn(uri)).filter((one) => one.includes(`${between}trigger:`));
      return seen.length === many ? seen : undefined;
    }, `${many} cases are in their file`);
    assert.equal(new Set(cases).size, many);
    assert.ok(delay.max / 1e6 < 250, `the extension host was busy for ${Math.round(delay.max / 1e6)} ms at once`);
  });
});
