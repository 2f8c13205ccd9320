import fc from "fast-check";
import { anyPageHears, anyPageSays, keptState } from "../../../../src/webview/protocol/anyPanelMessages.ts";
import {
  compatibilityHears,
  compatibilityPlace,
  compatibilitySays,
  compatibilitySubject,
} from "../../../../src/webview/protocol/compatibilityPanelMessages.ts";
import {
  deploymentHears,
  deploymentSays,
  deploymentSubject,
} from "../../../../src/webview/protocol/deploymentPanelMessages.ts";
import { usagePlace, usageSays, usageSubject, usageTold } from "../../../../src/webview/protocol/usagePanelMessages.ts";
import { law, must } from "./law.ts";
import { jsonLike } from "./texts.ts";

const messages = {
  anyPageHears: [anyPageHears, { type: "hello" }],
  anyPageSays: [anyPageSays, { type: "copy", text: "a" }],
  keptState: [keptState, { subject: {}, place: {} }],
  compatibilitySubject: [compatibilitySubject, {}],
  compatibilityPlace: [compatibilityPlace, { filter: "all", open: ["me.get"] }],
  compatibilitySays: [compatibilitySays, { type: "map", operation: "me.get" }],
  compatibilityHears: [compatibilityHears, { type: "done", words: "Copied." }],
  deploymentSubject: [deploymentSubject, { connectionId: "c", deploymentId: "d", serverName: "s", version: "1" }],
  deploymentSays: [deploymentSays, { type: "act", act: "stop", id: "dep_1" }],
  deploymentHears: [
    deploymentHears,
    { type: "events", rows: [[1, "2026-01-01T00:00:00Z", "info", "log", "Up", null]] },
  ],
  usageSubject: [usageSubject, {}],
  usagePlace: [usagePlace, { day: null, asTable: true }],
  usageSays: [usageSays, { type: "refresh" }],
  usageTold: [usageTold, { type: "usage", shown: null, isReading: true, problem: null }],
} as const;

const given = fc
  .constantFrom(...Object.values(messages))
  .chain(([schema, message]) => fc.record({ schema: fc.constant(schema), value: jsonLike(message) }));

export const pages = [
  law("what a page says or hears is a message or said to be none", given, ({ schema, value }) => {
    const { success, data, error } = schema.safeParse(value);
    must(success ? data !== undefined : (error?.issues.length ?? 0) > 0, () => JSON.stringify(value));
  }),
  law(
    "every message of the pages is taken for one",
    fc.constantFrom(...Object.entries(messages)),
    ([name, [schema, message]]) => {
      must(schema.safeParse(message).success, () => name);
    },
  ),
];
