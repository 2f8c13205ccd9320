import { expect, test } from "vitest";
import { parseEditorSettings } from "../../../../src/extension/base/editorSettings.ts";

const parse = (written: Readonly<Record<string, unknown>>) => parseEditorSettings((id) => written[id]);

test("a list keeps the values that are known, and may be empty", () => {
  const { notifyAbout, confirm } = parse({ notifyAbout: ["health", "weather", 7], confirm: [] });
  expect([notifyAbout, confirm]).toEqual([["health"], []]);
});

test("a value that a setting cannot have gives its default", () => {
  const { openResults, refreshSeconds, confirm } = parse({
    openResults: "deployment",
    refreshSeconds: 0,
    confirm: null,
  });
  expect([openResults, refreshSeconds]).toEqual([["testResults"], 10]);
  expect(confirm).toEqual(["archive", "uninstall", "severalRows", "leaveLocal"]);
});
