import { expect, test } from "vitest";
import { estimateModelCalls } from "../../../../../src/testcases/estimateModelCalls.ts";
import { readSkillCases, selectCases } from "../../../../../src/testcases/readSkillCases.ts";
import type { FileContent } from "../../../../../src/text/files/fileContent.ts";
import { createReadingAgent, isGradingRequest, readLastMessage } from "../../../../support/services/modelActor.ts";
import {
  type ModelStubRequest,
  type ModelStubResponse,
  startModelStub,
} from "../../../../support/services/modelStub.ts";
import { readPublicSkill } from "../../../../support/skills/readPublicSkill.ts";
import { createSkillFiles, createSkillTextWith } from "../../../../support/skills/skillFolder.ts";
import { runSkillCases } from "../../../../support/skills/skillRun.ts";

const key = "canary-key-0123456789";

/** Runs a skill's evals with a model stub and checks that no result contains its key. */
async function runEvals(files: readonly FileContent[], answer: (request: ModelStubRequest) => ModelStubResponse) {
  const stub = await startModelStub(answer, { key });
  const cases = selectCases(readSkillCases(files), ["eval"]);
  const run = await runSkillCases({ files, cases: ["eval"], model: { baseUrl: stub.baseUrl, name: "small", key } });
  const results = cases.map(({ id }) => run.of(id));
  expect(stub.problems).toEqual([]);
  expect(JSON.stringify(results)).not.toContain(key);
  return { results, stub, planned: estimateModelCalls(cases) };
}

const evals = (list: readonly object[]) => createSkillFiles({ "evals/evals.json": JSON.stringify({ evals: list }) });

test("a public skill's evals with assertions are graded with the skill and without it", async () => {
  const files = [
    ...readPublicSkill("playwright-component-testing"),
    ...evals([
      {
        id: 1,
        prompt: "Set up component tests for our React app on Vite.",
        files: ["evals/files/button.tsx"],
        assertions: ["It says that a page exposes `window.mount`.", "It renders with `createRoot`, as React does."],
      },
      {
        id: "no-such",
        prompt: "Set up Angular.",
        assertions: ["It names `window.mount`.", "It uses `bootstrapApplication`."],
      },
    ]),
    ...createSkillFiles({ "evals/files/button.tsx": "export const Button = () => <button>Go</button>;" }),
  ];
  const agent = createReadingAgent(["SKILL.md", "references/react.md", "references/gallery-spec.md"]);
  const { results, stub, planned } = await runEvals(files, agent);
  const [react, angular] = results;
  expect(react).toMatchObject({ status: "passed" });
  expect(react?.output).toContain("With the skill: 2 of 2. Without it: 0 of 2. The skill makes true: 1, 2");
  expect(react?.output).toContain(
    "It read these files of the skill: SKILL.md, references/react.md, references/gallery-spec.md",
  );
  expect(react?.output).toContain("It says: window.mount");
  expect(angular).toMatchObject({
    status: "failed",
    message: expect.stringContaining("1 of 2 statements are not true"),
    actual: "true: It names `window.mount`.\nnot true: It uses `bootstrapApplication`.",
  });
  expect(stub.calls()).toBe(2 * (4 + 1 + 2));
  expect(stub.calls()).toBeGreaterThanOrEqual(planned.least);
  expect(stub.calls()).toBeLessThanOrEqual(planned.most);
  const tasks = stub.requests.filter(
    (request) => !isGradingRequest(request) && readLastMessage(request).startsWith("Set up component"),
  );
  expect(tasks).toHaveLength(2);
  for (const task of tasks) expect(readLastMessage(task)).toContain("<button>Go</button>");
});

test("a public skill's evals with expectations or only an expected output are graded", async () => {
  const files = [
    ...readPublicSkill("playwright-trace"),
    ...evals([
      {
        id: 1,
        prompt: "Which requests of this trace failed?",
        expected_output: "The command for failed requests",
        files: [],
        expectations: ["It opens the trace by `trace open`.", "It asks for `trace requests --failed`."],
      },
      { id: 2, prompt: "List the actions.", expected_output: "Runs `npx playwright trace actions`" },
      { id: 3, prompt: "Do nothing." },
    ]),
  ];
  const { results } = await runEvals(files, createReadingAgent(["SKILL.md"]));
  expect(results.map(({ status }) => status)).toEqual(["passed", "passed", "skipped"]);
  expect(results[1]?.output).toContain("true: The result is as described: Runs `npx playwright trace actions`");
  expect(results[2]?.message).toContain("assertions");
});

const small = (more: readonly object[], name = "my-skill") => [
  ...createSkillFiles({
    "SKILL.md": createSkillTextWith(`name: ${name}\ndescription: Trims lines.`, "Say `trimmed`.\n"),
  }),
  ...evals(more),
];
const one = { id: 1, prompt: "Trim it.", assertions: ["It says `trimmed`."] };

test("checks are compared first, and a result that fails one is not graded", async () => {
  const cases = [
    { ...one, checks: ["trimmed", { matches: "^Say" }], prompt: "Trim one." },
    { ...one, id: 2, checks: [{ contains: "trimmed" }, { matches: "Say .trimmed" }] },
    { id: 3, prompt: "Trim two.", expected_output: "Good", checks: [{ contains: ["trimmed", "lines"] }] },
  ];
  const { results, stub, planned } = await runEvals(small(cases), createReadingAgent(["SKILL.md"]));
  expect(results.map(({ status }) => status)).toEqual(["failed", "passed", "passed"]);
  expect(results[0]?.message).toContain('The result is "trimmed" (The text differs.');
  expect(results[0]?.measures?.withSkill).toMatchObject({ passed: false, triggered: true, calls: 2 });
  expect(results[1]?.measures).toMatchObject({
    withSkill: { passed: true, calls: 3, inputTokens: 3, outputTokens: 3 },
    withoutSkill: { passed: false, triggered: null, calls: 1 },
  });
  const graded = stub.requests.filter(isGradingRequest);
  expect(graded).toHaveLength(1);
  expect(stub.calls()).toBeLessThanOrEqual(planned.most);
});

test("a skill that changes no statement is reported", async () => {
  const agent = (request: ModelStubRequest) =>
    isGradingRequest(request) ? createReadingAgent([])(request) : { content: "trimmed" };
  const { results, stub, planned } = await runEvals(small([one]), agent);
  expect(results[0]?.output).toContain("The skill changes no statement.");
  expect(stub.calls()).toBe(planned.least);
});

test("an agent that never stops reading files must return its result within the planned calls", async () => {
  const { results, stub, planned } = await runEvals(small([one]), createReadingAgent(Array(50).fill("SKILL.md")));
  expect(results[0]).toMatchObject({ status: "passed" });
  const requests = stub.requests.filter(({ tools }) => tools);
  expect(requests.map(({ tool_choice }) => tool_choice)).toEqual([...Array(7).fill("auto"), "none"]);
  expect(stub.calls()).toBeLessThanOrEqual(planned.most);
});

test("an agent cannot read the skill's tests or files outside the skill", async () => {
  const paths = ["evals/evals.json", "../../etc/passwd", "/etc/passwd", "my-skill/SKILL.md"];
  const { stub } = await runEvals(small([one]), createReadingAgent(paths));
  const toolMessages = stub.requests.flatMap(({ messages }) => messages.filter(({ role }) => role === "tool"));
  const answers = [...new Set(toolMessages.map(({ content }) => String(content)))];
  expect(answers.filter((text) => text.startsWith("There is no file"))).toHaveLength(3);
  expect(answers.at(-1)).toContain("Say `trimmed`.");
});

test("grades that cannot be parsed are requested once more", async () => {
  let bad = 1;
  const agent = createReadingAgent(["SKILL.md"]);
  const { results, stub, planned } = await runEvals(small([one]), (request) =>
    isGradingRequest(request) && bad-- > 0 ? { content: "Looks fine to me!" } : agent(removeCorrection(request)),
  );
  expect(results[0]).toMatchObject({ status: "passed" });
  expect(stub.calls()).toBeLessThanOrEqual(planned.most);
});

test.each([
  ["no JSON", "Looks fine to me!"],
  ["no statement", '{"grades": []}'],
  ["another shape", '{"grades": [{"number": 1, "passed": "yes"}]}'],
])("grades that cannot be parsed twice are an error: %s", async (_, content) => {
  const agent = createReadingAgent(["SKILL.md"]);
  const stub = await startModelStub((request) => (isGradingRequest(request) ? { content } : agent(request)));
  const running = runSkillCases({
    files: small([one]),
    cases: ["eval"],
    model: { baseUrl: stub.baseUrl, name: "small" },
  });
  await expect(running).rejects.toThrow(
    /^Grading the result .* the skill failed. The grades of "small" cannot be read/,
  );
});

test("a case with a missing or binary file is not sent to a model", async () => {
  const cases = [
    { ...one, files: ["a.txt"] },
    { ...one, id: 2, files: ["b.bin"] },
  ];
  const files = [...small(cases), { path: "b.bin", bytes: new Uint8Array([0xff, 0xfe, 0x80]) }];
  const { results, stub } = await runEvals(files, createReadingAgent([]));
  expect(results.map(({ status }) => status)).toEqual(["errored", "skipped"]);
  expect(stub.calls()).toBe(0);
});

test("a model failure names the step", async () => {
  const stub = await startModelStub(() => ({ status: 401, body: { error: { message: `Bad key ${key}` } } }), { key });
  const model = { baseUrl: stub.baseUrl, name: "small", key };
  const failure = await runSkillCases({ files: small([one]), cases: ["eval"], model }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: expect.stringMatching(
      /^Doing the task with(out)? the skill failed. The model "small" at .* responded with 401/,
    ),
  });
  expect(String(failure)).not.toContain(key);
});

/** Removes the correction from a repeated grading request. */
function removeCorrection(request: ModelStubRequest): ModelStubRequest {
  return isGradingRequest(request) ? { ...request, messages: request.messages.slice(0, 2) } : request;
}
