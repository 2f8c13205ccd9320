import { describe, expect, test } from "vitest";
import { type Prompts, promptBack } from "../../../../../src/extension/base/ports.ts";
import { askVariables } from "../../../../../src/extension/server/commands/deploy/askCheckedValues.ts";
import type { TypedValuesCheck } from "../../../../../src/extension/server/commands/deploy/typedValuesCheck.ts";
import { askVariableValue } from "../../../../../src/extension/server/commands/variables/askVariableValue.ts";
import { listUnsetVariables, type Variable } from "../../../../../src/extension/server/model/serverVariables.ts";
import { createScriptedPrompts, escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";

const server = { id: "srv_1", name: "Pets" };
const url = { name: "API_URL", required: true, secret: false, description: "Where the API is." };
const key = { name: "API_KEY", required: true, secret: true, description: "The key. Sent to api.example.com." };
const documented = { ...key, documentation: "https://example.com/keys" };

const ask = (prompts: Prompts, variables: readonly Variable[], more: { readonly check?: TypedValuesCheck } = {}) =>
  askVariables({ prompts }, server, { title: "Deploy Pets", variables, ...more });

test("each prompt says what the value is for, where it goes and where to find it; Back keeps what was entered", async () => {
  const prompts = createScriptedPrompts("https://one", promptBack, "https://two", "secret");
  expect(await ask(prompts, [url, documented])).toEqual({
    API_URL: "https://two",
    API_KEY: "secret",
  });
  const second =
    "Deploy Pets: API_KEY: The key. Sent to api.example.com. Where to find it: https://example.com/keys (secret)";
  expect(prompts.questions).toEqual([
    "Deploy Pets: API_URL: Where the API is.",
    second,
    "Deploy Pets: API_URL: Where the API is. [https://one]",
    second,
  ]);
});

test("a page that the description names is named once", async () => {
  const prompts = createScriptedPrompts("secret");
  const described = { ...documented, description: "The key. See https://example.com/keys" };
  await ask(prompts, [described]);
  expect(prompts.questions).toEqual(["Deploy Pets: API_KEY: The key. See https://example.com/keys (secret)"]);
});

test("the last prompt checks all values, without accepting them", async () => {
  const checked: object[] = [];
  const check = {
    request: "GET /pets",
    run: async (values: object) => {
      checked.push(values);
      return { level: "info", message: "It answers." } as const;
    },
    end: async () => true,
    discard: async () => {},
  };
  const prompts = createScriptedPrompts("https://one", { check: "first" }, "second");
  const values = await ask(prompts, [url, key], { check });
  expect(checked).toEqual([{ API_URL: "https://one", API_KEY: "first" }]);
  expect(prompts.questions.at(-1)).toBe("Check Now (GET /pets): info: It answers.");
  expect(values).toEqual({ API_URL: "https://one", API_KEY: "second" });
});

test("Escape gives no values", async () => {
  const prompts = createScriptedPrompts("https://one", escapeAnswer);
  expect(await ask(prompts, [url, key])).toBeUndefined();
});

test("a variable with a value, also a hidden one, is not asked for", () => {
  const variables = [url, key, { ...key, name: "OTHER", required: false }];
  expect(listUnsetVariables({ ...server, variables, environment: { API_KEY: null } })).toEqual([url]);
  const stated = { ...server, variables: [{ ...key, set: true }] };
  expect(listUnsetVariables(stated)).toEqual([]);
});

test("an optional value may be left empty, and a credential has the name of its scheme", async () => {
  const credential = { name: "clientTokenHeader", operations: 3 };
  const prompts = createScriptedPrompts("");
  expect(await ask(prompts, [{ ...key, required: false, credential }])).toEqual({});
  expect(prompts.questions).toEqual([
    "Deploy Pets: Client token: The key. Sent to api.example.com. Leave it empty to go on without it. (secret)",
  ]);
});

test("what a prompt adds is a sentence apart from a description that ends without a full stop", async () => {
  const prompts = createScriptedPrompts("", "secret");
  const page = { ...key, required: false, description: "The key. See https://docs.example.com/" };
  await ask(prompts, [page]);
  await ask(prompts, [{ ...page, required: true }]);
  expect(prompts.questions[0]).toContain("See https://docs.example.com/. Leave it empty to go on without it.");
  expect(prompts.questions[1]).toMatch(/See https:\/\/docs\.example\.com\/ \(secret\)$/);
});

test("a prompt names the host that gets the value once the user entered an address", async () => {
  const prompts = createScriptedPrompts("secret");
  const sent = { ...key, description: "The key. Sent to a.example.com, as header X.", sentAs: "header X" };
  const moved = { ...server, environment: { API_BASE_URL: "http://localhost:8091" } };
  const variables = [{ ...sent, sentTo: ["a.example.com"] }];
  await askVariables({ prompts }, moved, { title: "Deploy Pets", variables });
  expect(prompts.questions).toEqual(["Deploy Pets: API_KEY: The key. Sent to localhost:8091, as header X. (secret)"]);
});

describe("API_BASE_URL", () => {
  const base = { name: "API_BASE_URL", required: false, secret: false };
  const askBase = async (typed: string, documentUrl?: string, variable: Variable = base) => {
    const prompts = createScriptedPrompts(typed);
    const question = { title: "Set", prompt: "Where", documentUrl };
    const value = await askVariableValue({ prompts }, server, variable, question);
    return { value, warning: prompts.warnings[0] };
  };

  test("gets the scheme that the user omits", async () => {
    expect((await askBase("localhost:8091", "https://api.example.com")).value).toBe("http://localhost:8091");
    expect((await askBase("api.example.com/v1", "https://api.example.com")).value).toBe("https://api.example.com/v1");
    await expect(askBase("word", "https://api.example.com")).rejects.toThrow("Enter the whole address");
  });

  test("warns where it lacks the path of the document's address, and takes it", async () => {
    expect(await askBase("https://api.nasa.gov", "https://api.nasa.gov/planetary")).toEqual({
      value: "https://api.nasa.gov",
      warning: "This address has no path; that of the document has /planetary.",
    });
    expect((await askBase("localhost:8091/v2", "https://api.nasa.gov/planetary")).warning).toBeUndefined();
    expect((await askBase("localhost:8091", "https://api.nasa.gov")).warning).toBeUndefined();
    const described = { ...base, description: "The address of the API, such as https://api.example.com/api. The key." };
    expect((await askBase("localhost:2283", undefined, described)).warning).toContain("has /api.");
  });
});
