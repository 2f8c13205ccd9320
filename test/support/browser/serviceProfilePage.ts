import { formatServiceReport, type ReportSubject } from "../../../src/extension/profile/model/serviceReport.ts";
import type {
  ShownFieldQuestion,
  ShownReport,
  ShownSelectorQuestion,
  ShownServiceProfile,
  ShownStatesQuestion,
} from "../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { learnedReport } from "../dialect/learnedProfile.ts";

const choices = [
  { path: "$.title", values: ["Atlas", "Beacon", "Cobalt"] },
  { path: "$.slug", values: ["atlas-1", "beacon-2", "cobalt-3"] },
];

export const nameQuestion: ShownFieldQuestion = {
  ...{ type: "field", id: "server.name", text: "Which value is the name of a server?", state: "proposed" },
  choices,
  chosen: { path: "$.title" },
};

export const statesQuestion: ShownStatesQuestion = {
  ...{ type: "states", id: "deployment.status", text: "What do the states of a deployment mean?", state: "open" },
  columns: [
    { path: "$.status", values: ["completed", "queued"], isChosen: true },
    { path: "$.conclusion", values: ["success", "failure"], isChosen: true },
    { path: "$.kind", values: ["bundle"], isChosen: false },
  ],
  combinations: [
    { text: "completed / success", count: 12, is: null, proposed: "running" },
    { text: "completed / failure", count: 3, is: "failed", proposed: null },
    { text: "moored / (none)", count: 1, is: null, proposed: null },
  ],
  states: [
    { state: "running", label: "running", meaning: "It runs and serves requests" },
    { state: "failed", label: "failed", meaning: "It could not be built or started, or it crashed for good" },
  ],
};

export const selectorQuestion: ShownSelectorQuestion = {
  ...{ type: "selector", id: "select.GET", text: "How does a request that reads an item name it?", state: "open" },
  refused: ["Could not read one project at api.harbour.example", "Could not modify a server at api.harbour.example"],
  chosen: null,
};

export const answeredQuestion: ShownFieldQuestion = {
  ...{ type: "field", id: "project.name", text: "Which value is the name of a project?", state: "answered" },
  choices,
  chosen: { path: "$.slug" },
};

/** A service with a question of each kind. */
const shownServiceProfile: ShownServiceProfile = {
  ...{ preset: "json-api", asksBeforeChanges: true, hasSamples: true, proposalCount: 3 },
  presets: [
    { name: "json-api", title: "JSON:API" },
    { name: "hal", title: "HAL" },
  ],
  questions: [nameQuestion, statesQuestion, selectorQuestion, answeredQuestion],
  others: [{ field: "server.createdAt", path: "$.made", values: ["2026-11-20"] }],
  rows: [
    {
      ...{ title: "Deployments", ownerTitle: "Server", hasStates: true, count: 16 },
      rows: [
        { name: "1.2.0", id: "d-1", status: { text: "failed", state: "failed" }, owner: "Atlas" },
        { name: null, id: "d-2", status: { text: "moored", state: null }, owner: null },
      ],
    },
    {
      ...{ title: "Projects", ownerTitle: null, hasStates: false, count: 1 },
      rows: [{ name: "Harbour works", id: "p-1", status: null, owner: null }],
    },
  ],
};

/** What the page shows of a service. */
export const createShownReport = (
  subject: ReportSubject = learnedReport,
  profile: ShownServiceProfile | null = null,
): ShownReport => ({
  ...{ connection: "Harbour", host: "api.harbour.example", profile },
  ...formatServiceReport(subject, (_name, text) => text),
});

/** The message that shows the service, with what a test changes. */
export const createServiceProfileMessage = (change: Partial<ShownServiceProfile> = {}) => ({
  type: "report",
  shown: createShownReport(learnedReport, { ...shownServiceProfile, ...change }),
  problem: null,
});
