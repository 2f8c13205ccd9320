import * as z from "zod";
import { listTestRuns, readTestRun } from "../testrun/readTestRuns.ts";
import { createReadTool } from "./languageModelTool.ts";
import { listFailedCases, runToolFacts } from "./runToolFacts.ts";
import { findTestedItem, testedItemInput } from "./testedItem.ts";

const input = z.strictObject(testedItemInput);

export const testResultsTool = createReadTool(
  { input, progress: "Reading test results" },
  async (toolConnection, input) => {
    const { kind, item } = await findTestedItem(toolConnection, input);
    const facts = { connection: toolConnection.connection.name, [kind]: { id: item.id, name: item.name } };
    const [newest] = (
      await listTestRuns(toolConnection.client, { kind, id: item.id }, { limit: 1 }, toolConnection.signal)
    ).items;
    if (!newest)
      return { facts: { ...facts, run: null, next: "There is no test run yet: fairlead_runTests starts one." } };
    const { cases = [], ...run } = await readTestRun(toolConnection.client, kind, newest.id, 0, toolConnection.signal);
    return { facts: { ...facts, run: runToolFacts(run) }, list: listFailedCases(cases) };
  },
);
