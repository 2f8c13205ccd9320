import { deepEqual, equal } from "node:assert/strict";
import { describe, it } from "mocha";
import { commands } from "vscode";
import { createPrompts } from "../../src/extension/vscode/prompts/createPrompts.ts";

const question = { title: "Deploy", placeholder: "Which server?" };

describe("a prompt whose choices are read", () => {
  it("is open meanwhile, and closed by Escape", async () => {
    const choices = Promise.withResolvers<[]>();
    const shown: string[] = [];
    const picked = createPrompts().pick({ ...question, choices: choices.promise, none: () => shown.push("none") });
    await commands.executeCommand("workbench.action.closeQuickOpen");
    equal(await picked, undefined);
    choices.resolve([]);
    await choices.promise;
    deepEqual(shown, []);
  });

  it("closes by itself and says so if there is no choice", async () => {
    const shown: string[] = [];
    const choices = Promise.resolve([]);
    equal(await createPrompts().pick({ ...question, choices, none: () => shown.push("none") }), undefined);
    deepEqual(shown, ["none"]);
  });
});
