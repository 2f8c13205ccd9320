import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { createTextDocuments, type VirtualFiles } from "../../src/extension/documents/model/virtualFiles.ts";
import { createDocuments } from "../../src/extension/vscode/editors/createDocuments.ts";
import { logStructureProvider } from "../../src/extension/vscode/editors/logProviders.ts";
import { VirtualFileSystem } from "../../src/extension/vscode/editors/virtualFileSystem.ts";
import { waitForValue } from "./answerPrompts.ts";

const scheme = "fairlead-test";
const uri = vscode.Uri.parse(`${scheme}:/deployment/dep_1/Tiny 1.0.0.log`);

describe("virtual documents", () => {
  let lines = ["Tiny 1.0.0", "", "== queued", "a", "== running", "b"];
  let grow = () => {};
  let watched = 0;
  const files: VirtualFiles = {
    isEditable: () => false,
    write: async () => assert.fail("nothing here is written"),
    read: async ({ path }) => {
      if (path !== uri.path) throw Object.assign(new Error("none"), { name: "NoSuchDocumentError" });
      const bytes = Buffer.from(`${lines.join("\n")}\n`);
      return { bytes, revision: bytes.length };
    },
    watch: (_, onChange) => {
      watched += 1;
      grow = onChange;
      return {
        dispose: () => {
          watched -= 1;
        },
      };
    },
    onDidChange: () => ({ dispose: () => {} }),
    clear: () => {},
  };
  let registered: vscode.Disposable;

  before(() => {
    const provider = new VirtualFileSystem(async () => files, scheme);
    registered = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(scheme, provider, { isReadonly: true }),
      vscode.languages.registerFoldingRangeProvider({ scheme }, logStructureProvider),
      vscode.languages.registerDocumentSymbolProvider({ scheme }, logStructureProvider),
    );
  });
  after(() => registered.dispose());

  it("are read-only, in the language of their name", async () => {
    const editor = await vscode.window.showTextDocument(uri);
    assert.equal(editor.document.languageId, "log");
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, new Uint8Array()));
    await assert.rejects(async () => vscode.workspace.openTextDocument(uri.with({ path: "/other" })));
  });

  it("have folding ranges and symbols for each step", async () => {
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      "vscode.executeFoldingRangeProvider",
      uri,
    );
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end]),
      [
        [2, 3],
        [4, 5],
      ],
    );
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      uri,
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ["queued", "running"],
    );
  });

  it("grow while they are visible, and are watched only then", async () => {
    await waitForValue(() => watched > 0 || undefined, "the log is watched");
    lines = [...lines, "== stopped", "c"];
    grow();
    const document = await vscode.workspace.openTextDocument(uri);
    await waitForValue(() => document.getText().includes("== stopped") || undefined, "the log has grown");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await waitForValue(() => watched === 0 || undefined, "the log is no longer watched");
  });
});

describe("a comparison", () => {
  it("is closed with the question that it belongs to, also of several files", async () => {
    const { compare } = createDocuments({ diagnose: () => {}, texts: createTextDocuments() });
    const countTabs = () => {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      return tabs.filter(({ label }) => label.includes("Use Pets")).length;
    };
    const pair = (name: string) => ({ label: name, left: { name, text: "1" }, right: { name, text: "2" } });
    const added = { label: "new.json", left: undefined, right: { name: "new.json", text: "2" } };
    for (const pairs of [[pair("one.json")], [pair("one.json"), pair("two.json")], [added]]) {
      const page = await compare("Use Pets", pairs);
      await waitForValue(() => countTabs() === 1 || undefined, "the comparison is open");
      await page[Symbol.asyncDispose]();
      await waitForValue(() => countTabs() === 0 || undefined, "the comparison is closed");
    }
  });
});

describe("a page of Markdown", () => {
  it("has one tab for its name, and is closed with the question that it belongs to", async () => {
    const { showMarkdown } = createDocuments({ diagnose: () => {}, texts: createTextDocuments() });
    const countTabs = () => {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      return tabs.filter(({ label }) => label.includes("One Page.md")).length;
    };
    await showMarkdown("First.", "One Page.md");
    const page = await showMarkdown("Second.", "One Page.md");
    await waitForValue(() => countTabs() === 1 || undefined, "the second page replaces the first one");
    await page[Symbol.asyncDispose]();
    await waitForValue(() => countTabs() === 0 || undefined, "the page is closed");
  });
});
