import { operationNames } from "../../../../src/contract/operationNames.ts";
import { createToolRunner, toolRegistry } from "../../../../src/extension/agentTools/toolRunner.ts";
import { consoleUri } from "../../../../src/extension/base/uris/virtualUris.ts";
import { sendOperation } from "../../../../src/extension/console/commands/sendOperation.ts";
import { commandTable } from "../../../../src/extension/workbench/commandTable.ts";
import { rowOf } from "../../../../src/extension/workbench/nodes.ts";
import { runCommand } from "../../../../src/extension/workbench/runCommand.ts";
import { createDisconnectedFixture } from "../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { sampleInputs } from "../../../support/service/sampleInputs.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { canaryTexts } from "./callCanaries.ts";
import { startEchoService } from "./echoService.ts";
import { readAllRows } from "./readAllRows.ts";

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
    const seen: Record<string, unknown> = {
      views: (await readAllRows(app)).map((node) => rowOf(node).describe(node, 0)),
      tools: await answersOfTools(app),
    };
    for (const name of operationNames) {
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

type App = Awaited<ReturnType<typeof createDisconnectedFixture>>["app"];

const agreeing = (prompts: App["prompts"]): App["prompts"] => ({
  ...prompts,
  confirm: async () => true,
  decide: async ({ actions }) => actions[0],
});

async function answersOfTools(app: App): Promise<unknown> {
  const desk = createToolRunner({ ...app, isTrusted: () => true, now: Date.now, timeoutMs: 200 });
  const { signal } = new AbortController();
  const ask = (name: string) =>
    desk.invoke(name, { server: "x", query: "x" }, signal).catch((error: Error) => error.message);
  return Promise.all(Object.keys(toolRegistry).map(ask));
}
