import fc from "fast-check";
import {
  anyPanelFromWebviewSchema,
  anyPanelToWebviewSchema,
  savedPageStateSchema,
} from "../../../../src/webview/protocol/anyPanelMessages.ts";
import {
  compatibilityPageStateSchema,
  compatibilityPanelFromWebviewSchema,
  compatibilityPanelSubjectSchema,
  compatibilityPanelToWebviewSchema,
} from "../../../../src/webview/protocol/compatibilityPanelMessages.ts";
import {
  deploymentPanelFromWebviewSchema,
  deploymentPanelSubjectSchema,
  deploymentPanelToWebviewSchema,
} from "../../../../src/webview/protocol/deploymentPanelMessages.ts";
import {
  usagePageStateSchema,
  usagePanelFromWebviewSchema,
  usagePanelSubjectSchema,
  usagePanelToWebviewSchema,
} from "../../../../src/webview/protocol/usagePanelMessages.ts";
import { assertHolds, createLaw } from "./law.ts";
import { jsonLike } from "./texts.ts";

const messages = {
  anyPageHears: [anyPanelToWebviewSchema, { type: "hello" }],
  anyPageSays: [anyPanelFromWebviewSchema, { type: "copy", text: "a" }],
  keptState: [savedPageStateSchema, { subject: {}, place: {} }],
  compatibilitySubject: [compatibilityPanelSubjectSchema, {}],
  compatibilityPlace: [compatibilityPageStateSchema, { filter: "all", open: ["me.get"] }],
  compatibilitySays: [compatibilityPanelFromWebviewSchema, { type: "map", operation: "me.get" }],
  compatibilityHears: [compatibilityPanelToWebviewSchema, { type: "done", words: "Copied." }],
  deploymentSubject: [
    deploymentPanelSubjectSchema,
    { connectionId: "c", deploymentId: "d", serverName: "s", version: "1" },
  ],
  deploymentSays: [deploymentPanelFromWebviewSchema, { type: "act", act: "stop", id: "dep_1" }],
  deploymentHears: [
    deploymentPanelToWebviewSchema,
    { type: "events", rows: [[1, "2026-01-01T00:00:00Z", "info", "log", "Up", null]] },
  ],
  usageSubject: [usagePanelSubjectSchema, {}],
  usagePlace: [usagePageStateSchema, { day: null, asTable: true }],
  usageSays: [usagePanelFromWebviewSchema, { type: "refresh" }],
  usageTold: [usagePanelToWebviewSchema, { type: "usage", shown: null, isReading: true, problem: null }],
} as const;

const values = fc
  .constantFrom(...Object.values(messages))
  .chain(([schema, message]) => fc.record({ schema: fc.constant(schema), value: jsonLike(message) }));

export const pageLaws = [
  createLaw("any value is a valid page message or is rejected with a reason", values, ({ schema, value }) => {
    const { success, data, error } = schema.safeParse(value);
    assertHolds(success ? data !== undefined : (error?.issues.length ?? 0) > 0, () => JSON.stringify(value));
  }),
  createLaw(
    "every sample message of the pages is valid",
    fc.constantFrom(...Object.entries(messages)),
    ([name, [schema, message]]) => {
      assertHolds(schema.safeParse(message).success, () => name);
    },
  ),
];
