import * as z from "zod";
import { checkToolResult } from "../../../testcases/checkToolResult.ts";
import { protocolChecks } from "../../../testcases/protocolChecks.ts";
import { selectCases } from "../../../testcases/readSkillCases.ts";
import type { ServerCase } from "../../../testcases/serverCase.ts";
import { isRecord } from "../../../text/record.ts";
import { defaultDeploymentTimes } from "../../deployments/deploymentTimes.ts";
import { attachAccounts } from "../../deployments/process/attachAccounts.ts";
import { createGrowingSecretMask } from "../../deployments/process/processEnvironment.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import { readProcessEnvironment } from "../../storage/serverEnvironment.ts";
import { maskTestPlan } from "../maskTestPlan.ts";
import { matchWithTimeLimit } from "../matchWithTimeLimit.ts";
import type { PlannedCase, TestPlan } from "../testPlan.ts";
import type { TestRunRecorder } from "../testRunRecorder.ts";
import { callTool } from "./callTool.ts";
import { checkToolSchemas } from "./checkToolSchemas.ts";
import { detectSupportedEras } from "./detectSupportedEras.ts";
import { listTools } from "./listTools.ts";
import { openLiveTarget } from "./openLiveTarget.ts";
import { openTemporaryTarget } from "./openTemporaryTarget.ts";
import { type CaseFilePlan, caseFileCaseId } from "./planCaseFile.ts";
import { type AnyTool, anyToolSchema } from "./protocolSchemas.ts";
import { requestWithinTime } from "./requestWithinTime.ts";
import { CaseNotRunError, runCheck, UnexpectedResultError } from "./runCheck.ts";
import { type ProtocolCheckContext, runProtocolCheck } from "./runProtocolCheck.ts";
import { runSmokeCase } from "./runSmokeCase.ts";
import { createSchemaChecks, type SchemaChecks } from "./schemaChecks.ts";
import type { ServerTestTarget, ServerTestTargetContext } from "./serverTestTarget.ts";
import { createTargetClient } from "./targetClient.ts";

/** As MCP advises for tools (2025-11-25), and as models' own interfaces demand of properties. */
const goodToolName = /^[A-Za-z0-9_.-]{1,128}$/;
const goodPropertyName = /^[A-Za-z0-9_.-]{1,64}$/;

/** What is sound, but will trouble whoever uses the tool; one sentence each. */
function listToolWarnings({ name, description, inputSchema }: AnyTool): string[] {
  const notes: string[] = [];
  if (!goodToolName.test(name)) notes.push("Some clients refuse its name: use A-Z, a-z, 0-9, _ . - and at most 128.");
  if (typeof description !== "string" || description.trim() === "")
    notes.push("It has no description: a model cannot know when to call it.");
  if (!isRecord(inputSchema)) return notes;
  const properties = Object.keys(isRecord(inputSchema.properties) ? inputSchema.properties : {});
  const odd = properties.filter((one) => !goodPropertyName.test(one));
  if (odd.length > 0)
    notes.push(`Some models refuse these property names: ${quoted(odd)}. Use A-Z, a-z, 0-9, _ . - and at most 64.`);
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const undescribed = required.filter((one) => typeof one === "string" && !properties.includes(one));
  if (undescribed.length > 0) notes.push(`It requires what it does not describe: ${quoted(undescribed)}.`);
  return notes;
}

const quoted = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(", ");

export interface ServerTestRunOptions {
  readonly runId: string;
  readonly serverId: string;
  readonly version: VersionRow;
  readonly fromFile: CaseFilePlan;
  /** Ids or groups; all where absent. */
  readonly wanted: readonly string[] | undefined;
  /** For one case, where something else than usual is asked for. */
  readonly timeoutMs: number | undefined;
}

interface Parts extends ServerTestTargetContext {
  readonly book: Pick<TestRunRecorder, "setDeployment">;
}

/** Makes the server ready to be asked, and finds its cases: those of its tools are known only once it runs. */
export async function planServerTestRun(
  parts: Parts,
  order: ServerTestRunOptions,
  signal: AbortSignal,
): Promise<TestPlan> {
  const environment = readProcessEnvironment(parts.context, order.serverId);
  const mask = createGrowingSecretMask(Object.values(environment), () =>
    parts.supervisor.accounts.listRecentTokens(order.serverId),
  );
  const target = await openTarget(parts, order, { environment, mask }, signal);
  const questioner = createTargetClient(target);
  const close = async () => {
    await questioner.close();
    await target.close();
  };
  try {
    const eras = await detectSupportedEras(questioner, order.timeoutMs, signal);
    const tools = await listKnownTools({ questioner, eras }, order.timeoutMs, signal);
    const cases = [...listProtocolCases(), ...listToolCases(tools), ...order.fromFile.planned];
    const known = { questioner, eras, tools, checks: await createSchemaChecks(), fromFile: order.fromFile };
    const plan: TestPlan = {
      cases: selectCases(cases, order.wanted),
      run: (planned, until) => runCase(known, planned, until),
      close,
    };
    return maskTestPlan(plan, mask);
  } catch (error) {
    await close();
    throw error;
  }
}

/** The checks that every server has. */
export function listProtocolCases(): PlannedCase[] {
  return protocolChecks.map(({ id, name }) => ({ id, name, kind: "protocol", location: null }));
}

/** What the process is given, and what takes that out of its answers. */
interface Given {
  readonly environment: Readonly<Record<string, string>>;
  readonly mask: (text: string) => string;
}

async function openTarget(
  { context, supervisor, book }: Parts,
  { runId, serverId, version }: ServerTestRunOptions,
  given: Given,
  signal: AbortSignal,
): Promise<ServerTestTarget> {
  const live = openLiveTarget({ context, supervisor }, serverId, version);
  if (live) {
    book.against(live.deploymentId);
    return live.target;
  }
  const wanted = { runId, artifactId: version.artifact_id, version: version.version };
  return openTemporaryTarget(
    context,
    defaultDeploymentTimes,
    { ...wanted, ...given, attend: attachAccounts(supervisor.accounts, serverId) },
    signal,
  );
}

interface Known extends ProtocolCheckContext {
  readonly tools: readonly AnyTool[];
  readonly checks: SchemaChecks;
  readonly fromFile: CaseFilePlan;
}

function runCase(known: Known, { id, kind }: PlannedCase, signal: AbortSignal) {
  const { fromFile, questioner } = known;
  let notes: readonly string[] = [];
  if (id === caseFileCaseId && fromFile.unreadable) return Promise.resolve(fromFile.unreadable);
  const check = async () => {
    if (kind === "protocol") return runProtocolCheck(id, known, signal);
    if (kind === "case") return runWritten(known, fromFile.caseOf(id), signal);
    const tool = known.tools.find(({ name }) => id === `${kind}:${name}`);
    if (!tool) throw new CaseNotRunError("The server does not have this tool any more.");
    if (kind === "smoke") return runSmokeCase(tool, known, signal);
    notes = listToolWarnings(tool);
    checkToolSchemas(tool, known.tools, known.checks);
  };
  return runCheck(check, () => notes.join("\n") + questioner.takeSeen());
}

async function runWritten({ questioner, eras, checks }: Known, written: ServerCase | undefined, signal: AbortSignal) {
  if (!written) throw new CaseNotRunError("The case is not in the file any more.");
  const call = { name: written.tool, input: written.arguments };
  const answer = await callTool(questioner, eras.best, call, signal);
  const checked = checkToolResult(written.expect, answer, { matches: matchWithTimeLimit, validate: checks.problems });
  if (!checked.ok) throw new UnexpectedResultError(checked.message, checked.expected, checked.actual);
}

/** The tools of the server under test; none where they cannot be listed, which the protocol's checks tell. */
async function listKnownTools(
  { questioner, eras }: ProtocolCheckContext,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<readonly AnyTool[]> {
  const tools = await requestWithinTime((until) => listTools(questioner, eras.best, until), limitMs, signal);
  questioner.takeSeen();
  return z.array(anyToolSchema).parse(tools ?? []);
}

/** The cases of each tool; of tools of one name the first has them. */
function listToolCases(tools: readonly AnyTool[]): PlannedCase[] {
  const names = [...new Set(tools.map(({ name }) => name))];
  const planned = (kind: string, title: (name: string) => string) =>
    names.map((name) => ({ id: `${kind}:${name}`, name: title(name), kind, location: null }));
  return [
    ...planned("schema", (name) => `${name}: its schemas are sound`),
    ...planned("smoke", (name) => `${name}: can be called`),
  ];
}
