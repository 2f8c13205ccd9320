import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { createPetDocument } from "../support/documents/petDocument.ts";
import { acceptPromptsDuring, chooseDuring, deployAnywayActions, waitForValue } from "./answerPrompts.ts";

const problemsOf = (uri: vscode.Uri) =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Fairlead");
const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
const openUris = () => tabs().flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : []));

describe("from an OpenAPI document to a running server", () => {
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "fairlead-generate-"));
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return vscode.Uri.file(file);
  };

  it("shows the problems of a document in its unsaved text", async () => {
    const uri = write("broken.json", createPetDocument());
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), '{\n  "openapi": "3.1.0",\n  "paths": {}\n}');
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand("fairlead.server.generate", uri);
    const [problem] = problemsOf(uri);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Error);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("generates a server whose code can be read", async () => {
    const uri = write("pets.json", createPetDocument());
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.server.generate", uri));
    assert.deepEqual(
      problemsOf(uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error),
      [],
    );
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.version.open"));
    const shown = vscode.window.activeTextEditor?.document;
    assert.equal(shown?.uri.scheme, "fairlead");
    assert.equal(shown?.languageId, "javascript");
    assert.match(shown?.getText() ?? "", /runtime/);
  });

  it("deploys it with a log that folds by step", async () => {
    await chooseDuring(deployAnywayActions, () =>
      acceptPromptsDuring(vscode.commands.executeCommand("fairlead.server.deploy")),
    );
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.deployment.openLog"));
    const uri = await waitForValue(
      () => openUris().find((text) => text.startsWith("fairlead:/deployment/")),
      "the log is open",
    );
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    await waitForValue(() => document.getText().includes("== running") || undefined, "the server runs");
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      "vscode.executeFoldingRangeProvider",
      document.uri,
    );
    assert.ok(folds.length >= 4);
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.server.copyUrl"));
    assert.match(await vscode.env.clipboard.readText(), /^http:\/\/127\.0\.0\.1:\d+\/mcp\/srv_/);
  });
});
