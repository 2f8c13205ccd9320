import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { recordEffects } from "./effects.ts";

function extensionPath(): string {
  return vscode.extensions.getExtension("fairlead.fairlead")?.extensionPath ?? "";
}

async function use(): Promise<void> {
  await vscode.commands.executeCommand("fairlead.connection.useLocal");
}

describe("the local service", () => {
  it("is one process for several starts", async () => {
    await use();
    const { processes } = await recordEffects(extensionPath(), async () => {
      await use();
      await vscode.commands.executeCommand("fairlead.servers.focus");
      await vscode.commands.executeCommand("fairlead.refresh");
    });
    assert.deepEqual(processes, []);
  });

  it("keeps running while the views are hidden and shown again", async () => {
    await vscode.commands.executeCommand("workbench.view.explorer");
    await vscode.commands.executeCommand("workbench.view.extension.fairlead");
    const { processes } = await recordEffects(extensionPath(), async () => {
      await vscode.commands.executeCommand("fairlead.projects.focus");
    });
    assert.deepEqual(processes, []);
  });
});
