import { describe, expect, test } from "vitest";
import type { CommandHandler, EditorServices } from "../../../src/extension/base/editorServices.ts";
import type { CommandTarget } from "../../../src/extension/base/rows/commandTarget.ts";
import { isChangingOperation } from "../../../src/extension/console/model/formatOperation.ts";
import type { App } from "../../../src/extension/workbench/app.ts";
import { commandTable } from "../../../src/extension/workbench/commandTable.ts";
import type { createCommandFixture } from "./commandFixture.ts";
import { createMapMemory } from "./mapMemory.ts";
import { escapeAnswer, type ScriptedAnswer } from "./scriptedPrompts.ts";

interface CommandFacts {
  readonly name: keyof typeof commandTable;
  /** The first question from the palette. */
  readonly palette?: string | undefined;
  /** A row on which that is not asked. */
  readonly row?: CommandTarget | undefined;
  /** An answer to each question before it does something: Escape in place of any of them changes nothing. */
  readonly escape?: readonly ScriptedAnswer[] | undefined;
  /** The failure of a service that is not reached; none where the command needs no service. */
  readonly failure?: string;
}

export const unreachable = "The service at 127.0.0.1:9 cannot be reached.";

type Fixture = Awaited<ReturnType<typeof createCommandFixture>>;
type OpenFixture = (options: Parameters<typeof createCommandFixture>[1]) => Promise<Fixture>;

type Window = Fixture & { readonly stored: ReadonlyMap<string, string> };

export async function openWindow(open: OpenFixture, answers: readonly ScriptedAnswer[] = []): Promise<Window> {
  const memory = createMapMemory();
  return { ...(await open({ answers, memory })), stored: memory.values };
}

/** All that a command did, by the kind of its trace. */
const listTraces = ({ stored, messages, documents, copied, ranCommands, refreshed }: Window) => [
  [...stored].map(([key, value]) => `${key}: ${value}`),
  ...[messages.shown, documents.shown, [...documents.texts.keys()], [...documents.folders.keys()]],
  ...[copied, ranCommands, refreshed],
];

/** Runs the command; returns all that it asked and did. */
async function run(fixture: Window, command: CommandHandler<App>, target: CommandTarget, more: Partial<App> = {}) {
  const before = listTraces(fixture).map((traces) => new Set(traces));
  const asked = fixture.prompts.questions.length;
  const changes: string[] = [];
  await command({ ...fixture.app, client: recordChanges(fixture.app, changes), ...more }, target);
  const done = listTraces(fixture).flatMap((traces, index) => traces.filter((trace) => !before[index]?.has(trace)));
  return { questions: fixture.prompts.questions.slice(asked), done: [...changes, ...done] };
}

/** The facts that commands have in the same form. In `idle`, which all of them may use, nothing can be done. */
export function describeCommand(
  open: OpenFixture,
  idle: Window,
  { name, palette, row, escape: answers = [], failure }: CommandFacts,
): void {
  const command: CommandHandler<App> = commandTable[name].handler;

  describe(name, () => {
    if (answers.length > 0 || row)
      test("changes nothing after Escape at any question, and does not ask for the row that was clicked", async () => {
        const given = answers.flatMap((_, index): ScriptedAnswer[] => [...answers.slice(0, index), escapeAnswer]);
        const ofRow: readonly ScriptedAnswer[] = row ? [escapeAnswer] : [];
        await using fixture = await openWindow(open, [...given, ...ofRow]);
        for (const index of answers.keys()) {
          const { questions, done } = await run(fixture, command, {});
          expect([index, questions[0], questions.length, done]).toEqual([
            index,
            palette ?? questions[0],
            index + 1,
            [],
          ]);
        }
        expect(fixture.prompts.unusedAnswers).toEqual(ofRow);
        if (row) expect((await run(fixture, command, row)).questions).not.toContain(palette);
      });

    if (failure !== undefined)
      test("fails with what failed, and ends where the user chooses no connection", async () => {
        const client = () => Promise.reject(new Error(failure));
        await expect(run(idle, command, {}, { client })).rejects.toThrow(failure);
        expect(await run(idle, command, {}, { client: async () => undefined })).toEqual({ questions: [], done: [] });
      });
  });
}

function recordChanges({ client: open }: App, changes: string[]): EditorServices["client"] {
  return async () => {
    const client = await open();
    if (!client) return undefined;
    const call: typeof client.call = (name, ...given) => {
      if (isChangingOperation(name)) changes.push(name);
      return client.call(name, ...given);
    };
    return { ...client, call };
  };
}
