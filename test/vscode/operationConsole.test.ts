import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { acceptPromptsDuring, waitForValue } from "./answerPrompts.ts";
import { completionsAt, hoversAt, replaceText } from "./editorRequests.ts";

const inputOf = (name: string) => vscode.Uri.parse(`fairlead:/operation/${name}/input.json`);
const answerOf = (name: string) => vscode.Uri.parse(`fairlead:/answer/${name}/answer.json`);

async function write(uri: vscode.Uri, text: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  await replaceText(document, text);
  return document;
}

async function lenses(uri: vscode.Uri): Promise<string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
  return found.flatMap(({ command }) => command?.title ?? []);
}

const shownAnswer = (name: string) =>
  vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === answerOf(name).toString());

describe("the operation console", () => {
  before(async () => {
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
  });
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("opens the request of the selected operation", async () => {
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.operation.run"));
    const { document } = await waitForValue(() => vscode.window.activeTextEditor, "an input is open");
    assert.deepEqual([document.uri.toString(), document.languageId], [inputOf("me.get").toString(), "json"]);
  });

  it("completes, explains and validates a request by its schema", async () => {
    const uri = inputOf("apiKeys.create");
    await write(uri, '{\n  "name": "a",\n  \n}\n');
    const offered = await waitForValue(async () => {
      const names = await completionsAt(uri, new vscode.Position(2, 2));
      return names.includes("scopes") ? names : undefined;
    }, "the schema's fields are offered");
    assert.ok(offered.includes("expiresAt"));
    await write(uri, '{\n  "nome": "a"\n}\n');
    const messages = await waitForValue(() => {
      const found = vscode.languages.getDiagnostics(uri).map(({ message }) => message);
      return found.length >= 2 ? found : undefined;
    }, "the schema's problems are shown");
    assert.ok(messages.some((message) => message.includes("nome")));
    const words = await hoversAt(uri, new vscode.Position(0, 0));
    assert.ok(words.join("\n").includes("Create an API key"), words.join("\n"));
  });

  it("shows the response beside the request, always in the same tab", async () => {
    const uri = inputOf("projects.list");
    const document = await write(uri, '{ "limit": 1 }\n');
    assert.deepEqual(await lenses(uri), ["Run"]);
    await vscode.commands.executeCommand("fairlead.operation.send");
    const answer = await waitForValue(() => shownAnswer("projects.list"), "the answer is shown");
    assert.equal(answer.viewColumn, vscode.ViewColumn.Two);
    const first = JSON.parse(answer.document.getText());
    assert.deepEqual([first.status, first.body.items.length], [200, 1]);
    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.equal(document.isDirty, false);
    assert.deepEqual(await lenses(uri), ["Run Again", "Show Answer"]);
    assert.deepEqual(await lenses(answer.document.uri), ["Run Again"]);

    await vscode.commands.executeCommand("fairlead.operation.send", answer.document.uri);
    await waitForValue(
      () => (JSON.parse(answer.document.getText()).requestId !== first.requestId ? true : undefined),
      "the same tab has the second answer",
    );
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.equal(tabs.filter(({ label }) => label === "answer.json").length, 1);
  });

  it("asks before it changes something, and marks errors in a request", async () => {
    const uri = inputOf("projects.create");
    await write(uri, '{\n  "name": ""\n}\n');
    void vscode.commands.executeCommand("fairlead.operation.send");
    const [problem] = await waitForValue(() => {
      const own = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Fairlead");
      return own.length > 0 ? own : undefined;
    }, "the problem is shown");
    assert.deepEqual([problem?.message, problem?.range.start.line], ["name: It must not be empty.", 1]);
    await write(uri, '{\n  "name": "Made in the console"\n}\n');
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.operation.send"));
    const answer = await waitForValue(() => shownAnswer("projects.create"), "the answer is shown");
    assert.equal(JSON.parse(answer.document.getText()).body.name, "Made in the console");
    await assert.rejects(async () => vscode.workspace.fs.writeFile(answer.document.uri, new Uint8Array()));
  });
});
