import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { createTinyServerFiles } from "../support/servers/tinyServer.ts";
import { writeFile } from "../support/writeFile.ts";
import { acceptPromptsDuring, chooseDuring, deployAnywayActions, waitForValue } from "./answerPrompts.ts";

const many = 500;
/** VS Code joins the ids of an item and its parents with this separator. */
const between = "\0";

const testsIn = async (uri: vscode.Uri) => {
  const found = await vscode.commands.executeCommand<string[][]>("vscode.testing.getTestsInFile", uri);
  return found.map((parts) => parts.join(between));
};
/** VS Code gets new items a moment after they are created. */
const testIn = (uri: vscode.Uri, caseId: string) =>
  waitForValue(async () => (await testsIn(uri)).find((text) => text.endsWith(caseId)), `${caseId} is in ${uri.path}`);
/** Whether a case failed and shows why; also opens it, as a user does. */
const hasFailed = (id: string) => vscode.commands.executeCommand<boolean>("vscode.peekTestError", id);

/** A folder of the workspace for one suite. */
function ownFolder(name: string) {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(workspace);
  const root = join(workspace.uri.fsPath, name);
  const write = (path: string, text: string) => vscode.Uri.file(writeFile(root, path, text));
  return { root, write };
}

describe("the tests of a server", () => {
  let folder: ReturnType<typeof ownFolder>;
  before(async () => {
    folder = ownFolder("tested-server");
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
    for (const { path, content } of createTinyServerFiles("healthy")) folder.write(path, content);
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(folder.root, { recursive: true, force: true });
  });

  it("include the cases of its case file, which run from their lines", async () => {
    const place = vscode.Uri.file(folder.root);
    await chooseDuring(deployAnywayActions, () =>
      acceptPromptsDuring(vscode.commands.executeCommand("fairlead.server.deploy", place)),
    );
    const expectation = "expect:\n      text: {equals: nothing like this}";
    const uri = folder.write("fairlead.tests.yaml", `cases:\n  - name: echoes\n    tool: echo\n    ${expectation}\n`);
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.test.runCase", uri, "case:echoes"));
    const id = await testIn(uri, "case:echoes");
    assert.ok(id.startsWith("fairlead.servers"), `${id} is of the servers`);
    assert.ok(await hasFailed(id), `${id} failed`);
  });
});

describe("the tests of a skill", () => {
  let folder: ReturnType<typeof ownFolder>;
  before(async () => {
    folder = ownFolder("tested-skills");
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(folder.root, { recursive: true, force: true });
  });

  const write = (name: string, path: string, text: string) => folder.write(join(name, path), text);
  const skillOf = (name: string, body = "Say hello.") =>
    write(name, "SKILL.md", `---\nname: ${name}\ndescription: Greets people. Use it to greet.\n---\n\n${body}\n`);
  const scripts = (first: string) =>
    `${JSON.stringify([{ name: "greets", script: "scripts/greet.mjs", expect: { stdout: first } }], null, 2)}\n`;

  it("are found on their lines when a file of the skill is opened", async () => {
    skillOf("found");
    write("found", "scripts/greet.mjs", "console.log('Hello!');\n");
    const uri = write("found", "evals/scripts.json", scripts("Hello!\n"));
    await vscode.window.showTextDocument(uri);
    const ids = await waitForValue(async () => {
      const seen = await testsIn(uri);
      return seen.length > 0 ? seen : undefined;
    }, "the case is in its file");
    assert.ok(
      ids.some((id) => id.startsWith("fairlead.skills") && id.endsWith(`${between}script:greets`)),
      ids.join(),
    );
  });

  it("run from the Test Explorer", async () => {
    skillOf("explored", "[Missing](references/missing.md)");
    write("explored", "scripts/greet.mjs", "console.log('Goodbye!');\n");
    const uri = write("explored", "evals/scripts.json", scripts("Hello!\n"));
    await vscode.window.showTextDocument(uri);
    const id = await testIn(uri, "script:greets");
    await chooseDuring(["Run"], async () => {
      await acceptPromptsDuring(vscode.commands.executeCommand("testing.runCurrentFile"));
      await waitForValue(() => hasFailed(id), "the case failed");
    });
  });

  it("are listed once each if there are five hundred", async () => {
    const queries = Array.from({ length: many }, (_, number) => ({
      query: `Greet guest ${number}`,
      should_trigger: true,
    }));
    const skill = skillOf("crowded", "[Missing](references/missing.md)");
    const uri = write("crowded", "evals/eval_queries.json", `${JSON.stringify(queries, null, 2)}\n`);
    await chooseDuring(["Run"], () =>
      acceptPromptsDuring(vscode.commands.executeCommand("fairlead.skill.test", skill)),
    );
    const cases = await waitForValue(async () => {
      const seen = (await testsIn(uri)).filter((text) => text.includes(`${between}trigger:`));
      return seen.length === many ? seen : undefined;
    }, `${many} cases are in their file`);
    assert.equal(new Set(cases).size, many);
  });
});
