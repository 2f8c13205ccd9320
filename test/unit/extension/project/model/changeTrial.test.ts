import { expect, test } from "vitest";
import { runChangeTrial } from "../../../../../src/extension/project/model/changeTrial.ts";
import {
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../../../support/dialect/dialectService.ts";

const names = { name: "Mine", newName: "Mine (renamed)" };

/** Runs a trial at a service that loses or refuses changes as `answer` says. */
async function runTrial(answer: (asked: DialectRequest, projects: object[]) => DialectResponse) {
  const projects: object[] = [];
  const { client } = await startDialectService((asked) => {
    if (asked.method !== "GET") return answer(asked, projects);
    return asked.path === "projects" ? { body: { data: projects } } : notFoundResponse;
  });
  const { signal } = new AbortController();
  return runChangeTrial({ ...{ client, ...names, signal }, confirm: async () => true, report: () => {} });
}

const made = { id: "p-1", name: "Mine", created_at: "2026-01-01T00:00:00Z" };

test("a trial does not know whether a project exists whose request got no answer", async () => {
  const { steps, remainder } = await runTrial(() => ({ isLost: true }));
  expect(steps.map(({ outcome }) => outcome.kind)).toEqual(["unknown", "notTried", "notTried", "notTried"]);
  expect(remainder).toEqual({ kind: "unknown" });
});

test("a trial goes on with a project that was created although the answer was lost", async () => {
  const { steps, remainder } = await runTrial(({ method }, projects) => {
    if (method === "POST") projects.push(made);
    return method === "POST" ? { isLost: true } : { status: 403, body: { message: "No." } };
  });
  expect(steps.map(({ outcome }) => outcome.kind)).toEqual(["done", "done", "done", "notDone"]);
  expect(remainder).toMatchObject({ kind: "project", project: { id: "p-1", name: "Mine" } });
});

test("a trial finds that a change took effect although it ended in a failure", async () => {
  const { steps, remainder } = await runTrial(({ method }, projects) => {
    projects.splice(0, 1, method === "POST" ? made : { ...made, name: names.newName });
    return method === "POST" ? { status: 201, body: made } : { status: 502, body: {} };
  });
  expect(steps.map(({ outcome }) => outcome.kind)).toEqual(["done", "done", "done", "done"]);
  expect(remainder).toMatchObject({ project: { name: names.newName } });
});
