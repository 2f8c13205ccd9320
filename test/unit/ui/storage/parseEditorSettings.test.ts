import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { newsKinds, openedResults, optionalQuestions } from "../../../../src/core/foundation/editorSettings.ts";
import { parseEditorSettings } from "../../../../src/ui/storage/parseEditorSettings.ts";

const listSchema = z.object({
  type: z.literal("array"),
  items: z.object({ enum: z.array(z.string()), enumDescriptions: z.array(z.string()) }),
  default: z.array(z.string()),
  scope: z.literal("application"),
});
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../package.json"), "utf8"));
const { properties } = manifest.contributes.configuration;
const nothing = {
  ...{ maxTools: undefined, refreshSeconds: undefined, requestTimeoutSeconds: undefined, notifications: undefined },
  ...{
    notifyAbout: undefined,
    openResults: undefined,
    confirm: undefined,
    changesPreview: undefined,
    breakingChanges: undefined,
    keepToolCalls: undefined,
    checksSources: undefined,
    servesRegistry: undefined,
    modelPrices: undefined,
  },
};

test.each([
  ["notifyAbout", newsKinds],
  ["openResults", openedResults],
  ["confirm", optionalQuestions],
] as const)("the manifest describes each value of fairlead.%s, and has its default", (name, values) => {
  const { items, default: initial } = listSchema.parse(properties[`fairlead.${name}`]);
  expect(items.enum).toEqual([...values]);
  expect(items.enumDescriptions).toHaveLength(values.length);
  expect(parseEditorSettings(nothing)[name]).toEqual(initial);
});

test("a list keeps the values that are known, and may be empty", () => {
  const settings = parseEditorSettings({ ...nothing, notifyAbout: ["health", "weather", 7], confirm: [] });
  expect([settings.notifyAbout, settings.confirm]).toEqual([["health"], []]);
});

test("a value that a setting cannot have gives its default", () => {
  const settings = parseEditorSettings({ ...nothing, openResults: "deployment", refreshSeconds: 0, confirm: null });
  expect([settings.openResults, settings.refreshSeconds, settings.confirm]).toEqual([
    ["testResults"],
    10,
    [...optionalQuestions],
  ]);
});

test("prices that are none are left out", () => {
  const modelPrices = { small: { input: 1, output: 2 }, free: "yes", odd: { input: -1, output: 2 } };
  expect(parseEditorSettings({ ...nothing, modelPrices }).modelPrices).toEqual({ small: { input: 1, output: 2 } });
});
