import { checkAnswer } from "../../../testcases/checkToolResult.ts";
import { protocolChecks } from "../../../testcases/protocolChecks.ts";
import { selectCases } from "../../../testcases/readSkillCases.ts";
import type { ServerCase } from "../../../testcases/serverCase.ts";
import { defaultTimes } from "../../deployments/deploymentTimes.ts";
import { attendAccounts } from "../../deployments/process/attachAccounts.ts";
import { growingMask } from "../../deployments/process/processEnvironment.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import { processEnvironment } from "../../storage/serverEnvironment.ts";
import { maskedPlan } from "../maskTestPlan.ts";
import { boundedMatch } from "../matchWithTimeLimit.ts";
import type { PlannedCase, TestPlan } from "../testPlan.ts";
import type { RunBook } from "../testRunRecorder.ts";
import { callTool } from "./callTool.ts";
import { checkToolSchemas } from "./checkToolSchemas.ts";
import { spokenEras } from "./detectSupportedEras.ts";
import { knownTools, toolCases } from "./listToolCases.ts";
import { toolNotes } from "./listToolWarnings.ts";
import { liveTarget } from "./openLiveTarget.ts";
import { temporaryTarget } from "./openTemporaryTarget.ts";
import { type CaseFilePlan, fileCaseId } from "./planCaseFile.ts";
import type { AnyTool } from "./protocolSchemas.ts";
import { judged, NotAsExpected, NotRun } from "./runCheck.ts";
import { type ProtocolParts, runProtocolCheck } from "./runProtocolCheck.ts";
import { callOnce } from "./runSmokeCase.ts";
import { createSchemaChecks, type SchemaChecks } from "./schemaChecks.ts";
import type { Target, TargetParts } from "./serverTestTarget.ts";
import { createQuestioner } from "./targetClient.ts";

export interface ServerRun {
  readonly runId: string;
  readonly serverId: string;
  readonly version: VersionRow;
  readonly fromFile: CaseFilePlan;
  /** Ids or groups; all where absent. */
  readonly wanted: readonly string[] | undefined;
  /** For one case, where something else than usual is asked for. */
  readonly timeoutMs: number | undefined;
}

interface Parts extends TargetParts {
  readonly book: Pick<RunBook, "against">;
}

/** Makes the server ready to be asked, and finds its cases: those of its tools are known only once it runs. */
export async function planServerRun(parts: Parts, order: ServerRun, signal: AbortSignal): Promise<TestPlan> {
  const environment = processEnvironment(parts.context, order.serverId);
  const mask = growingMask(Object.values(environment), () => parts.supervisor.accounts.given(order.serverId));
  const target = await openTarget(parts, order, { environment, mask }, signal);
  const questioner = createQuestioner(target);
  const close = async () => {
    await questioner.close();
    await target.close();
  };
  try {
    const eras = await spokenEras(questioner, order.timeoutMs, signal);
    const tools = await knownTools({ questioner, eras }, order.timeoutMs, signal);
    const cases = [...protocolCases(), ...toolCases(tools), ...order.fromFile.planned];
    const known = { questioner, eras, tools, checks: await createSchemaChecks(), fromFile: order.fromFile };
    const plan: TestPlan = {
      cases: selectCases(cases, order.wanted),
      run: (planned, until) => runCase(known, planned, until),
      close,
    };
    return maskedPlan(plan, mask);
  } catch (error) {
    await close();
    throw error;
  }
}

/** The checks that every server has. */
export function protocolCases(): PlannedCase[] {
  return protocolChecks.map(({ id, name }) => ({ id, name, kind: "protocol", location: null }));
}

/** What the process is given, and what takes that out of its answers. */
interface Given {
  readonly environment: Readonly<Record<string, string>>;
  readonly mask: (text: string) => string;
}

async function openTarget(
  { context, supervisor, book }: Parts,
  { runId, serverId, version }: ServerRun,
  given: Given,
  signal: AbortSignal,
): Promise<Target> {
  const live = liveTarget({ context, supervisor }, serverId, version);
  if (live) {
    book.against(live.deploymentId);
    return live.target;
  }
  const wanted = { runId, artifactId: version.artifact_id, version: version.version };
  return temporaryTarget(
    context,
    defaultTimes,
    { ...wanted, ...given, attend: attendAccounts(supervisor.accounts, serverId) },
    signal,
  );
}

interface Known extends ProtocolParts {
  readonly tools: readonly AnyTool[];
  readonly checks: SchemaChecks;
  readonly fromFile: CaseFilePlan;
}

function runCase(known: Known, { id, kind }: PlannedCase, signal: AbortSignal) {
  const { fromFile, questioner } = known;
  let notes: readonly string[] = [];
  if (id === fileCaseId && fromFile.unreadable) return Promise.resolve(fromFile.unreadable);
  const check = async () => {
    if (kind === "protocol") return runProtocolCheck(id, known, signal);
    if (kind === "case") return runWritten(known, fromFile.caseOf(id), signal);
    const tool = known.tools.find(({ name }) => id === `${kind}:${name}`);
    if (!tool) throw new NotRun("The server does not have this tool any more.");
    if (kind === "smoke") return callOnce(tool, known, signal);
    notes = toolNotes(tool);
    checkToolSchemas(tool, known.tools, known.checks);
  };
  return judged(check, () => notes.join("\n") + questioner.takeSeen());
}

async function runWritten({ questioner, eras, checks }: Known, written: ServerCase | undefined, signal: AbortSignal) {
  if (!written) throw new NotRun("The case is not in the file any more.");
  const call = { name: written.tool, input: written.arguments };
  const answer = await callTool(questioner, eras.best, call, signal);
  const checked = checkAnswer(written.expect, answer, { matches: boundedMatch, validate: checks.problems });
  if (!checked.ok) throw new NotAsExpected(checked.message, checked.expected, checked.actual);
}
