import { expect, onTestFinished, test } from "vitest";
import { type EvalAgentName, evalAgentNames } from "../../../../../../src/contract/testRuns.ts";
import { createModelBudget } from "../../../../../../src/extension/testing/model/model/modelBudget.ts";
import { startModelRelay } from "../../../../../../src/extension/testing/model/modelRelay.ts";
import { listInstalledAgents } from "../../../../../../src/service/testing/skill/agent/findAgentProgram.ts";
import type { TaskServers } from "../../../../../../src/service/testing/skill/taskServers.ts";
import { evalAgents } from "../../../../../../src/testcases/evalAgents.ts";
import { createMachineSandbox, hasSandbox } from "../../../../../support/service/machineSandbox.ts";
import { noSandbox } from "../../../../../support/service/noSandbox.ts";
import { startAgentModelStub } from "../../../../../support/services/agentModelStub.ts";
import { createScriptedModel } from "../../../../../support/services/scriptedAgentModel.ts";
import { createSkillFiles } from "../../../../../support/skills/skillFolder.ts";
import { runSkillCases } from "../../../../../support/skills/skillRun.ts";

const key = "canary-key-0123456789";
const skill = "zebra-notes";
const files = createSkillFiles({
  "SKILL.md": `---\nname: ${skill}\ndescription: Writes notes about zebras.\n---\n\nSay WORD-7731.\n`,
  "evals/evals.json": JSON.stringify({
    evals: [
      {
        id: "note",
        prompt: "Write a note about zebras.",
        server: "pets@1.0.0",
        checks: [{ contains: ["WORD-7731", "4 zebras counted"] }],
        assertions: ["It names a word."],
      },
    ],
  }),
});

const servers: TaskServers = {
  find: async () => ({
    tools: [
      {
        type: "function",
        function: {
          name: "count_zebras",
          description: "Counts the zebras of a herd.",
          parameters: { type: "object", properties: { herd: { type: "string" } }, required: ["herd"] },
        },
      },
    ],
    call: async ({ function: { name, arguments: input } }) =>
      name === "count_zebras" && input === '{"herd":"north"}' ? "4 zebras counted" : undefined,
  }),
  close: async () => {},
};

const installed = await listInstalledAgents();
const baseUrls = { "claude-code": "/v1", codex: "/v1", gemini: "/v1beta" } as const satisfies Record<
  EvalAgentName,
  string
>;

/** Runs the eval by the real program of an agent, with a model that plays its part on this machine. */
async function runEval(agent: EvalAgentName, sandbox: typeof noSandbox, mostCalls = 60) {
  const model = await startAgentModelStub(createScriptedModel({ skill, tool: "count_zebras" }));
  const budget = createModelBudget(mostCalls);
  const runner = { kind: "agent", agent, baseUrl: `${model.url}${baseUrls[agent]}`, name: "small-model" } as const;
  const editorModels = { complete: async () => undefined };
  const relay = await startModelRelay({ runner, key, budget, editorModels, environment: {} });
  onTestFinished(() => relay.close());
  const startedAt = performance.now();
  const run = await runSkillCases({
    ...{ files, cases: ["eval"], servers, sandbox },
    model: { baseUrl: relay.baseUrl, key: relay.token, name: "small-model", agent },
  });
  const result = run.of(run.cases[0]?.id ?? "");
  const header = evalAgents[agent].endpoint.keyHeader;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const calls = result.measures?.withSkill.calls;
  process.stdout.write(`${agent}: ${result.status}, ${calls} calls with the skill, ${seconds} s\n`);
  return { result, remaining: run.remaining, keys: new Set(model.requests.map(({ headers }) => headers[header])) };
}

const sandboxes = [
  ["confined", createMachineSandbox],
  ["not confined", () => noSandbox],
] as const;

for (const agent of evalAgentNames) {
  test.skipIf(!installed.includes(agent))(
    `${agent} ends with the reason when the budget is used up`,
    async () => {
      await expect(runEval(agent, noSandbox, 2)).rejects.toThrow("No more than the 2 calls that were agreed to");
    },
    120_000,
  );

  for (const [how, create] of sandboxes) {
    const isSkipped = !installed.includes(agent) || (how === "confined" && !hasSandbox);
    test.skipIf(isSkipped)(
      `${agent}, ${how}, does an eval with a skill and a server`,
      async () => {
        const sandbox = create();
        onTestFinished(() => sandbox.close());
        const { result, remaining, keys } = await runEval(agent, sandbox);
        expect(result).toMatchObject({ status: "passed" });
        expect(result.output).toContain("Seen: WORD-7731, 4 zebras counted.");
        expect(result.output).toContain("Seen: 4 zebras counted.");
        expect(result.measures).toMatchObject({
          withSkill: { passed: true, triggered: true, calls: 4, inputTokens: 44, outputTokens: 28 },
          withoutSkill: { passed: false, triggered: null, calls: 2 },
        });
        expect(JSON.stringify(result)).not.toContain(key);
        expect([...keys]).toEqual([agent === "codex" ? `Bearer ${key}` : key]);
        expect(remaining).toEqual([]);
      },
      120_000,
    );
  }
}
