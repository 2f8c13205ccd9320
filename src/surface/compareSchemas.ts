import type { UnknownRecord } from "../text/record.ts";
import { findSchemaGaps } from "./schema/findSchemaGaps.ts";
import type { SchemaGap } from "./schema/schemaGap.ts";
import type { ChangeSeverity, ToolChange } from "./surfaceChange.ts";

export type SchemaSide = "input" | "output";

/**
 * Compares the input or output schemas of a tool. What the later input schema demands in addition breaks callers, and so does what the
 * later output schema guarantees no longer.
 */
export function compareSchemas(
  side: SchemaSide,
  before: UnknownRecord,
  after: UnknownRecord,
  deadline?: number,
): ToolChange[] {
  const pointer = side === "input" ? "/inputSchema" : "/outputSchema";
  const [earlier, later] = [
    { schema: before, root: before },
    { schema: after, root: after },
  ];
  const tightened = findSchemaGaps(earlier, later, pointer, deadline).map((gap) => describeTightened(gap, side));
  const loosened = findSchemaGaps(later, earlier, pointer, deadline).map((gap) => describeLoosened(gap, side));
  return removeRepeated(side === "input" ? [...tightened, ...loosened] : [...loosened, ...tightened]);
}

/** The keywords whose values say what changed. */
const valueKeywords = new Set([
  ...["type", "pattern", "format", "multipleOf", "minimum", "maximum", "minLength", "maxLength", "uniqueItems"],
  ...["minItems", "maxItems", "minProperties", "maxProperties"],
]);

function describeTightened({ pointer, keyword, limit, given, undeclaredAt }: SchemaGap, side: SchemaSide): ToolChange {
  const isUndeclared = undeclaredAt !== undefined;
  const severity: ChangeSeverity = side === "output" ? "compatible" : isUndeclared ? "risky" : "breaking";
  if (isUndeclared) return { severity, kind: "propertyAdded", pointer: undeclaredAt };
  if (keyword === "required") return { severity, kind: "required", pointer };
  if (keyword === "properties") return { severity, kind: "propertyRemoved", pointer };
  if (keyword === "enum" && given !== undefined) return { severity, kind: "valuesRemoved", pointer, before: given };
  if (keyword === "enum" || valueKeywords.has(keyword))
    return { severity, kind: "changed", pointer, keyword, before: given, after: limit };
  return { severity, kind: "tightened", pointer, keyword };
}

function describeLoosened({ pointer, keyword, limit, given, undeclaredAt }: SchemaGap, side: SchemaSide): ToolChange {
  const isUndeclared = undeclaredAt !== undefined;
  // A property more in a result breaks only callers that reject what they do not know.
  const isRisky = isUndeclared || keyword === "properties";
  const severity: ChangeSeverity =
    side === "output" ? (isRisky ? "risky" : "breaking") : isUndeclared ? "risky" : "compatible";
  if (isUndeclared) return { severity, kind: "propertyRemoved", pointer: undeclaredAt };
  if (keyword === "required") return { severity, kind: "optional", pointer };
  if (keyword === "properties") return { severity, kind: "propertyAdded", pointer };
  if (keyword === "enum" && given !== undefined) return { severity, kind: "valuesAdded", pointer, after: given };
  if (keyword === "enum" || valueKeywords.has(keyword))
    return { severity, kind: "changed", pointer, keyword, before: limit, after: given };
  return { severity, kind: "loosened", pointer, keyword };
}

/** Of the changes that concern the same values, the first and most severe ones stay. */
function removeRepeated(changes: readonly ToolChange[]): ToolChange[] {
  const kept: ToolChange[] = [];
  for (const change of changes) if (!kept.some((one) => covers(one, change))) kept.push(change);
  return kept;
}

function covers(one: ToolChange, other: ToolChange): boolean {
  if (one.keyword === "type" || one.kind === "propertyAdded" || one.kind === "propertyRemoved")
    return isWithin(other.pointer, one.pointer);
  if (one.pointer !== other.pointer) return false;
  if (other.kind === "propertyAdded" || other.kind === "propertyRemoved") return true;
  return one.keyword === other.keyword && (one.keyword !== undefined || one.kind === other.kind);
}

const isWithin = (pointer: string, outer: string) => pointer === outer || pointer.startsWith(`${outer}/`);
