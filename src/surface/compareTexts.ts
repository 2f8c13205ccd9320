import type { VersionTool } from "../contract/routes/toolsRoute.ts";
import { appendToPointer } from "../text/position/jsonPointer.ts";
import { isRecord, type UnknownRecord } from "../text/record.ts";
import {
  formatJsonKey,
  getChildNode,
  getNamedNodes,
  listChildNodes,
  resolveReference,
  type SchemaNode,
} from "./schema/schemaNode.ts";
import type { ToolChange } from "./surfaceChange.ts";

/** What models read, and what is assumed where a call has no value. */
const riskyKeywords = ["description", "default"] as const;
const maxPlaces = 5000;
const maxDepth = 200;

/** Changes of texts and defaults, which change what models do. */
export function compareTexts(before: VersionTool, after: VersionTool): ToolChange[] {
  return [
    ...compareField("title", before.title, after.title),
    ...compareField("description", before.description, after.description),
    ...compareAnnotations("/inputSchema", before.inputSchema, after.inputSchema),
    ...compareAnnotations("/outputSchema", before.outputSchema ?? {}, after.outputSchema ?? {}),
  ];
}

function compareField(keyword: "title" | "description", before?: string, after?: string): ToolChange[] {
  if (before === after) return [];
  const severity = keyword === "title" ? "compatible" : "risky";
  return [{ severity, kind: "changed", pointer: `/${keyword}`, keyword, before, after }];
}

function compareAnnotations(base: string, before: UnknownRecord, after: UnknownRecord): ToolChange[] {
  const [earlier, later] = [collectPlaces(base, before), collectPlaces(base, after)];
  const keys = new WeakMap<object, string>();
  /** References lead to one value from many places. */
  const toKey = (value: unknown = null) => {
    if (typeof value !== "object" || value === null) return formatJsonKey(value);
    const key = keys.get(value) ?? formatJsonKey(value);
    keys.set(value, key);
    return key;
  };
  return [...earlier].flatMap(([pointer, one]) => {
    const other = later.get(pointer);
    if (!other) return [];
    return riskyKeywords.flatMap((keyword): ToolChange[] => {
      const [value, changed] = [one[keyword], other[keyword]];
      if (toKey(value) === toKey(changed)) return [];
      return [{ severity: "risky", kind: "changed", pointer, keyword, before: value, after: changed }];
    });
  });
}

/** The schemas of a schema by their places, through references, which lead to one place in many ways; each is entered there once. */
function collectPlaces(base: string, root: UnknownRecord): Map<string, UnknownRecord> {
  const places = new Map<string, UnknownRecord>();
  const entered = new Map<string, Set<UnknownRecord>>();
  const visit = (node: SchemaNode, pointer: string, outer: readonly unknown[]) => {
    const { schema } = node;
    if (!isRecord(schema) || outer.includes(schema) || outer.length > maxDepth || places.size >= maxPlaces) return;
    const here = entered.get(pointer) ?? new Set();
    if (here.has(schema)) return;
    entered.set(pointer, here.add(schema));
    const target = resolveReference(node);
    if (target) visit(target, pointer, [...outer, schema]);
    places.set(pointer, { ...places.get(pointer), ...schema });
    for (const [key, child] of listChildren(node)) visit(child, `${pointer}${key}`, [...outer, schema]);
  };
  visit({ schema: root, root }, base, []);
  return places;
}

function listChildren(node: SchemaNode): (readonly [string, SchemaNode])[] {
  const named = [...getNamedNodes(node, "properties")].map(
    ([name, child]) => [appendToPointer("", "properties", name), child] as const,
  );
  const listed = ["anyOf", "oneOf", "allOf", "prefixItems"].flatMap((keyword) =>
    listChildNodes(node, keyword).map((child, index) => [appendToPointer("", keyword, index), child] as const),
  );
  const single = ["items", "additionalProperties"].flatMap((keyword) => {
    const child = getChildNode(node, keyword);
    return child ? [[appendToPointer("", keyword), child] as const] : [];
  });
  return [...named, ...listed, ...single];
}
