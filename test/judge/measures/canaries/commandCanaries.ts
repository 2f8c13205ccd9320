import { commands } from "../../../../src/commands/commandTable.ts";
import { sendOperation } from "../../../../src/commands/console/sendOperation.ts";
import { runCommand } from "../../../../src/commands/runCommand.ts";
import { type OperationName, operations } from "../../../../src/contract/operations.ts";
import { consoleUri } from "../../../../src/core/console/consoleUris.ts";
import { tools } from "../../../../src/core/tools/toolRegistry.ts";
import { createToolDesk } from "../../../../src/core/tools/toolRunner.ts";
import { describeNode } from "../../../../src/core/view/describeNode.ts";
import type { Node } from "../../../../src/core/view/nodes.ts";
import { createTrees } from "../../../../src/core/view/trees/viewTrees.ts";
import { startingBench } from "../../../support/editor/disconnectedFixture.ts";
import { escaped } from "../../../support/editor/scriptedPrompts.ts";
import { sampleInputs } from "../../../support/service/sampleInputs.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { canaries } from "./callCanaries.ts";
import { startEchoService } from "./echoService.ts";

/** What a user sees and keeps of a service that repeats all it is given: views, documents, messages, history, the support bundle. */
export async function canariesInTheWorld(
  ways: readonly string[],
): Promise<{ readonly texts: number; readonly masked: number; readonly leaks: readonly string[] }> {
  const served = await startServedService();
  const leaks: string[] = [];
  let texts = 0;
  let masked = 0;
  for (const way of ways) {
    const echo = await startEchoService("a fine answer");
    const world = await startingBench(served, { answers: Array(400).fill(escaped) });
    const { app } = world;
    const session = await app.connections.add({ baseUrl: echo.url, key: canaries.key }, "Echo");
    if (session.kind !== "connected") throw new Error(`The echo service is ${session.kind}.`);
    echo.become(way);
    const seen: Record<string, unknown> = { views: await views(app), tools: await answersOfTools(app) };
    for (const name of Object.keys(operations).filter(isOperation)) {
      const uri = consoleUri("input", name);
      world.documents.texts.set(uri, JSON.stringify(sampleInputs[name]));
      await sendOperation({ ...app, prompts: agreeing(app.prompts) }, { resource: uri }).catch((error) =>
        app.log.error("send", error),
      );
      seen[`answer of ${name}`] = app.operations.readAnswer(name)?.text;
    }
    for (const [id, command] of Object.entries(commands)) if (!left.test(id)) await runCommand(app, id, command, {});
    await runCommand(app, "fairlead.supportBundle", commands["fairlead.supportBundle"], {});
    Object.assign(seen, { documents: world.documents.shown, compared: world.documents.compared, asked: world.asked });
    Object.assign(seen, { messages: world.shown, log: world.logged, copied: world.copied });
    Object.assign(seen, { memory: [...world.user.memory.kept], requests: world.window.requests });
    for (const [where, what] of Object.entries(seen)) {
      const told = JSON.stringify(what) ?? "";
      texts += 1;
      if (told.includes("[key]")) masked += 1;
      if (told.includes(canaries.key))
        leaks.push(`${way}: ${where}: ${told.slice(Math.max(0, told.indexOf(canaries.key) - 100)).slice(0, 150)}`);
    }
    await world[Symbol.asyncDispose]();
    await echo.close();
  }
  await served.close();
  return { texts, masked, leaks };
}

/** Signing out of it would end the world. */
const left = /signOut|connection\.remove|useLocal|connection\.switch|supportBundle/;
const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name);

type App = Awaited<ReturnType<typeof startingBench>>["app"];

const agreeing = (prompts: App["prompts"]): App["prompts"] => ({
  ...prompts,
  confirm: async () => true,
  decide: async ({ actions }) => actions[0],
});

async function views(app: App): Promise<unknown> {
  const { connections, filters, memory, versions, localSkills } = app;
  const trees = createTrees({ connections, filters, memory, versions, localSkills, now: Date.now, machine: "here" });
  const all: unknown[] = [];
  for (const tree of Object.values(trees)) {
    const look = async (parent: Node | undefined, depth: number): Promise<void> => {
      for (const node of await tree.children(parent)) {
        all.push(describeNode(node, 0));
        if (depth < 3) await look(node, depth + 1);
      }
    };
    await look(undefined, 0);
    tree.dispose();
  }
  return all;
}

async function answersOfTools(app: App): Promise<unknown> {
  const desk = createToolDesk({ ...app, isTrusted: () => true, now: Date.now, patienceMs: 200 });
  const { signal } = new AbortController();
  const ask = (name: string) =>
    desk.invoke(name, { server: "x", query: "x" }, signal).catch((error: Error) => error.message);
  return Promise.all(Object.keys(tools).map(ask));
}
