import * as z from "zod";
import { listTestRuns, readTestRun } from "../testrun/readTestRuns.ts";
import { createReadTool } from "./languageModelTool.ts";
import { listFailedCases, runToolFacts } from "./runToolFacts.ts";
import { findTestedItem, testedItemInput } from "./testedItem.ts";

const input = z.strictObject(testedItemInput);

export const testResultsTool = createReadTool({ input, progress: "Reading test results" }, async (at, given) => {
  const { kind, item } = await findTestedItem(at, given);
  const facts = { connection: at.connection.name, [kind]: { id: item.id, name: item.name } };
  const [newest] = (await listTestRuns(at.client, { kind, id: item.id }, { limit: 1 }, at.signal)).items;
  if (!newest)
    return { facts: { ...facts, run: null, next: "There is no test run yet: fairlead_runTests starts one." } };
  const { cases = [], ...run } = await readTestRun(at.client, kind, newest.id, 0, at.signal);
  return { facts: { ...facts, run: runToolFacts(run) }, list: listFailedCases(cases) };
});
