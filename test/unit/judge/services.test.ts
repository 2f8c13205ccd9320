import { expect, test } from "vitest";
import { connectToService } from "../../../src/dialect/connect.ts";
import type { ChangeOutcome, PlannedChange } from "../../judge/services/changes/changeCase.ts";
import { judgeChange } from "../../judge/services/changes/judgeChange.ts";
import { checkLabel, compareRows } from "../../judge/services/compareRows.ts";
import { createFigures, isAcceptable } from "../../judge/services/figures.ts";
import type { ServiceVerdict } from "../../judge/services/judgeService.ts";
import { findKeyLeaks } from "../../judge/services/keyLeaks.ts";
import type { ReceivedRequest } from "../../judge/services/serviceFolder.ts";
import { createSurfaceReport, judgeFindings } from "../../judge/services/surfaceReport.ts";
import { parseTruth } from "../../judge/services/truth.ts";

/** Never called: the changes below have their effects themselves. */
const client = connectToService({ baseUrl: "http://127.0.0.1:9", key: async () => "flk_unused" });

/** What a service does and a client reports when `prj_1` is to be called New. */
interface Renaming {
  readonly effects?: readonly string[];
  readonly name?: string;
  readonly id?: string;
  readonly failure?: string;
}

test.each<[ChangeOutcome, string, Renaming, boolean?]>([
  ["once", "one effect, and a report of it", { effects: ["prj_1"], name: "New" }],
  ["twice", "two effects", { effects: ["prj_1", "prj_1"], name: "New" }],
  ["wrongItem", "an effect on another item", { effects: ["prj_2"], name: "New" }],
  ["falseSuccess", "a report without an effect", { name: "New" }],
  ["falseSuccess", "an effect that changed something else", { effects: ["prj_1"] }],
  ["falseSuccess", "a result that names no item", { effects: ["prj_1"], name: "New", id: "prj_3" }],
  ["refusedHonestly", "a failure without an effect", { failure: "It is locked." }],
  ["falseFailure", "a failure with an effect", { effects: ["prj_1"], name: "New", failure: "It may have been made." }],
  ["once", "a lost response", { effects: ["prj_1"], name: "New", failure: "It may have been made." }, true],
  ["falseFailure", "a lost response that is a failure", { effects: ["prj_1"], name: "New", failure: "No." }, true],
])("a change is judged %s: %s", async (outcome, _, { effects = [], name = "Old", id, failure }, isLost = false) => {
  const truth = { projects: [{ id: "prj_1", name: "Old" }] };
  const counts: Record<string, number> = {};
  const requests: ReceivedRequest[] = [];
  const service = { readTruth: () => parseTruth(truth), effects: { "project.update": counts }, requests, lose: {} };
  const call: PlannedChange["call"] = async () => {
    for (const item of effects) counts[item] = (counts[item] ?? 0) + 1;
    requests.push({ ...{ at: 0, method: "PATCH", path: "/api/v1/project", headers: {} }, lost: isLost });
    truth.projects = [{ id: "prj_1", name }];
    if (failure !== undefined) throw new Error(failure);
    return id === undefined ? {} : { id };
  };
  const check: PlannedChange["check"] = ({ projects }) => (projects?.[0]?.name === "New" ? undefined : "not renamed");
  const plan = () => ({ wish: "rename", items: ["prj_1"], call, check });
  const change = { name: "rename", operation: "project.update", plan } as const;
  expect(await judgeChange(service, { client }, change, isLost)).toMatchObject({ outcome });
});

test.each([
  ["right", "the names of the truth", ["Atlas", "Beacon"]],
  ["wrong", "another name", ["Mirage", "Beacon"]],
  ["blank", "an id in place of a name", ["id prj_0", "Beacon"]],
  ["wrong", "too few", ["Atlas"]],
  ["wrong", "too many", ["Atlas", "Beacon", "Cirrus"]],
  ["wrong", "another order", ["Beacon", "Atlas"]],
])("a list is judged %s: %s", (verdict, _, labels) => {
  const truth = ["Atlas", "Beacon"].map((name, index) => ({ id: `prj_${index}`, name, alsoNamed: [] }));
  const rows = labels.map((label, index) => {
    const named = truth.findIndex(({ name }) => name === label);
    const id = `prj_${named < 0 ? index : named}`;
    const node = { kind: "project", project: { id, name: label }, selected: false } as const;
    return { node, id, label, description: "", icon: "", facts: new Map<string, string>() };
  });
  const report = createSurfaceReport();
  compareRows(report, {
    shown: { rows, notes: [] },
    truth,
    what: "projects",
    isSorted: true,
    nameOf: ({ name }) => name,
    compare: (row, item, subject) => checkLabel(report, subject, row, item),
  });
  expect(judgeFindings(report.findings)).toBe(verdict);
});

const verdict: ServiceVerdict = {
  ...{ service: "one", problem: undefined, leaks: [], faults: [], traffic: undefined },
  ...{ answers: 0, requestsUntilViews: 9 },
  surfaces: [
    { surface: "projects", verdict: "right", findings: [] },
    { surface: "servers", verdict: "blank", findings: [] },
  ],
  changes: (["once", "refusedHonestly"] as const).map((outcome) => ({
    ...{ change: "rename", outcome, detail: "", message: undefined },
  })),
};
const changed = (outcome: ChangeOutcome) => ({ changes: [{ change: "", outcome, detail: "", message: undefined }] });

test.each<[boolean, string, Partial<ServiceVerdict>]>([
  [true, "something is missing or refused", {}],
  [false, "it is not connected", { problem: "no key" }],
  [false, "a surface is wrong", { surfaces: [{ surface: "projects", verdict: "wrong", findings: [] }] }],
  [false, "a change is made twice", changed("twice")],
  [false, "another item is changed", changed("wrongItem")],
  [false, "success is not true", changed("falseSuccess")],
  [false, "failure is not true", changed("falseFailure")],
  [false, "the key leaks", { leaks: [{ place: "URL", detail: "" }] }],
  [
    false,
    "a window at rest sends more than a request a second",
    { traffic: { requestsPerMinute: 61, byOperation: "" } },
  ],
])("it is %s that a service is acceptable where %s", (acceptable, _, more) => {
  expect(isAcceptable(createFigures([{ ...verdict, ...more }]))).toBe(acceptable);
});

test("finds the key outside its header", () => {
  const request = { at: 0, method: "GET", path: "/api/v1/me", headers: { "x-api-key": "s3cret", "x-other": "s3cret" } };
  const credential = { header: "X-API-Key", value: "s3cret", format: "{key}" };
  const leaks = findKeyLeaks(
    { key: "s3cret", credential, requests: [{ ...request, search: "?key=s3cret" }] },
    { log: ["s3cret"] },
  );
  expect(leaks.map(({ place }) => place)).toEqual(["URL", "header x-other", "log"]);
  expect(JSON.stringify(leaks)).not.toContain("s3cret");
});
