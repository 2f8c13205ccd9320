import { setImmediate } from "node:timers/promises";
import type { VersionTool } from "../../../contract/routes/toolsRoute.ts";
import { compareSurfaces, isBreaking } from "../../../surface/compareSurfaces.ts";
import { formatChangedTool, formatToolChange } from "../../../surface/formatToolChange.ts";
import type { SurfaceChange } from "../../../surface/surfaceChange.ts";
import { readVersionSurface } from "../../registry/listedTools.ts";
import { findVersionRow, listVersionsBefore } from "../../registry/versions.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import type { PlannedCase } from "../testPlan.ts";
import { CaseNotRunError, UnexpectedResultError } from "./runCheck.ts";
import type { ServerTestTargetContext } from "./serverTestTarget.ts";

/** The case of every server that compares its tools with those that callers know. */
export const compatibilityCase: PlannedCase = {
  id: "contract:tools",
  name: "Its tools keep their contract",
  kind: "contract",
  location: null,
};

/** Whether breaking changes fail the case. */
export type BreakingChangesMode = "fail" | "report";

interface ComparedVersion {
  readonly serverId: string;
  readonly version: VersionRow;
  readonly breakingChanges: BreakingChangesMode;
}

interface Baseline {
  readonly row: VersionRow;
  readonly name: string;
}

const mostListedChanges = 20;

/** Returns what changes for callers of the baseline. Throws if that breaks them, unless it is only to be reported. */
export async function runCompatibilityCase(
  targetContext: ServerTestTargetContext,
  { serverId, version, breakingChanges }: ComparedVersion,
  signal: AbortSignal,
): Promise<string> {
  const { db } = targetContext.context;
  const baseline = findBaseline(targetContext, serverId, version);
  if (!baseline) throw new CaseNotRunError("There is no earlier version to compare its tools with.");
  const before = readVersionSurface(db, baseline.row.id);
  const advice = "Deploy it or run its tests: its tools are saved when its server lists them.";
  if (!before) throw new CaseNotRunError(`The tools of ${baseline.name} are not known. ${advice}`);
  const after = readVersionSurface(db, version.id);
  if (!after) throw new CaseNotRunError("The server did not list its tools, or lists too many to save them.");
  const changes = await compareByTool(before, after, signal);
  const breaking = changes.filter(isBreaking);
  if (breaking.length === 0) return describeCompatible(baseline, changes);
  const lines = breaking.map((change) => `${formatChangedTool(change)}: ${formatToolChange(change)}`);
  const message = formatList(`${formatCount(breaking.length)} for callers of ${baseline.name}`, lines);
  if (breakingChanges === "report") return message;
  throw new UnexpectedResultError(message, "no breaking change", lines.join("\n"));
}

/** Compares one tool at a time, because the comparison of many would hold up the requests of all callers. */
async function compareByTool(
  before: readonly VersionTool[],
  after: readonly VersionTool[],
  signal: AbortSignal,
): Promise<readonly SurfaceChange[]> {
  const [earlier, later] = [before, after].map((tools) => Map.groupBy(tools, ({ name }) => name));
  const changes: SurfaceChange[] = [];
  for (const name of new Set([...before, ...after].map((tool) => tool.name))) {
    changes.push(...compareSurfaces(earlier?.get(name) ?? [], later?.get(name) ?? []));
    await setImmediate(undefined, { signal });
  }
  return changes;
}

/** The live version if the tested one may replace it, else the newest version before the tested one. */
function findBaseline(
  { context, supervisor }: ServerTestTargetContext,
  serverId: string,
  { id, artifact_id: artifactId }: VersionRow,
): Baseline | undefined {
  const instance = supervisor.live(serverId);
  const liveVersion = instance && supervisor.store.row(instance.deploymentId)?.version;
  const live = liveVersion === undefined ? undefined : findVersionRow(context.db, artifactId, liveVersion);
  if (live && live.id < id) return { row: live, name: `${live.version}, the live version` };
  const [earlier] = listVersionsBefore(context.db, artifactId, id, 1);
  return earlier && { row: earlier, name: `${earlier.version}, the version before it` };
}

function describeCompatible({ name }: Baseline, changes: readonly SurfaceChange[]): string {
  if (changes.length === 0) return `The tools are those of ${name}.`;
  const risky = changes.filter(({ severity }) => severity === "risky").length;
  return `No breaking change for callers of ${name}: ${risky} risky, ${changes.length - risky} compatible.`;
}

const formatCount = (count: number) => (count === 1 ? "1 breaking change" : `${count} breaking changes`);

function formatList(title: string, lines: readonly string[]): string {
  const more = lines.length - mostListedChanges;
  const listed = [...lines.slice(0, mostListedChanges), ...(more > 0 ? [`and ${more} more`] : [])];
  return [`${title}:`, ...listed.map((line) => `- ${line}`)].join("\n");
}
