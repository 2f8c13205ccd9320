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

/** The facts that commands have in the same form. */
export function describeCommand(
  open: OpenFixture,
  { name, palette, row, escape: answers = [], failure }: CommandFacts,
): void {
  const command: CommandHandler<App> = commandTable[name].handler;

  /** Runs the command; returns all that it asked and did. */
  const run = async (given: readonly ScriptedAnswer[], target: CommandTarget = {}, more: Partial<App> = {}) => {
    const memory = createMapMemory();
    await using fixture = await open({ answers: given, memory });
    const before = new Map(memory.values);
    const changes: string[] = [];
    await command({ ...fixture.app, client: recordChanges(fixture.app, changes), ...more }, target);
    const { prompts, messages, documents, copied, ranCommands, refreshed } = fixture;
    const stored = [...memory.values].filter(([key, value]) => before.get(key) !== value).map(([key]) => key);
    const shown = [...messages.shown, ...documents.shown, ...documents.texts.keys(), ...documents.folders.keys()];
    const done = [...changes, ...stored, ...shown, ...copied, ...ranCommands, ...refreshed];
    return { questions: prompts.questions, unusedAnswers: prompts.unusedAnswers, done };
  };

  describe(name, () => {
    test.each(answers.map((_, index) => index))("changes nothing after Escape at question %i", async (index) => {
      const { questions, unusedAnswers, done } = await run([...answers.slice(0, index), escapeAnswer]);
      expect([questions[0], unusedAnswers, done]).toEqual([palette ?? questions[0], [], []]);
    });

    if (row)
      test("does not ask for the row that was clicked", async () => {
        expect((await run([escapeAnswer], row)).questions).not.toContain(palette);
      });

    if (failure !== undefined) {
      test("fails with what failed", async () => {
        const client = () => Promise.reject(new Error(failure));
        await expect(run([], {}, { client })).rejects.toThrow(failure);
      });

      test("ends where the user chooses no connection", async () => {
        const { questions, done } = await run([], {}, { client: async () => undefined });
        expect([questions, done]).toEqual([[], []]);
      });
    }
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
