import { expect, test } from "vitest";
import { readModelUrl } from "../../../../../src/extension/testing/commands/configureModel.ts";
import {
  createModelCallConsent,
  createModelSettings,
  formatModelCalls,
} from "../../../../../src/extension/testing/model/modelAccess.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { createMapSecrets } from "../../../../support/editor/mapSecrets.ts";

const model = { kind: "openai" as const, baseUrl: "https://api.example.com/v1", name: "small" };
const key = "sk-canary";

function createFixture() {
  const [memory, secrets] = [createMapMemory(), createMapSecrets()];
  return { memory, secrets, settings: createModelSettings(memory, secrets) };
}

test("the key is only in the secret storage", async () => {
  const { memory, secrets, settings } = createFixture();
  await settings.write(model, key);
  expect(settings.read()).toEqual(model);
  expect(await settings.keyFor(model)).toBe(key);
  expect([...memory.values.values()].join()).not.toContain(key);
  expect([...secrets.values.values()].join()).toContain(key);
});

test("a key is not used for another origin", async () => {
  const { settings } = createFixture();
  await settings.write(model, key);
  expect(await settings.keyFor({ ...model, baseUrl: "https://api.example.org/v1" })).toBeUndefined();
  expect(await settings.keyFor({ ...model, baseUrl: "http://api.example.com/v1" })).toBeUndefined();
  expect(await settings.keyFor({ ...model, baseUrl: "https://api.example.com/v2" })).toBe(key);
});

test("a key is kept for its origin, and removed with the last model there", async () => {
  const { memory, secrets, settings } = createFixture();
  const other = { ...model, baseUrl: "https://api.example.org/v1" };
  await settings.write(model, key);
  await settings.write({ ...model, name: "large" }, undefined);
  expect(await settings.keyFor(model)).toBe(key);
  await settings.write(other, undefined);
  expect(await settings.keyFor(model)).toBe(key);
  await settings.remove(model);
  await settings.remove({ ...model, name: "large" });
  expect([settings.list(), secrets.values.size]).toEqual([[other], 0]);
  await settings.remove(other);
  expect([settings.read(), memory.values.size]).toEqual([undefined, 0]);
});

test("the model that was stored when there was one is still there, with its key", async () => {
  const { memory, secrets, settings } = createFixture();
  await memory.write("user", "model", { baseUrl: model.baseUrl, name: model.name });
  await secrets.set("fairlead.model", JSON.stringify({ version: 1, origin: "https://api.example.com", key }));
  expect(settings.list()).toEqual([model]);
  expect(await settings.keyFor(model)).toBe(key);
  const editor = { kind: "editor", id: "vendor/one", name: "One" } as const;
  await settings.write(editor);
  expect(settings.list()).toEqual([editor, model]);
  expect(await settings.keyFor(model)).toBe(key);
  expect(await settings.keyFor(editor)).toBeUndefined();
});

test.each([
  ["https://api.openai.com/v1", "https://api.openai.com/v1"],
  [" https://openrouter.ai/api/v1/ ", "https://openrouter.ai/api/v1"],
  ["https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"],
  ["http://localhost:11434/v1", "http://localhost:11434/v1"],
])("%s is an endpoint", (text, baseUrl) => {
  expect(readModelUrl(text)).toEqual({ baseUrl });
});

test.each([
  "",
  "api.openai.com",
  "ftp://example.com",
  "http://example.com/v1",
  "https://me:secret@example.com",
  "https://a.b?c=d",
])("%j is not an endpoint", (text) => {
  expect(readModelUrl(text)).toHaveProperty("problem");
});

test("a consent covers later runs with at most the same number of calls", () => {
  const agreed = createModelCallConsent();
  const calls = (key: string, most: number) => ({ key, least: 1, most });
  expect(agreed.covers([calls("a", 4)])).toBe(false);
  agreed.add([calls("a", 4)]);
  expect(agreed.covers([calls("a", 4)])).toBe(true);
  expect(agreed.covers([calls("a", 3)])).toBe(true);
  expect(agreed.covers([calls("a", 5)])).toBe(false);
  expect(agreed.covers([calls("a", 4), calls("b", 1)])).toBe(false);
});

test("an unknown number of calls is shown as a range", () => {
  expect([
    formatModelCalls({ least: 4, most: 18 }),
    formatModelCalls({ least: 1, most: 1 }),
    formatModelCalls({ least: 3, most: 3 }),
  ]).toEqual(["between 4 and 18 calls", "1 call", "3 calls"]);
});
