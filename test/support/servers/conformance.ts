import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";
import { connectMcpClient } from "./mcpClient.ts";

interface HeaderProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Forwards requests to a URL with added headers, for a tool without an option for headers. `Host` and `Origin` stay unchanged,
 * except where they name the proxy: there they name the target.
 */
async function startHeaderProxy(target: string, added: Readonly<Record<string, string>>): Promise<HeaderProxy> {
  const to = new URL(target);
  const server = createServer((incoming, response) => {
    const ownPort = incoming.socket.localPort;
    const replacePort = (value: string | undefined) => value?.replace(`:${ownPort}`, `:${to.port}`);
    const { host, origin } = incoming.headers;
    const headers = {
      ...incoming.headers,
      host: replacePort(host),
      ...(origin && { origin: replacePort(origin) }),
      ...added,
    };
    const onward = request(to, { method: incoming.method ?? "GET", headers, path: to.pathname }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", (error) => response.destroy(error));
    response.once("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  const { url, close } = await listenOnLoopback(server);
  return { url: url + to.pathname, close };
}

export interface ConformanceReport {
  readonly passed: string[];
  readonly failed: { readonly scenario: string; readonly problems: string[] }[];
  readonly skipped: { readonly scenario: string; readonly reason: string }[];
}

/** The scenarios of @modelcontextprotocol/conformance 0.2.0-alpha.12 that apply to all servers of the runtime. */
const general = [
  ...["server-initialize", "server-session-lifecycle", "server-stateless", "ping", "tools-list"],
  ...["dns-rebinding-protection", "server-sse-multiple-streams", "http-header-validation"],
  ...["sep-2164-resource-not-found", "sep-2640-skills-directory", "sep-2640-skills-enumeration"],
  ...["sep-2640-skills-manifest", "input-required-result-missing-input-response"],
  ...["input-required-result-unsupported-methods", "input-required-result-ignore-extra-params"],
  ...["input-required-result-validate-input"],
];

/** Those that call a tool, which a server may not have. */
const ofTools: Readonly<Record<string, string>> = {
  "tools-call-simple-text": "test_simple_text",
  "tools-call-image": "test_image_content",
  "tools-call-audio": "test_audio_content",
  "tools-call-embedded-resource": "test_embedded_resource",
  "tools-call-mixed-content": "test_multiple_content_types",
  "tools-call-error": "test_error_handling",
  "tools-call-with-progress": "test_tool_with_progress",
  "json-schema-2020-12": "json_schema_2020_12_tool",
};

/** Why the others do not apply. */
const excluded: readonly (readonly [scenarios: RegExp, reason: string])[] = [
  [
    /^(logging|tools-call-with-logging)/,
    "MCP's own logging is deprecated and not declared: servers log to standard error",
  ],
  [
    /^(tools-call-(sampling|elicitation)|elicitation-|input-required-)/,
    "the servers ask clients nothing, because they are stateless",
  ],
  [/^server-sse-polling$/, "the servers are stateless: an interrupted stream is not resumed"],
  [
    /^(completion|resources|prompts)-|^caching$/,
    "the servers offer tools and skills, and neither prompts nor completions",
  ],
  [/^http-custom-header-server-validation$/, "no tool takes an argument from a header"],
  [/^tasks-/, "the servers answer in the call, and offer no tasks"],
];

/**
 * Runs the official suite against the server at a URL. Scenarios that call a tool by name apply if the server has that tool
 * (`test/fixtures/conformanceServer.mjs` has them all).
 */
export async function runConformance(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConformanceReport> {
  const tools = await listToolNames(url, headers);
  const reports = await runSuite(url, headers);
  const results: ConformanceReport = { passed: [], failed: [], skipped: [] };
  for (const [scenario, problems] of reports) {
    const tool = ofTools[scenario];
    const applies = general.includes(scenario) || (tool !== undefined && tools.has(tool));
    const reason = tool === undefined ? findReason(scenario) : `the server has no tool ${tool}`;
    if (!applies && reason !== undefined) results.skipped.push({ scenario, reason });
    else if (problems.length === 0) results.passed.push(scenario);
    else results.failed.push({ scenario, problems });
  }
  const ran = [...reports.keys()];
  for (const scenario of [...general, ...Object.keys(ofTools)].filter((one) => !ran.includes(one)))
    results.failed.push({ scenario, problems: ["the suite left no report"] });
  return results;
}

/** undefined: the suite has a scenario that is not known here. */
const findReason = (scenario: string) => excluded.find(([scenarios]) => scenarios.test(scenario))?.[1];

async function listToolNames(url: string, headers: Readonly<Record<string, string>>): Promise<Set<string>> {
  const client = await connectMcpClient(url, "2025-11-25", { ...headers });
  const { tools } = await client.listTools();
  await client.close();
  return new Set(tools.map((tool) => tool.name));
}

const command = join(import.meta.dirname, "../../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Runs all scenarios in one process, because the start is slow. Returns the problems per scenario, in the order of their names. */
async function runSuite(url: string, headers: Readonly<Record<string, string>>): Promise<Map<string, string[]>> {
  const proxy = Object.keys(headers).length > 0 ? await startHeaderProxy(url, headers) : undefined;
  const folder = await mkdtemp(join(tmpdir(), "fairlead-conformance-"));
  try {
    const parameters = [command, "server", "--suite", "all", "--url", proxy?.url ?? url, "--output-dir", folder];
    // The exit code is 1 if a check failed; the report files contain the details.
    await promisify(execFile)(process.execPath, parameters).catch(() => undefined);
    const reports = new Map<string, string[]>();
    for (const name of (await readdir(folder)).toSorted()) {
      const [, scenario] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name) ?? [];
      if (scenario !== undefined) reports.set(scenario, await readProblems(join(folder, name, "checks.json")));
    }
    return reports;
  } finally {
    await proxy?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const checksSchema = z.array(
  z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

async function readProblems(file: string): Promise<string[]> {
  const checks = checksSchema.parse(JSON.parse(await readFile(file, "utf8")));
  // A scenario of several checks may need a tool for one of them.
  const isTestable = ({ errorMessage = "" }: (typeof checks)[number]) => !errorMessage.startsWith("Not testable");
  const failed = checks.filter((check) => check.status === "FAILURE" && isTestable(check));
  if (failed.length > 0) return failed.map((check) => `${check.id}: ${check.errorMessage ?? "failed"}`);
  return checks.some((check) => check.status === "SUCCESS") ? [] : ["the suite checked nothing"];
}
