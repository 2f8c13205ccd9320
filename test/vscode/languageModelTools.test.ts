import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { ToolRunner } from "../../src/extension/agentTools/toolRunner.ts";
import { createLanguageModelTool } from "../../src/extension/vscode/chat/languageModelTools.ts";
import { createTinyServerFiles } from "../support/servers/tinyServer.ts";
import { writeFile } from "../support/writeFile.ts";
import { acceptPromptsDuring, chooseDuring, deployAnywayActions } from "./answerPrompts.ts";

interface Declared {
  readonly name: string;
  readonly tags: readonly string[];
}

const declared = (): readonly Declared[] =>
  vscode.extensions.getExtension("fairlead.fairlead")?.packageJSON.contributes.languageModelTools ?? [];

/** Calls a tool outside a chat, as another extension does. In a test VS Code confirms the call itself. */
async function invoke(name: string, input: object): Promise<Record<string, unknown>> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return JSON.parse(content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join(""));
}

describe("the tools of language models", () => {
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "fairlead-tools-"));
    for (const { path, content } of createTinyServerFiles("healthy")) writeFile(join(folder, "tooled"), path, content);
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("are registered with their tags and inputs", () => {
    assert.equal(declared().length, 9);
    for (const { name, tags } of declared()) {
      const found = vscode.lm.tools.find((tool) => tool.name === name);
      assert.ok(found, `${name} is not there`);
      assert.deepEqual([...found.tags], tags);
      assert.ok(found.inputSchema);
    }
  });

  it("that read return a result", async () => {
    const { connection, servers } = await invoke("fairlead_listServers", {});
    assert.equal(connection, "Local service");
    assert.ok(Array.isArray(servers));
  });

  it("fail with a message", async () => {
    await assert.rejects(
      invoke("fairlead_deploymentStatus", { server: "nobody" }),
      /There is no server called nobody\./,
    );
  });

  it("that change something run as prepared", async () => {
    const uri = vscode.Uri.file(join(folder, "tooled"));
    await chooseDuring(deployAnywayActions, () =>
      acceptPromptsDuring(vscode.commands.executeCommand("fairlead.server.deploy", uri)),
    );
    const { outcome, deployment } = await invoke("fairlead_deploy", { server: "tooled", message: "by a tool" });
    assert.equal(outcome, "live");
    assert.match(JSON.stringify(deployment), /"message":"by a tool"/);
  });

  it("show the facts of a confirmation as text", async () => {
    const runner: ToolRunner = {
      prepare: async () => ({
        progress: "Deploying",
        confirmation: { title: "Deploy?", rows: [["Server", "[click](command:x) **bold** <b>"]] },
      }),
      invoke: async () => "done",
    };
    const { token } = new vscode.CancellationTokenSource();
    const prepared = await createLanguageModelTool("fairlead_deploy", async () => runner).prepareInvocation?.(
      { input: {} },
      token,
    );
    const message = prepared?.confirmationMessages?.message;
    assert.ok(message instanceof vscode.MarkdownString);
    assert.equal(message.isTrusted ?? false, false);
    assert.match(
      message.value,
      /^\*\*Server:\*\* \\\[click\\\]\(command:x\)|^\*\*Server:\*\* \\\[click\\\]\\\(command:x\\\)/,
    );
    assert.match(message.value, /\\\*\\\*bold\\\*\\\*/);
    assert.doesNotMatch(message.value, /<b>/);
  });

  it("come with a skill that VS Code finds", async () => {
    const found: readonly { uri: { path: string }; type: string; extensionId: string }[] =
      await vscode.commands.executeCommand("_listExtensionPromptFiles");
    const own = found.filter(({ extensionId }) => extensionId === "fairlead.fairlead");
    assert.deepEqual(
      own.map(({ uri, type }) => [type, /media\/skills\/fairlead\/SKILL\.md$/.test(uri.path)]),
      [["skill", true]],
    );
  });
});
