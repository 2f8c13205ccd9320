import * as z from "zod";
import { listRuns, readRun } from "../testrun/readTestRuns.ts";
import { readingTool } from "./languageModelTool.ts";
import { failedCases, runFacts } from "./runToolFacts.ts";
import { testedInput, whichTested } from "./testedItem.ts";

const input = z.strictObject(testedInput);

export const testResults = readingTool({ input, progress: "Reading test results" }, async (at, given) => {
  const { kind, item } = await whichTested(at, given);
  const facts = { connection: at.connection.name, [kind]: { id: item.id, name: item.name } };
  const [newest] = (await listRuns(at.client, { kind, id: item.id }, { limit: 1 }, at.signal)).items;
  if (!newest)
    return { facts: { ...facts, run: null, next: "There is no test run yet: fairlead_runTests starts one." } };
  const { cases, ...run } = await readRun(at.client, kind, newest.id, 0, at.signal);
  return { facts: { ...facts, run: runFacts(run) }, list: failedCases(cases) };
});
