import * as z from "zod";
import type { Server } from "../contract/servers.ts";
import type { Skill } from "../contract/skills.ts";
import type { TestRunDetail } from "../contract/testRuns.ts";
import { type AgentService, AgentToolError, createAgentTool, serverInput, skillInput } from "./agentTool.ts";
import { findServer, findSkill } from "./findItem.ts";
import { describeRun, followRun, listFailedCases, readNewestRun } from "./testFacts.ts";
import type { ToolReply } from "./toolReply.ts";

/** The input of tools that read or start test runs. */
const testedInput = { server: serverInput.optional(), skill: skillInput.optional() };
const testedSchema = z.object(testedInput);

export type TestedItem =
  | { readonly kind: "server"; readonly item: Server }
  | { readonly kind: "skill"; readonly item: Skill };

export async function findTestedItem(
  service: AgentService,
  { server, skill }: z.output<typeof testedSchema>,
): Promise<TestedItem> {
  if (server !== undefined && skill === undefined) return { kind: "server", item: await findServer(service, server) };
  if (skill !== undefined && server === undefined) return { kind: "skill", item: await findSkill(service, skill) };
  throw new AgentToolError("Name either a server or a skill.");
}

export const testResults = createAgentTool(
  {
    name: "testResults",
    title: "Test results",
    description:
      "Reads the newest test run of a server or of a published skill: its status, its counts, and every case that did not pass with expected, actual, message and location. Changes nothing. To run the tests use runTests.",
    changes: "nothing",
    input: z.strictObject(testedInput),
  },
  async (service, input) => {
    const tested = await findTestedItem(service, input);
    const { kind, item } = tested;
    const run = await readNewestRun(service, kind, item);
    if (run) return describeTestedRun(tested, run);
    const facts = { [kind]: { id: item.id, name: item.name } };
    return { facts: { ...facts, run: null, next: "There is no test run yet: runTests starts one." } };
  },
);

/** A run, with the cases that failed. */
export function describeTestedRun({ kind, item: { id, name } }: TestedItem, run: TestRunDetail): ToolReply {
  return { facts: { [kind]: { id, name }, run: describeRun(run) }, list: listFailedCases(run) };
}

export const runTestsInput = z.strictObject({
  ...testedInput,
  cases: z
    .array(z.string().min(1).max(500))
    .min(1)
    .max(100)
    .optional()
    .describe("Ids of cases, as testResults names them; all if omitted."),
});

export const runTests = createAgentTool(
  {
    name: "runTests",
    title: "Run tests",
    description:
      "Runs the tests of a server's or of a published skill's latest version, and waits for the end. The tools of a server are called: those of an API may change things there. The scripts of a skill run on the machine of the service. Ask the user first.",
    changes: "replaces",
    input: runTestsInput,
  },
  async (service, { cases, ...input }) => {
    const tested = await findTestedItem(service, input);
    const { kind, item } = tested;
    const { id, name, latestVersion: version } = item;
    if (!version) throw new AgentToolError(`${name} has no version to test yet: it is a draft.`);
    const order = { id, version, ...(cases && { cases }) };
    const run = await followRun(service, kind, await service.call(`${kind}TestRuns.start`, order));
    return describeTestedRun(tested, run);
  },
);
