import { describe, expect, test } from "vitest";
import { formatToolEffect, readToolEffect } from "../../../../../src/extension/server/model/operations/toolEffect.ts";
import { createToolConsent, type PlannedCall } from "../../../../../src/extension/tools/model/toolConsent.ts";
import { createScriptedPrompts, escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";

const never = new AbortController().signal;
const plan = (annotations?: PlannedCall["tool"]["annotations"], name = "drop"): PlannedCall => ({
  subject: { server: { kind: "deployed", connection: "c", id: "s" }, tool: name },
  tool: { name, inputSchema: {}, ...(annotations && { annotations }) },
  target: { name: "Pets", readHosts: async () => ["api.pets.example"] },
  arguments: { id: 7 },
});

describe("a call", () => {
  test("of a tool that reads is not asked for", async () => {
    const prompts = createScriptedPrompts();
    expect(await createToolConsent(prompts)(plan({ readOnlyHint: true }), never)).toBe(true);
  });

  test.each([
    [undefined, "The tool does not state whether it changes data."],
    [{ readOnlyHint: false, destructiveHint: false }, "The tool changes data."],
    [{ readOnlyHint: false }, "The tool may delete or overwrite data."],
    [{ destructiveHint: true }, "The tool may delete or overwrite data."],
  ])("of a tool with %o is asked for with the host and the values", async (annotations, effect) => {
    const prompts = createScriptedPrompts("Call");
    expect(await createToolConsent(prompts)(plan(annotations), never)).toBe(true);
    const lines = ["Call drop of Pets?", effect, "It may reach: api.pets.example", "The arguments:"];
    for (const line of [...lines, '"id": 7', "[Call, Always Call This Tool]"])
      expect(prompts.questions[0]).toContain(line);
  });

  test("does not name a host where none is known", async () => {
    const prompts = createScriptedPrompts("Call");
    const planned = { ...plan(), target: { name: "Pets", readHosts: async () => [] } };
    await createToolConsent(prompts)(planned, never);
    expect(prompts.questions[0]).toContain("It is not known which hosts it reaches.");
  });

  test("is not sent after Escape", async () => {
    expect(await createToolConsent(createScriptedPrompts(escapeAnswer))(plan(), never)).toBe(false);
  });

  test("is asked for again, unless the user always allows this tool", async () => {
    const prompts = createScriptedPrompts("Call", "Always Call This Tool", "Call", "Call");
    const confirm = createToolConsent(prompts);
    for (const planned of [plan(), plan(), plan(), plan(undefined, "other"), plan({ destructiveHint: true })])
      expect(await confirm(planned, never)).toBe(true);
    expect(prompts.questions).toHaveLength(4);
  });

  test("shows the beginning of long arguments", async () => {
    const prompts = createScriptedPrompts("Call");
    const list = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(400, "x"));
    await createToolConsent(prompts)({ ...plan(), arguments: { list } }, never);
    const [question = ""] = prompts.questions;
    expect(question).toContain("... and 34 more lines");
    expect(Math.max(...question.split("\n").map((line) => line.length))).toBeLessThan(170);
  });
});

test("the effect says what the annotations say", () => {
  expect(readToolEffect({ annotations: { readOnlyHint: true, destructiveHint: true } })).toBe("reads");
  expect(formatToolEffect({ annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false } })).toBe(
    "may delete or overwrite data, has the same effect when it is repeated, works on a closed set of data",
  );
  expect(formatToolEffect({ annotations: { readOnlyHint: true, idempotentHint: true } })).toBe("reads");
});
