import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { createTinyServerFiles, type TinyVariant } from "../support/servers/tinyServer.ts";
import { acceptPromptsDuring, chooseDuring, deployAnywayActions, waitForValue } from "./answerPrompts.ts";

const logs = () =>
  vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === "fairlead" && uri.path.startsWith("/deployment/"));

describe("a folder of own code", () => {
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "fairlead-deploy-"));
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, variant: TinyVariant) => {
    for (const { path, content } of createTinyServerFiles(variant)) {
      const file = join(folder, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return vscode.Uri.file(join(folder, name));
  };

  it("that exits at once fails to deploy, and its log starts with the reason", async () => {
    await chooseDuring(deployAnywayActions, () =>
      acceptPromptsDuring(vscode.commands.executeCommand("fairlead.server.deploy", write("ending", "exitsAtOnce"))),
    );
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.deployment.openLog"));
    const log = await waitForValue(() => logs().find(({ uri }) => uri.path.includes("ending")), "its log is open");
    const head = log.getText().slice(0, 1000);
    assert.match(head, /failed at/);
    assert.match(head, /Failed at start: .*\n.*\n\| starting exitsAtOnce\n\| cannot go on: the database is locked/);
  });

  it("that is valid runs, and its log grows while it is visible", async () => {
    await chooseDuring(deployAnywayActions, () =>
      acceptPromptsDuring(vscode.commands.executeCommand("fairlead.server.deploy", write("running", "healthy"))),
    );
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.deployment.openLog"));
    const log = await waitForValue(() => logs().find(({ uri }) => uri.path.includes("running")), "its log is open");
    await waitForValue(() => log.getText().includes("== running") || undefined, "it runs");
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.server.stop"));
    await waitForValue(() => log.getText().includes("== stopped") || undefined, "the log shows that it was stopped");
  });
});
