import { readSearchedTool } from "../contract/mcp/searchTool.ts";
import type { VersionTool } from "../contract/routes/toolsRoute.ts";
import { compareSchemas } from "./compareSchemas.ts";
import { compareTexts } from "./compareTexts.ts";
import { formatJsonKey } from "./schema/schemaNode.ts";
import { type ChangeSeverity, changeSeverities, type SurfaceChange, type ToolChange } from "./surfaceChange.ts";

/** Nothing else of the service or the editor runs meanwhile. */
const timeLimitMs = 5000;

/**
 * What differs for callers between the tools of two versions, the most severe first. A call that was valid stays valid, and its result
 * stays as described, unless a change is breaking or risky; what cannot be decided within five seconds is breaking.
 */
export function compareSurfaces(before: readonly VersionTool[], after: readonly VersionTool[]): SurfaceChange[] {
  const deadline = performance.now() + timeLimitMs;
  const [earlier, later] = [indexTools(before), indexTools(after)];
  for (const [name, before] of pairRenamedTools(earlier, later)) {
    earlier.delete(before.name);
    earlier.set(name, before);
  }
  const names = new Set([...earlier.keys(), ...later.keys()]);
  const changes = [...names].flatMap((name) => {
    const [one, other] = [earlier.get(name), later.get(name)];
    const operation = (other ?? one)?.operation;
    return compareTool(one, other, deadline).map((change): SurfaceChange => ({ ...change, tool: name, operation }));
  });
  const rank = ({ severity }: SurfaceChange) => changeSeverities.indexOf(severity);
  return changes.toSorted((one, other) => rank(one) - rank(other));
}

export function isBreaking({ severity }: SurfaceChange): boolean {
  return severity === "breaking";
}

const indexTools = (tools: readonly VersionTool[]) => new Map(tools.map((tool) => [tool.name, tool]));

/** The tools that have another name now, by that name: of the operations that have one such tool before, and one after. */
function pairRenamedTools(
  earlier: ReadonlyMap<string, VersionTool>,
  later: ReadonlyMap<string, VersionTool>,
): readonly (readonly [string, VersionTool])[] {
  const removed = groupByOperation([...earlier.values()].filter(({ name }) => !later.has(name)));
  const added = groupByOperation([...later.values()].filter(({ name }) => !earlier.has(name)));
  return [...removed].flatMap(([operation, [before, ...others]]) => {
    const [after, ...more] = added.get(operation) ?? [];
    return before && after && others.length + more.length === 0 ? [[after.name, before] as const] : [];
  });
}

/** In search mode an operation may be listed besides. */
function groupByOperation(tools: readonly VersionTool[]): Map<string, VersionTool[]> {
  const known = tools.filter(({ operation }) => operation !== undefined);
  return Map.groupBy(known, ({ name, operation }) => `${operation} ${readSearchedTool(name) === name}`);
}

function compareTool(before: VersionTool | undefined, after: VersionTool | undefined, deadline: number): ToolChange[] {
  if (!before) return [{ severity: "compatible", kind: "toolAdded", pointer: "" }];
  if (!after) return [{ severity: "breaking", kind: "toolRemoved", pointer: "" }];
  if (formatJsonKey(before) === formatJsonKey(after)) return [];
  const names = { before: before.name, after: after.name };
  return [
    ...(before.name === after.name
      ? []
      : [{ severity: "breaking", kind: "toolRenamed", pointer: "", ...names } as const]),
    ...compareSchemas("input", before.inputSchema, after.inputSchema, deadline),
    ...compareOutputs(before, after, deadline),
    ...compareHints(before.annotations ?? {}, after.annotations ?? {}),
    ...compareTexts(before, after),
  ];
}

function compareOutputs(
  { outputSchema: before }: VersionTool,
  { outputSchema: after }: VersionTool,
  deadline: number,
): ToolChange[] {
  const pointer = "/outputSchema";
  if (before && after) return compareSchemas("output", before, after, deadline);
  if (after) return [{ severity: "compatible", kind: "schemaAdded", pointer }];
  return before ? [{ severity: "breaking", kind: "schemaRemoved", pointer }] : [];
}

type Annotations = Readonly<Record<string, unknown>>;

/** Each hint with its default, the value that is worse for callers, and what the change to that value is. */
const hints: readonly {
  readonly name: string;
  readonly read: (annotations: Annotations) => boolean;
  readonly worse: boolean;
  readonly severity: ChangeSeverity;
}[] = [
  {
    name: "destructiveHint",
    read: (one) => one.readOnlyHint !== true && one.destructiveHint !== false,
    worse: true,
    severity: "breaking",
  },
  { name: "readOnlyHint", read: (one) => one.readOnlyHint === true, worse: false, severity: "risky" },
  {
    name: "idempotentHint",
    read: (one) => one.readOnlyHint === true || one.idempotentHint === true,
    worse: false,
    severity: "risky",
  },
  { name: "openWorldHint", read: (one) => one.openWorldHint !== false, worse: true, severity: "risky" },
];

/** Clients decide by hints whether they ask before a call. */
function compareHints(earlier: Annotations, later: Annotations): ToolChange[] {
  return hints.flatMap(({ name, read, worse, severity }) => {
    const [before, after] = [read(earlier), read(later)];
    if (before === after) return [];
    return {
      severity: after === worse ? severity : "compatible",
      kind: "changed",
      pointer: `/annotations/${name}`,
      keyword: name,
      before,
      after,
    } as const;
  });
}
