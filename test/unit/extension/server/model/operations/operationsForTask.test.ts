import { describe, expect, test } from "vitest";
import {
  type InputQuestion,
  type PromptBack,
  promptBack,
  type SingleQuestion,
} from "../../../../../../src/extension/base/ports.ts";
import {
  askOperationsForTask,
  createTaskSearch,
} from "../../../../../../src/extension/server/model/operations/operationsForTask.ts";
import { analyzeOpenapiDocument } from "../../../../../../src/generator/analyzeOpenapiDocument.ts";

const operation = (summary: string) => ({ summary, responses: { 200: { description: "fine" } } });
const tracker = analyzeOpenapiDocument(
  JSON.stringify({
    ...{ openapi: "3.1.0", info: { title: "Tracker", version: "1" }, servers: [{ url: "https://api.example.com" }] },
    paths: {
      "/issues": { get: operation("List issues"), post: operation("Create an issue") },
      "/issues/{id}/comments": { post: operation("Create a comment of an issue") },
      "/invoices": { get: operation("List invoices") },
      "/users/me": { delete: operation("Delete the account") },
    },
  }),
);
const titlesOf = (ids: ReadonlySet<string> | undefined) =>
  ids && tracker.operations.filter(({ id }) => ids.has(id)).map(({ title }) => title);

const find = createTaskSearch(tracker);

describe("the tools for a task", () => {
  test("are the operations that fit its words best, as many as wanted", () => {
    expect(titlesOf(find("view bugs", 1))).toEqual(["List issues"]);
    expect(titlesOf(find("list issues and comment on an issue", 2))).toEqual([
      "List issues",
      "Create a comment of an issue",
    ]);
  });

  test("are none for no words, and for words that no operation has", () => {
    expect(find(" ", 5)).toEqual(new Set());
    expect(find("zebra", 5)).toEqual(new Set());
  });
});

/** Answers the prompts in their order. */
function answerPrompts(...answers: readonly (string | typeof promptBack | undefined)[]) {
  const questions: InputQuestion[] = [];
  function input(question: InputQuestion & SingleQuestion): Promise<string | undefined>;
  function input(question: InputQuestion): Promise<string | PromptBack | undefined>;
  async function input(question: InputQuestion) {
    questions.push(question);
    return answers[questions.length - 1];
  }
  return { questions, input };
}

describe("the prompts for a task", () => {
  test("ask for the task and the number of tools", async () => {
    const prompts = answerPrompts("invoices and issues", "2");
    expect(titlesOf(await askOperationsForTask(prompts, tracker))).toEqual(["List issues", "List invoices"]);
    expect(prompts.questions.map(({ value, step }) => ({ value, step }))).toEqual([
      { value: "", step: { number: 1, total: 2 } },
      { value: "5", step: { number: 2, total: 2 } },
    ]);
  });

  test("go back to the task with its words", async () => {
    const prompts = answerPrompts("invoices", promptBack, "issues", "1");
    expect(titlesOf(await askOperationsForTask(prompts, tracker))).toEqual(["List issues"]);
    expect(prompts.questions[2]?.value).toBe("invoices");
  });

  test.each([[[undefined]], [["issues", undefined]]])("change nothing after Escape: %j", async (answers) => {
    expect(await askOperationsForTask(answerPrompts(...answers), tracker)).toBeUndefined();
  });

  test("refuse words that no operation has, and other numbers than those of the operations", async () => {
    const prompts = answerPrompts("issues", "1");
    await askOperationsForTask(prompts, tracker);
    const [task, count] = prompts.questions.map(({ validate }) => validate ?? (() => "no check"));
    expect(["issues", "zebra", ""].map((text) => task?.(text) === undefined)).toEqual([true, false, false]);
    expect(["1", "5", "0", "6", "1.5", ""].map((text) => count?.(text) === undefined)).toEqual([
      ...[true, true, false, false, false, false],
    ]);
  });
});
