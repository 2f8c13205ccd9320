import fc from "fast-check";
import { anyPanelFromWebviewSchema } from "../../../../src/webview/protocol/anyPanelFromWebview.ts";
import { anyPanelToWebviewSchema, savedPageStateSchema } from "../../../../src/webview/protocol/anyPanelMessages.ts";
import {
  compatibilityPageStateSchema,
  compatibilityPanelFromWebviewSchema,
  compatibilityPanelSubjectSchema,
  compatibilityPanelToWebviewSchema,
} from "../../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { deploymentPanelFromWebviewSchema } from "../../../../src/webview/protocol/deploymentPanelFromWebview.ts";
import {
  deploymentPanelSubjectSchema,
  deploymentPanelToWebviewSchema,
} from "../../../../src/webview/protocol/deploymentPanelMessages.ts";
import { usagePanelFromWebviewSchema } from "../../../../src/webview/protocol/usagePanelFromWebview.ts";
import {
  usagePageStateSchema,
  usagePanelSubjectSchema,
  usagePanelToWebviewSchema,
} from "../../../../src/webview/protocol/usagePanelMessages.ts";
import { assertHolds, createLaw } from "./law.ts";
import { jsonLike } from "./texts.ts";

const messages = {
  anyPageToWebview: [anyPanelToWebviewSchema, { type: "visible" }],
  anyPageFromWebview: [anyPanelFromWebviewSchema, { type: "copy", text: "a" }],
  savedState: [savedPageStateSchema, { subject: {}, place: {} }],
  compatibilitySubject: [compatibilityPanelSubjectSchema, {}],
  compatibilityState: [compatibilityPageStateSchema, { filter: "all", open: ["me.get"] }],
  compatibilityFromWebview: [
    compatibilityPanelFromWebviewSchema,
    { type: "act", action: "editProfile", operation: "me.get" },
  ],
  compatibilityToWebview: [compatibilityPanelToWebviewSchema, { type: "done", message: "Copied." }],
  deploymentSubject: [
    deploymentPanelSubjectSchema,
    { connectionId: "c", deploymentId: "d", serverName: "s", version: "1" },
  ],
  deploymentFromWebview: [deploymentPanelFromWebviewSchema, { type: "action", action: "stop", id: "dep_1" }],
  deploymentToWebview: [
    deploymentPanelToWebviewSchema,
    { type: "events", rows: [[1, "2026-01-01T00:00:00Z", "info", "log", "Up", null]] },
  ],
  usageSubject: [usagePanelSubjectSchema, {}],
  usageState: [usagePageStateSchema, { day: null, asTable: true }],
  usageFromWebview: [usagePanelFromWebviewSchema, { type: "refresh" }],
  usageToWebview: [usagePanelToWebviewSchema, { type: "usage", shown: null, isReading: true, problem: null }],
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
