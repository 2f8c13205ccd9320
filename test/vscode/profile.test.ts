import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { startJsonService } from "../support/services/jsonService.ts";
import { acceptPromptsDuring, chooseDuring, typeDuring, waitForValue } from "./answerPrompts.ts";
import { replaceText } from "./editorRequests.ts";

const projects = { data: [{ uuid: "p-1", title: "Shop", code: "S-1" }] };

/** Retries, because VS Code rejects an edit if the profile learns something in the meantime. */
async function put(document: vscode.TextDocument, text: string): Promise<void> {
  while (!(await replaceText(document, text)));
}

describe("the profile of a service as a document", () => {
  let service: Awaited<ReturnType<typeof startJsonService>>;
  let document: vscode.TextDocument;

  before(async () => {
    service = await startJsonService(({ path }) => {
      if (path === "/api/v1/me") return { body: { id: 7, login: "someone" } };
      return path === "/api/v1/projects" ? { body: projects } : undefined;
    });
    const add = () => acceptPromptsDuring(vscode.commands.executeCommand("fairlead.connection.add"));
    // Servers of the local service run at this time.
    await chooseDuring(["Keep Running"], () => typeDuring([service.url, "key_1"], add));
    await vscode.commands.executeCommand("fairlead.profile.open");
    const editor = await waitForValue(() => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.path.startsWith("/profile/") ? active : undefined;
    }, "the profile is open");
    ({ document } = editor);
  });
  after(async () => {
    const id = new URLSearchParams(document.uri.query).get("connection");
    const connection = { id, name: "Other", baseUrl: service.url, kind: "remote" };
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await chooseDuring(["Remove"], async () =>
      vscode.commands.executeCommand("fairlead.connection.remove", { kind: "connection", connection }),
    );
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
    await service[Symbol.asyncDispose]();
  });

  it("is JSON with the name of its connection, without a key", () => {
    assert.deepEqual([document.languageId, JSON.parse(document.getText()).dialect], ["fairlead-settings", "other"]);
    assert.match(document.uri.path, /^\/profile\/127\.0\.0\.1.* \(profile\)\.json$/);
    assert.ok(!document.getText().includes("key_1"));
  });

  it("is stored when it is saved", async () => {
    const profile = JSON.parse(document.getText());
    profile.operations["projects.list"] = { list: "$.data", fields: { id: "$.uuid", name: "$.code" } };
    await put(document, JSON.stringify(profile, null, 2));
    assert.equal(await document.save(), true);
    const bytes = await vscode.workspace.fs.readFile(document.uri);
    const saved = JSON.parse(Buffer.from(bytes).toString("utf8"));
    assert.deepEqual(saved.operations["projects.list"].fields.name, "$.code");
  });

  it("is marked and not stored if it is invalid", async () => {
    await put(document, '{\n  "version": 2,\n  "dialect": "other",\n  "colour": "red"\n}\n');
    assert.equal(await document.save(), false);
    const own = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === "Fairlead");
    assert.deepEqual(
      own.map(({ message, range }) => [message, range.start.line]),
      [['A profile has no "colour" here.', 3]],
    );
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await waitForValue(() => (document.isDirty ? undefined : true), "what was written is dropped");
    const { operations } = JSON.parse(document.getText());
    assert.deepEqual(operations["projects.list"].fields.name, "$.code");
  });
});
