import { expect, test } from "vitest";
import { createFigures, formatServiceVerdict, isAcceptable } from "../../judge/services/figures.ts";
import { judgeService } from "../../judge/services/judgeService.ts";
import { findKeyLeaks } from "../../judge/services/keyLeaks.ts";
import { createContractFolder, type ServiceLies } from "../../support/services/judgedContractService.ts";

const judge = (lies?: ServiceLies) =>
  judgeService(createContractFolder(lies), "contract", { withTraffic: false, answers: "none" });

test("gives a service of the contract full marks", async () => {
  const verdict = await judge();
  const figures = createFigures([verdict]);
  expect(
    formatServiceVerdict(verdict, true)
      .filter((line) => !/^ {2}(right|once|refused|failed) /.test(line))
      .slice(0, -1),
  ).toEqual([]);
  expect(figures).toMatchObject({ connected: 1, readsRight: figures.reads, once: figures.changes, keyLeaks: 0 });
  expect(figures.reads).toBeGreaterThan(8);
  expect(figures.changes).toBeGreaterThan(12);
  expect(isAcceptable(figures)).toBe(true);
});

test("finds names that are not true, changes that are not made and changes that are made twice", async () => {
  const verdict = await judge({ projectName: "Mirage", keepsProjects: true, createsTwice: true });
  const wrong = verdict.surfaces.filter((one) => one.verdict === "wrong").map(({ surface }) => surface);
  const outcomes = Object.fromEntries(verdict.changes.map(({ change, outcome }) => [change, outcome]));
  expect(wrong).toEqual(["projects"]);
  expect(outcomes).toMatchObject({
    "create project": "twice",
    "rename project": "falseSuccess",
    "rename server": "once",
  });
  expect(isAcceptable(createFigures([verdict]))).toBe(false);
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
