import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { createModelBudget } from "../../../../../../src/extension/testing/model/model/modelBudget.ts";
import { startModelRelay } from "../../../../../../src/extension/testing/model/modelRelay.ts";
import type { TaskServers } from "../../../../../../src/service/testing/skill/taskServers.ts";
import { installFakeAgent, removeAgents } from "../../../../../support/agents/fakeAgent.ts";
import { hasExited } from "../../../../../support/hasExited.ts";
import { createMachineSandbox, hasSandbox } from "../../../../../support/service/machineSandbox.ts";
import { noSandbox } from "../../../../../support/service/noSandbox.ts";
import { startHttpServer } from "../../../../../support/services/startHttpServer.ts";
import { createSkillFiles, createSkillTextWith } from "../../../../../support/skills/skillFolder.ts";
import { runSkillCases } from "../../../../../support/skills/skillRun.ts";

const key = "canary-key-0123456789";
const event = { type: "response.completed", response: { usage: { input_tokens: 11, output_tokens: 7 } } };

interface RunOptions {
  readonly check?: string;
  readonly calls?: number;
  readonly signal?: AbortSignal;
  readonly sandbox?: typeof noSandbox;
  readonly servers?: TaskServers;
  readonly more?: Readonly<Record<string, string>>;
  /** Called with each request to the model. */
  readonly onRequest?: (body: string, request: IncomingMessage) => void;
}

/** Runs one eval of a skill by the installed agent, through the editor's relay. */
async function runEval(options: RunOptions = {}) {
  const { check = "done", calls = 20, sandbox = noSandbox, servers, more = {}, onRequest } = options;
  const requests: { readonly url: string | undefined; readonly authorization: string | undefined }[] = [];
  const endpoint = await startHttpServer(async (request, response) => {
    const body = await text(request);
    requests.push({ url: request.url, authorization: request.headers.authorization });
    onRequest?.(body, request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify(event)}\n\n`);
  });
  const relay = await startModelRelay({
    runner: { kind: "agent", agent: "codex", baseUrl: `${endpoint}/v1`, name: "small" },
    ...{ key, budget: createModelBudget(calls), environment: {} },
    editorModels: { complete: async () => undefined },
  });
  onTestFinished(() => relay.close());
  const evals = [{ id: 1, prompt: "Do it.", checks: [{ contains: check }], ...(servers && { server: "pets@1.0.0" }) }];
  const files = createSkillFiles({
    "SKILL.md": createSkillTextWith("name: my-skill\ndescription: Does it."),
    "evals/evals.json": JSON.stringify({ evals }),
    ...more,
  });
  const model = { baseUrl: relay.baseUrl, key: relay.token, name: "small", agent: "codex" } as const;
  const run = await runSkillCases(
    { files, cases: ["eval", "trigger"], model, sandbox, ...(servers && { servers }) },
    options.signal,
  );
  const result = run.of(run.cases.find(({ kind }) => kind === "eval")?.id ?? "");
  expect(run.remaining).toEqual([]);
  return { run, result, relay, requests };
}

describe("an agent", () => {
  test("has neither the key nor the relay's token in its environment, its files or its result", async () => {
    installFakeAgent(`
      const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
      const texts = files.map((one) => readFileSync(one.parentPath + "/" + one.name, "utf8"));
      answer("done " + JSON.stringify([process.env, process.argv, texts]));`);
    const { result, relay } = await runEval();
    expect(result.status).toBe("passed");
    expect(result.output).toContain("wire_api");
    for (const secret of [key, relay.token]) expect(JSON.stringify(result)).not.toContain(secret);
    const [environment] = /\{"ELECTRON[^}]*\}|\{"PATH[^}]*\}/.exec(result.output ?? "") ?? [];
    expect(Object.keys(JSON.parse(environment ?? "{}")).sort()).toEqual(
      ["CODEX_HOME", "FAIRLEAD_TOKEN", "HOME", "LANG", "PATH", "TMPDIR", "TZ"].filter(Boolean),
    );
  });

  test("calls the model with the real key through the relay, and its tokens are counted", async () => {
    installFakeAgent('for (const one of [1, 2]) await (await callModel(one)).text(); answer("done");');
    const { result, requests } = await runEval();
    const use = { calls: 2, inputTokens: 22, outputTokens: 14 };
    expect(result.measures).toMatchObject({ withSkill: use, withoutSkill: use });
    expect(requests).toEqual(Array(4).fill({ url: "/v1/responses", authorization: `Bearer ${key}` }));
  });

  test("used the skill if it read SKILL.md, and has no folder of it without the skill", async () => {
    installFakeAgent('for (const name of skills) readSkill(name); answer("done with " + skills.join());');
    const { result } = await runEval({ check: "done with my-skill" });
    expect(result).toMatchObject({
      status: "passed",
      measures: { withSkill: { passed: true, triggered: true }, withoutSkill: { passed: false, triggered: null } },
    });
    expect(result.output).toContain("It read these files of the skill: SKILL.md.");
    expect(result.output).toMatch(/Result without the skill ---\ndone with $/m);
  });

  test("did not use a skill that it did not read, and sees none of its evals", async () => {
    installFakeAgent('answer("done " + globSync(skillsFolder + "/**/*").map((one) => one.slice(home.length)).join());');
    const { result } = await runEval({ more: { "references/a.md": "A" } });
    expect(result.measures?.withSkill.triggered).toBe(false);
    expect(result.output).toContain("my-skill/references/a.md");
    expect(result.output).not.toContain("evals.json");
  });

  test("uses the tools of the eval's server, and no others", async () => {
    installFakeAgent(`
      const [, server] = /\\[mcp_servers\\.pets\\]\\nurl = "([^"]+)"/.exec(readFileSync(process.env.CODEX_HOME + "/config.toml", "utf8"));
      const ask = async (method, params) =>
        (await fetch(server, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) })).json();
      const { result: { tools } } = await ask("tools/list");
      const call = await ask("tools/call", { name: tools[0].name, arguments: { herd: "north" } });
      const other = await ask("tools/call", { name: "drop_table" });
      answer("done " + call.result.content[0].text + ". " + other.error.message);`);
    const servers: TaskServers = {
      find: async (reference) => ({
        tools: [{ type: "function", function: { name: "count", description: "", parameters: { type: "object" } } }],
        call: async ({ function: { name, arguments: input } }) =>
          name === "count" ? `${reference} counted ${input}` : undefined,
      }),
      close: async () => {},
    };
    const { result } = await runEval({ servers });
    expect(result.output).toContain('done pets@1.0.0 counted {"herd":"north"}. There is no tool "drop_table".');
  });

  test("answers no triggers: they are skipped, and no program runs for them", async () => {
    installFakeAgent('answer("done");');
    const { run } = await runEval({ more: { "evals/eval_queries.json": '[{"query":"Hi","should_trigger":true}]' } });
    const trigger = run.cases.find(({ kind }) => kind === "trigger");
    expect(run.of(trigger?.id ?? "")).toMatchObject({
      status: "skipped",
      message: expect.stringContaining("Agents do only"),
    });
  });
});

describe("an eval has no result, and says why, if the agent", () => {
  const expectFailure = async (message: string | RegExp, options: RunOptions = {}) => {
    await expect(runEval(options)).rejects.toThrow(message);
  };

  test("is not installed", async () => {
    removeAgents();
    await expectFailure(
      'Codex is not installed on this machine: no folder of PATH has a program "codex". Install it (npm install --global @openai/codex)',
    );
  });

  test("writes no JSON", async () => {
    installFakeAgent('console.log("Welcome!"); console.error("I want a terminal."); process.exitCode = 3;');
    await expectFailure("Codex ended with code 3 without a result. It said: I want a terminal.");
  });

  test("writes JSON of another kind", async () => {
    installFakeAgent('for (const one of [1, null, "text", [], {}, { type: 7, item: 8 }]) emit(one);');
    await expectFailure("Codex ended with code 0 without a result. It said: 1\nnull");
  });

  test("says that it failed", async () => {
    installFakeAgent('answer("half"); emit({ type: "turn.failed", error: { message: "The stream broke off." } });');
    await expectFailure("Codex ended with code 0 without a result. The stream broke off.");
  });

  test("writes forever", async () => {
    installFakeAgent('const more = () => process.stdout.write("x".repeat(65536) + "\\n", more); more();');
    await expectFailure("Codex wrote more than 4 MB and was stopped.");
  });

  test("used the budget up", async () => {
    installFakeAgent(`
      let status;
      do { const response = await callModel("again"); status = response.status; await response.text(); } while (status === 200 || status === 503);
      process.exit(1);`);
    await expectFailure(/Codex ended with code 1 without a result. No more than the 3 calls that were agreed to/, {
      calls: 3,
    });
  });

  test("calls the model without end", async () => {
    installFakeAgent(`
      let response;
      do { response = await callModel("again"); await response.text(); } while (response.ok);
      process.exit(1);`);
    await expectFailure("It called the model more than 30 times for one task.", { calls: 1000 });
  });
});

/** Starts another program, says both numbers to its model, and never ends. */
const endless = `
  process.on("SIGTERM", () => {});
  const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "inherit" });
  await (await callModel([process.pid, child.pid])).text();
  setInterval(() => {}, 1000);`;

test("a cancelled case ends the agent and all that it started", async () => {
  installFakeAgent(endless);
  const stop = new AbortController();
  const pids: number[] = [];
  const onRequest = (body: string) => {
    pids.push(...JSON.parse(body).input);
    if (pids.length === 4) stop.abort(new Error("The case was cancelled."));
  };
  await expect(runEval({ signal: stop.signal, onRequest })).rejects.toThrow("The case was cancelled.");
  expect(pids).toHaveLength(4);
  expect(pids.filter((pid) => !hasExited(pid))).toEqual([]);
});

test("what an agent leaves running ends with it", async () => {
  installFakeAgent(`
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    await (await callModel([child.pid])).text();
    answer("done");
    process.exit(0);`);
  const pids: number[] = [];
  const { result } = await runEval({ onRequest: (body) => pids.push(...JSON.parse(body).input) });
  expect(result.status).toBe("passed");
  expect(pids).toHaveLength(2);
  expect(pids.filter((pid) => !hasExited(pid))).toEqual([]);
});

describe.skipIf(!hasSandbox)("a confined agent", () => {
  const runConfined = async (code: string, options: RunOptions = {}) => {
    installFakeAgent(code);
    const sandbox = createMachineSandbox();
    onTestFinished(() => sandbox.close());
    return runEval({ ...options, sandbox });
  };

  test("starts programs and writes into its home, and sees no other files and no other address", async () => {
    const other = await startHttpServer((_, response) => response.end("reached"));
    const { result } = await runConfined(
      `
      const attempt = (action) => { try { return action(); } catch (error) { return error.code; } };
      writeFileSync("written", "x");
      const facts = {
        shell: execFileSync("/bin/sh", ["-c", "echo started"], { encoding: "utf8" }).trim(),
        own: readdirSync(".").join(),
        root: attempt(() => readFileSync("${import.meta.filename}")),
        system: attempt(() => writeFileSync("/usr/written", "x")),
        shadow: attempt(() => readFileSync("/etc/shadow")),
        home: attempt(() => readdirSync("${process.env.HOME ?? "/root"}")),
        processes: readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).length < 8,
        other: await fetch("${other}").then(() => "reached", (error) => error.cause.code),
        model: (await callModel("hi")).status,
      };
      answer("done " + JSON.stringify(facts));`,
    );
    const facts = JSON.parse(/done (\{.*\})/.exec(result.output ?? "")?.[1] ?? "{}");
    expect(facts).toEqual({
      ...{ shell: "started", own: "written", root: "ENOENT", system: "EROFS", shadow: "ENOENT", home: "ENOENT" },
      ...{ processes: true, other: "ECONNREFUSED", model: 200 },
    });
  });

  test("ends with all that it started when its case is cancelled", async () => {
    const stop = new AbortController();
    let asked = 0;
    const onRequest = () => {
      asked += 1;
      if (asked === 2) stop.abort(new Error("The case was cancelled."));
    };
    await expect(runConfined(endless, { signal: stop.signal, onRequest })).rejects.toThrow("The case was cancelled.");
  });

  test("gets its skill as an agent that is not confined does", async () => {
    const { result } = await runConfined(
      'for (const name of skills) readSkill(name); answer("done " + skills.join());',
    );
    expect(result.measures).toMatchObject({ withSkill: { passed: true, triggered: true } });
  });
});
