import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { writeFile } from "../support/writeFile.ts";
import { waitForValue } from "./answerPrompts.ts";
import { completionsAt, hoversAt } from "./editorRequests.ts";

const problemsOf = (uri: vscode.Uri) =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Fairlead");

const fixOf = async (uri: vscode.Uri, range: vscode.Range, title: string) => {
  const command = "vscode.executeCodeActionProvider";
  const kind = vscode.CodeActionKind.QuickFix.value;
  try {
    const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(command, uri, range, kind);
    return found.find((action) => action.edit && action.title === title);
  } catch (error) {
    // VS Code cancels requests for a text that it is still processing.
    if (error instanceof Error && error.name === "Canceled") return undefined;
    throw error;
  }
};

describe("a skill in the editor", () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-skills-")));
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (path: string, text: string) => vscode.Uri.file(writeFile(folder, path, text));
  const open = async (uri: vscode.Uri) => (await vscode.window.showTextDocument(uri)).document;
  it("with a byte order mark or in UTF-16 is saved as UTF-8 by a quick fix", async () => {
    const text = "---\nname: marked\ndescription: Counts words. Use for word counts.\n---\n\n# Marked\n";
    for (const encoding of ["utf8", "utf16le"] as const) {
      const uri = write(`${encoding}/marked/SKILL.md`, "");
      writeFileSync(uri.fsPath, Buffer.from(`\uFEFF${text}`, encoding));
      await open(uri);
      await waitForValue(() => fixOf(uri, new vscode.Range(0, 0, 0, 0), "Save as UTF-8"), "the fix");
      // It does nothing while the window has not drawn the problem.
      const isFixed = async () => {
        await vscode.commands.executeCommand("editor.action.codeAction", { kind: "quickfix", apply: "first" });
        return problemsOf(uri).length === 0;
      };
      await waitForValue(isFixed, "no problem");
      assert.equal(readFileSync(uri.fsPath, "utf8"), text);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  });

  const lensesOf = async (uri: vscode.Uri) => {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 100);
    return found.flatMap(({ range, command }) =>
      command?.command.startsWith("fairlead.") ? [{ line: range.start.line, ...command }] : [],
    );
  };

  const good =
    "---\nname: greeter\ndescription: Greets people. Use it when somebody is to be greeted.\n---\n\nSay hello.\n";

  it("checks links again when their files are created and deleted", async () => {
    const uri = write(
      "linker/SKILL.md",
      `${good.replace("greeter", "linker")}\n[More][more]\n\n[more]: references/more.md\n`,
    );
    // VS Code's own check, which ours yields to, does not read links by reference, nor a file that comes later.
    // Not through the API, which caches documents for minutes after their editor is closed.
    await vscode.commands.executeCommand("vscode.open", uri);
    await waitForValue(() => problemsOf(uri).length > 0, "the file is missing");
    // VS Code starts to watch after a delay, and reports no earlier changes.
    const isThere = () => {
      write("linker/references/more.md", "More.\n");
      return problemsOf(uri).length === 0;
    };
    await waitForValue(isThere, "the file is there");
    rmSync(join(folder, "linker/references/more.md"));
    await waitForValue(() => problemsOf(uri).length > 0, "the file is missing again");
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await waitForValue(() => problemsOf(uri).length === 0, "a closed skill has no problems");
  });

  it("completes and explains front matter", async () => {
    const uri = write("completed/SKILL.md", "---\nname: completed\ndescription: Does it.\n\n---\n");
    const document = await open(uri);
    const labels = await completionsAt(uri, new vscode.Position(3, 0));
    assert.ok(labels.includes("license"), `no license among ${labels.slice(0, 30).join(", ")}`);
    assert.ok(!labels.includes("name"), "a field is offered that is there");
    const texts = await hoversAt(uri, new vscode.Position(1, 1));
    assert.ok(
      texts.some((text) => /64/.test(text)),
      texts.join("\n"),
    );
    assert.equal(document.languageId, "skill");
  });

  it("has a lens above each case that runs it", async () => {
    write("cased/SKILL.md", good.replace("greeter", "cased"));
    const queries = [
      { query: "Say hello to Ann", should_trigger: true },
      { query: "Add two numbers", should_trigger: false },
    ];
    const uri = write("cased/evals/eval_queries.json", `${JSON.stringify(queries, null, 2)}\n`);
    await open(uri);
    const lenses = await lensesOf(uri);
    assert.deepEqual(
      lenses.map(({ line, title }) => [line, title]),
      [
        [0, "Run All"],
        [1, "Run"],
        [5, "Run"],
      ],
    );
    assert.match(String(lenses[1]?.arguments?.[1]), /^trigger:/);
  });

  it("explains its case files in JSON by the schemas of the manifest", async () => {
    const uri = write("schemed/evals/evals.json", '{\n  "skill_name": "schemed",\n  "evals": []\n}\n');
    await open(uri);
    const explained = async () => {
      const hovers = await hoversAt(uri, new vscode.Position(1, 5));
      return hovers.some((text) => /as in its front matter/.test(text)) || undefined;
    };
    await waitForValue(explained, "the schema explains the name");
  });

  it("ignores files of the same name outside a skill", async () => {
    const uri = write("other/evals/evals.json", '{ "not": "a skill" }\n');
    await open(uri);
    assert.deepEqual(await lensesOf(uri), []);
    assert.deepEqual(problemsOf(uri), []);
  });
});

describe("a server's case file in the editor", () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-cases-")));
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(folder, { recursive: true, force: true });
  });

  it("shows problems, and has a lens above each case that runs it", async () => {
    const uri = vscode.Uri.file(join(folder, "fairlead.tests.yaml"));
    writeFileSync(uri.fsPath, "cases:\n  - name: adds\n    tool: add\n  - name: nothing\n");
    await vscode.window.showTextDocument(uri);
    await waitForValue(() => problemsOf(uri).length > 0, "the second case has no tool");
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 100);
    const run = lenses.find(({ command }) => command?.arguments?.[1] === "case:adds");
    assert.equal(run?.command?.command, "fairlead.test.runCase");
    assert.equal(run?.range.start.line, 1);
  });

  it("is completed and explained", async () => {
    const uri = vscode.Uri.file(join(folder, "fairlead.tests.yml"));
    writeFileSync(uri.fsPath, "cases:\n  - name: adds\n    \n");
    await vscode.window.showTextDocument(uri);
    const labels = await completionsAt(uri, new vscode.Position(2, 4));
    assert.ok(labels.includes("tool") && !labels.includes("name"), labels.join(", "));
    const texts = await hoversAt(uri, new vscode.Position(1, 5));
    assert.ok(texts.some((text) => /A short description of the case/.test(text)));
  });
});
