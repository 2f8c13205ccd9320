import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { startHeaderProxy } from "../network/headerProxy.ts";
import { connectMcpClient } from "./mcpClient.ts";

export interface ConformanceReport {
  readonly passed: string[];
  readonly failed: { readonly scenario: string; readonly problems: string[] }[];
  readonly skipped: { readonly scenario: string; readonly reason: string }[];
}

const otherFeatures = "the servers offer tools, and neither prompts nor resources nor completions";
const noLogging = "the servers log to standard error; MCP's own logging is deprecated in 2026-07-28 and not declared";
const noClientRequests = "the servers send no requests to clients, because they are stateless";
const noSessions = "the servers are stateless: an interrupted stream is not resumed";

/** Every server scenario of @modelcontextprotocol/conformance 0.1.16: its required tool, or why it does not apply. */
const scenarios: Readonly<Record<string, { readonly tool?: string; readonly excluded?: string }>> = {
  "server-initialize": {},
  ping: {},
  "tools-list": {},
  "dns-rebinding-protection": {},
  "server-sse-multiple-streams": {},
  "tools-call-simple-text": { tool: "test_simple_text" },
  "tools-call-image": { tool: "test_image_content" },
  "tools-call-audio": { tool: "test_audio_content" },
  "tools-call-embedded-resource": { tool: "test_embedded_resource" },
  "tools-call-mixed-content": { tool: "test_multiple_content_types" },
  "tools-call-error": { tool: "test_error_handling" },
  "tools-call-with-progress": { tool: "test_tool_with_progress" },
  "json-schema-2020-12": { tool: "json_schema_2020_12_tool" },
  "logging-set-level": { excluded: noLogging },
  "tools-call-with-logging": { excluded: noLogging },
  "tools-call-sampling": { excluded: noClientRequests },
  "tools-call-elicitation": { excluded: noClientRequests },
  "elicitation-sep1034-defaults": { excluded: noClientRequests },
  "elicitation-sep1330-enums": { excluded: noClientRequests },
  "server-sse-polling": { excluded: noSessions },
  "completion-complete": { excluded: otherFeatures },
  "resources-list": { excluded: otherFeatures },
  "resources-read-text": { excluded: otherFeatures },
  "resources-read-binary": { excluded: otherFeatures },
  "resources-templates-read": { excluded: otherFeatures },
  "resources-subscribe": { excluded: otherFeatures },
  "resources-unsubscribe": { excluded: otherFeatures },
  "prompts-list": { excluded: otherFeatures },
  "prompts-get-simple": { excluded: otherFeatures },
  "prompts-get-with-args": { excluded: otherFeatures },
  "prompts-get-embedded-resource": { excluded: otherFeatures },
  "prompts-get-with-image": { excluded: otherFeatures },
};

/**
 * Runs the official suite against the server at a URL. Scenarios that call a tool by name apply if the server has that tool
 * (`test/fixtures/conformanceServer.mjs` has them all).
 */
export async function runConformance(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConformanceReport> {
  const tools = await listToolNames(url, headers);
  const problemsOf = await runSuite(url, headers);
  const results: ConformanceReport = { passed: [], failed: [], skipped: [] };
  for (const [scenario, { tool, excluded }] of Object.entries(scenarios)) {
    const reason = excluded ?? (tool === undefined || tools.has(tool) ? undefined : `the server has no tool ${tool}`);
    const problems = reason === undefined ? problemsOf(scenario) : [];
    if (reason !== undefined) results.skipped.push({ scenario, reason });
    else if (problems.length === 0) results.passed.push(scenario);
    else results.failed.push({ scenario, problems });
  }
  return results;
}

async function listToolNames(url: string, headers: Readonly<Record<string, string>>): Promise<Set<string>> {
  const client = await connectMcpClient(url, "2025-11-25", { ...headers });
  const { tools } = await client.listTools();
  await client.close();
  return new Set(tools.map((tool) => tool.name));
}

const command = join(import.meta.dirname, "../../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Runs all scenarios in one process, because the start is slow. Returns the problems per scenario. */
async function runSuite(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<(scenario: string) => string[]> {
  const proxy = Object.keys(headers).length > 0 ? await startHeaderProxy(url, headers) : undefined;
  const folder = await mkdtemp(join(tmpdir(), "fairlead-conformance-"));
  try {
    const parameters = [command, "server", "--suite", "all", "--url", proxy?.url ?? url, "--output-dir", folder];
    // The exit code is 1 if a check failed; the report files contain the details.
    await promisify(execFile)(process.execPath, parameters).catch(() => undefined);
    const names = (await readdir(folder)).map(
      (name) => [/^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1], name] as const,
    );
    const reports = new Map<string | undefined, string[]>();
    for (const [scenario, name] of names) reports.set(scenario, await readProblems(join(folder, name, "checks.json")));
    return (scenario) => reports.get(scenario) ?? ["the suite left no report"];
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
  const failed = checks.filter((check) => check.status === "FAILURE");
  if (failed.length > 0) return failed.map((check) => `${check.id}: ${check.errorMessage ?? "failed"}`);
  return checks.some((check) => check.status === "SUCCESS") ? [] : ["the suite checked nothing"];
}
