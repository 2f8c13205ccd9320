import { type OperationName, operationTable } from "../../../../src/contract/operations.ts";
import { createToolRunner, toolRegistry } from "../../../../src/extension/agentTools/toolRunner.ts";
import { consoleUri } from "../../../../src/extension/base/uris/virtualUris.ts";
import { sendOperation } from "../../../../src/extension/console/commands/sendOperation.ts";
import { commandTable } from "../../../../src/extension/workbench/commandTable.ts";
import { rowOf, type TreeNode } from "../../../../src/extension/workbench/nodes.ts";
import { runCommand } from "../../../../src/extension/workbench/runCommand.ts";
import { createViewTrees } from "../../../../src/extension/workbench/tree/viewTrees.ts";
import { createDisconnectedFixture } from "../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { sampleInputs } from "../../../support/service/sampleInputs.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { canaryTexts } from "./callCanaries.ts";
import { startEchoService } from "./echoService.ts";

/** Searches everything that a user sees and stores of a service that repeats its input: views, documents, messages, history, bundle. */
export async function findCommandCanaries(
  ways: readonly string[],
): Promise<{ readonly texts: number; readonly masked: number; readonly leaks: readonly string[] }> {
  const served = await startServedService();
  const leaks: string[] = [];
  let texts = 0;
  let masked = 0;
  for (const way of ways) {
    const echo = await startEchoService("a fine answer");
    const fixture = await createDisconnectedFixture(served, { answers: Array(400).fill(escapeAnswer) });
    const { app } = fixture;
    const session = await app.connections.add({ baseUrl: echo.url, key: canaryTexts.key }, "Echo");
    if (session.kind !== "connected") throw new Error(`The echo service is ${session.kind}.`);
    echo.become(way);
    const seen: Record<string, unknown> = { views: await views(app), tools: await answersOfTools(app) };
    for (const name of Object.keys(operationTable).filter(isOperation)) {
      const uri = consoleUri("input", name);
      fixture.documents.texts.set(uri, JSON.stringify(sampleInputs[name]));
      await sendOperation({ ...app, prompts: agreeing(app.prompts) }, { resource: uri }).catch((error) =>
        app.log.error("send", error),
      );
      seen[`answer of ${name}`] = app.operations.readResponse(name)?.text;
    }
    for (const [id, { handler: command }] of Object.entries(commandTable))
      if (!left.test(id)) await runCommand(app, id, command, {});
    await runCommand(app, "fairlead.supportBundle", commandTable["fairlead.supportBundle"].handler, {});
    Object.assign(seen, {
      documents: fixture.documents.shown,
      compared: fixture.documents.compared,
      asked: fixture.questions,
    });
    Object.assign(seen, { messages: fixture.shown, log: fixture.logged, copied: fixture.copied });
    Object.assign(seen, { memory: [...fixture.user.memory.values], requests: fixture.window.requests });
    for (const [where, what] of Object.entries(seen)) {
      const text = JSON.stringify(what) ?? "";
      texts += 1;
      if (text.includes("[key]")) masked += 1;
      if (text.includes(canaryTexts.key))
        leaks.push(`${way}: ${where}: ${text.slice(Math.max(0, text.indexOf(canaryTexts.key) - 100)).slice(0, 150)}`);
    }
    await fixture[Symbol.asyncDispose]();
    await echo.close();
  }
  await served.close();
  return { texts, masked, leaks };
}

/** Commands that are omitted because they would end the connection or the measure. */
const left = /signOut|connection\.remove|useLocal|connection\.switch|supportBundle/;
const isOperation = (name: string): name is OperationName => Object.hasOwn(operationTable, name);

type App = Awaited<ReturnType<typeof createDisconnectedFixture>>["app"];

const agreeing = (prompts: App["prompts"]): App["prompts"] => ({
  ...prompts,
  confirm: async () => true,
  decide: async ({ actions }) => actions[0],
});

async function views(app: App): Promise<unknown> {
  const { connections, filters, mcp, memory, versions, localSkills } = app;
  const trees = createViewTrees({
    connections,
    filters,
    mcp,
    memory,
    versions,
    localSkills,
    now: Date.now,
    machine: "here",
  });
  const all: unknown[] = [];
  for (const tree of Object.values(trees)) {
    const look = async (parent: TreeNode | undefined, depth: number): Promise<void> => {
      for (const node of await tree.children(parent)) {
        all.push(rowOf(node).describe(node, 0));
        if (depth < 3) await look(node, depth + 1);
      }
    };
    await look(undefined, 0);
    tree.dispose();
  }
  return all;
}

async function answersOfTools(app: App): Promise<unknown> {
  const desk = createToolRunner({ ...app, isTrusted: () => true, now: Date.now, timeoutMs: 200 });
  const { signal } = new AbortController();
  const ask = (name: string) =>
    desk.invoke(name, { server: "x", query: "x" }, signal).catch((error: Error) => error.message);
  return Promise.all(Object.keys(toolRegistry).map(ask));
}
