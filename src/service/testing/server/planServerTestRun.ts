import * as z from "zod";
import { protocolChecks } from "../../../testcases/protocolChecks.ts";
import { isServerCasePath } from "../../../testcases/readServerCases.ts";
import { selectCases } from "../../../testcases/readSkillCases.ts";
import { isRecord } from "../../../text/record.ts";
import type { ServiceCall, ServiceContext } from "../../context.ts";
import type { HealthCheck } from "../../deployments/health/apiHealthCheck.ts";
import type { DeploymentSupervisor } from "../../deployments/lifecycle/deploymentSupervisor.ts";
import { cleanServerText } from "../../deployments/process/serverOutput.ts";
import { requireServerVersion } from "../../handlers/serverHandlers.ts";
import { readVersionFiles } from "../../registry/versions.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import type { PlannedCase, TestPlan } from "../testPlan.ts";
import type { TestRunRecorder } from "../testRunRecorder.ts";
import type { TestRunRequest } from "../testRunRegistry.ts";
import { readRequestedTimeoutMs } from "../testRunStore.ts";
import { type ApiContact, createApiContact } from "./apiContact.ts";
import { listTools } from "./callTool.ts";
import { detectSupportedEras, requestWithinTime } from "./detectSupportedEras.ts";
import { openVersionTarget, type ProcessSettings, readProcessSettings } from "./openVersionTarget.ts";
import { type AnyTool, anyToolSchema } from "./protocolSchemas.ts";
import { listApiCheckCases, runApiCheckCase } from "./runApiCheckCase.ts";
import { CaseNotRunError, formatCheckValue, runCheck, UnexpectedResultError } from "./runCheck.ts";
import { type BreakingChangesMode, compatibilityCase, runCompatibilityCase } from "./runCompatibilityCase.ts";
import { type CaseFile, type CaseFilePlan, caseFileCaseId, planCaseFile, runFileCase } from "./runFileCase.ts";
import { type ProtocolCheckContext, runProtocolCheck } from "./runProtocolCheck.ts";
import { runSmokeCase } from "./runSmokeCase.ts";
import { createSchemaChecks, type SchemaChecks } from "./schemaChecks.ts";
import { openRunningTarget, type ServerTestTarget, type ServerTestTargetContext } from "./serverTestTarget.ts";
import { createTargetClient } from "./targetClient.ts";

/** The recommendation of MCP for tool names (2025-11-25), and the requirement of model APIs for property names. */
const toolNamePattern = /^[A-Za-z0-9_.-]{1,128}$/;
const propertyNamePattern = /^[A-Za-z0-9_.-]{1,64}$/;

/** Warnings about a valid tool that clients or models have difficulties with. */
function listToolWarnings({ name, description, inputSchema }: AnyTool): string[] {
  const notes: string[] = [];
  if (!toolNamePattern.test(name))
    notes.push("Some clients reject its name: use A-Z, a-z, 0-9, _ . - and at most 128.");
  if (typeof description !== "string" || description.trim() === "")
    notes.push("It has no description, so a model does not know when to call it.");
  if (!isRecord(inputSchema)) return notes;
  const properties = Object.keys(isRecord(inputSchema.properties) ? inputSchema.properties : {});
  const invalidNames = properties.filter((one) => !propertyNamePattern.test(one));
  if (invalidNames.length > 0)
    notes.push(
      `Some models reject these property names: ${formatNames(invalidNames)}. Use A-Z, a-z, 0-9, _ . - and at most 64.`,
    );
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const undescribed = required.filter((one) => typeof one === "string" && !properties.includes(one));
  if (undescribed.length > 0)
    notes.push(`It requires properties that it does not describe: ${formatNames(undescribed)}.`);
  return notes;
}

const formatNames = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(", ");

interface ServerTestRunOptions {
  readonly runId: string;
  readonly serverId: string;
  readonly version: VersionRow;
  readonly caseFile: CaseFilePlan;
  readonly breakingChanges: BreakingChangesMode;
  /** Ids or groups. `undefined` selects all cases. */
  readonly requestedCases: readonly string[] | undefined;
  /** The requested timeout of one case. */
  readonly timeoutMs: number | undefined;
}

interface RunContext extends ServerTestTargetContext {
  readonly recorder: Pick<TestRunRecorder, "setDeployment">;
}

/** Starts the server and finds its cases. The cases of its tools are known only after it runs. */
async function planServerTestRun(
  runContext: RunContext,
  options: ServerTestRunOptions,
  signal: AbortSignal,
): Promise<TestPlan> {
  const settings = readProcessSettings(runContext, options.serverId, options.version);
  const { mask } = settings;
  // The validator loads while the server starts.
  const loading = createSchemaChecks();
  loading.catch(() => {});
  const { target, deploymentId } = await openTarget(runContext, options, settings, signal);
  const client = createTargetClient(target);
  const close = async () => {
    await client.close();
    await target.close();
  };
  try {
    const eras = await detectSupportedEras(client, options.timeoutMs, signal);
    const tools = await listKnownTools({ client, eras }, options.timeoutMs, signal);
    const cases = [...listKnownCases(options.version), ...listToolCases(tools), ...options.caseFile.planned];
    const checkContext = {
      client,
      eras,
      tools,
      checks: await loading,
      compareTools: (stopSignal: AbortSignal) => runCompatibilityCase(runContext, options, stopSignal),
      caseFile: options.caseFile,
      api: createApiContact(),
      clean: (text: string) => cleanServerText(text, mask),
      onChecked: (check: HealthCheck) => {
        const live = runContext.supervisor.live(options.serverId);
        if (live !== undefined && live.deploymentId === deploymentId) live.addApiCheck(check);
      },
    };
    return {
      cases: selectCases(cases, options.requestedCases),
      run: (planned, stopSignal) => runCase(checkContext, planned, stopSignal),
      mask,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The cases that are known before the server runs: those of every server, and the check of its API. */
function listKnownCases(version: VersionRow): PlannedCase[] {
  const protocolCases = protocolChecks.map(({ id, name }) => ({ id, name, kind: "protocol", location: null }));
  return [...protocolCases, ...listApiCheckCases(version), compatibilityCase];
}

async function openTarget(
  runContext: RunContext,
  options: ServerTestRunOptions,
  processSettings: ProcessSettings,
  signal: AbortSignal,
): Promise<{ readonly target: ServerTestTarget; readonly deploymentId?: string }> {
  const { environment } = processSettings;
  const { serverId, version } = options;
  const running = openRunningTarget(runContext, serverId, { ...version, environment });
  if (running) {
    runContext.recorder.setDeployment(running.deploymentId);
    return running;
  }
  return { target: await openVersionTarget(runContext, options, processSettings, signal) };
}

interface CaseContext extends ProtocolCheckContext {
  readonly tools: readonly AnyTool[];
  readonly checks: SchemaChecks;
  readonly caseFile: CaseFilePlan;
  readonly api: ApiContact;
  readonly clean: (text: string) => string;
  readonly compareTools: (signal: AbortSignal) => Promise<string>;
  readonly onChecked: (check: HealthCheck) => void;
}

function runCase(checkContext: CaseContext, { id, kind }: PlannedCase, signal: AbortSignal) {
  const { caseFile, client } = checkContext;
  let notes: readonly string[] = [];
  if (id === caseFileCaseId && caseFile.unreadableResult) return Promise.resolve(caseFile.unreadableResult);
  const check = async () => {
    if (kind === "protocol") return runProtocolCheck(id, checkContext, signal);
    if (kind === "check") {
      notes = [await runApiCheckCase(checkContext, signal)];
      return;
    }
    if (kind === compatibilityCase.kind) {
      notes = [await checkContext.compareTools(signal)];
      return;
    }
    if (kind === "case") return runFileCase(caseFile.findCase(id), checkContext, signal);
    const tool = checkContext.tools.find(({ name }) => id === `${kind}:${name}`);
    if (!tool) throw new CaseNotRunError("The server no longer has this tool.");
    if (kind === "smoke") return runSmokeCase(tool, checkContext, signal);
    notes = listToolWarnings(tool);
    checkToolSchemas(tool, checkContext.tools, checkContext.checks);
  };
  return runCheck(check, () => notes.join("\n") + client.takeTranscript());
}

/** Lists the server's tools. Returns none if that fails, which the protocol checks report. */
async function listKnownTools(
  { client, eras }: ProtocolCheckContext,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<readonly AnyTool[]> {
  const tools = await requestWithinTime((stopSignal) => listTools(client, eras.best, stopSignal), limitMs, signal);
  client.takeTranscript();
  return z.array(anyToolSchema).parse(tools ?? []);
}

/** The cases of each tool. Tools with the same name share one set of cases. */
function listToolCases(tools: readonly AnyTool[]): PlannedCase[] {
  const names = [...new Set(tools.map(({ name }) => name))];
  const createCases = (kind: string, title: (name: string) => string) =>
    names.map((name) => ({ id: `${kind}:${name}`, name: title(name), kind, location: null }));
  return [
    ...createCases("schema", (name) => `${name}: its schemas are valid`),
    ...createCases("smoke", (name) => `${name}: can be called`),
  ];
}

/** Throws if a client could not offer the tool to a model or validate its result. */
function checkToolSchemas(tool: AnyTool, tools: readonly AnyTool[], checks: SchemaChecks): void {
  const sameName = tools.filter(({ name }) => name === tool.name).length;
  if (sameName > 1)
    throw new UnexpectedResultError(`${sameName} tools are called "${tool.name}".`, "a unique name", tool.name);
  checkSchema("inputSchema", tool.inputSchema, checks);
  if (tool.outputSchema !== undefined) checkSchema("outputSchema", tool.outputSchema, checks);
}

function checkSchema(name: string, schema: unknown, checks: SchemaChecks): void {
  if (!isRecord(schema))
    throw new UnexpectedResultError(`${name} is not a schema.`, "an object", formatCheckValue(schema));
  if (schema.type !== "object")
    throw new UnexpectedResultError(
      `${name} must describe an object.`,
      '"type": "object"',
      `"type": ${formatCheckValue(schema.type)}`,
    );
  const reason = checks.findSchemaProblem(schema);
  if (reason !== undefined)
    throw new UnexpectedResultError(
      `${name} cannot be used: ${reason}`,
      "a valid JSON schema",
      formatCheckValue(schema),
    );
}

/** Creates a run of a server's cases, by default for the latest version. */
export function createServerTestRunRequest(
  context: ServiceContext,
  supervisor: Pick<DeploymentSupervisor, "live" | "find" | "store" | "accounts">,
  { input, caller }: ServiceCall<"serverTestRuns.start">,
): TestRunRequest {
  const { server, version } = requireServerVersion(context, caller.organizationId, input.id, input.version);
  const caseFile = planCaseFile(input.suite ?? findCaseFile(context, version));
  const id = context.newId("run_");
  const knownCases = selectCases([...listKnownCases(version), ...caseFile.planned], input.cases);
  const timeoutMs = readRequestedTimeoutMs(context, caller, input);
  const { cases: requestedCases, breakingChanges = "fail" } = input;
  const options = { runId: id, serverId: server.id, version, caseFile, breakingChanges, requestedCases, timeoutMs };
  return {
    run: {
      id,
      serverId: server.id,
      skillId: null,
      version: version.version,
      digest: version.digest,
      partial: input.cases !== undefined,
      triggeredBy: caller.userName,
    },
    cases: knownCases,
    timeoutMs,
    plan: (signal, recorder) => planServerTestRun({ context, supervisor, recorder }, options, signal),
  };
}

/** The case file nearest to the root of the version's folder. */
export function findCaseFile(context: ServiceContext, version: VersionRow): CaseFile | undefined {
  const depth = (path: string) => path.split("/").length;
  const [file] = readVersionFiles(context.db, version.id)
    .filter(({ path }) => isServerCasePath(path))
    .sort((a, b) => depth(a.path) - depth(b.path));
  return file && { path: file.path, content: Buffer.from(file.content).toString("utf8") };
}
