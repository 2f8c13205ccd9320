import { getReferenceTarget } from "../../text/position/jsonPointer.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";

/** A JSON schema, or a part of one, with the schema that its references point into. */
export interface SchemaNode {
  /** An object or a boolean. Anything else allows every value. */
  readonly schema: unknown;
  readonly root: UnknownRecord;
}

/** A keyword of a node, as a node; undefined: the node does not have the keyword. */
export function getChildNode({ schema, root }: SchemaNode, keyword: string): SchemaNode | undefined {
  if (!isRecord(schema) || !Object.hasOwn(schema, keyword)) return undefined;
  return { schema: schema[keyword], root };
}

/** The schemas in the list of a keyword such as `allOf`. */
export function listChildNodes({ schema, root }: SchemaNode, keyword: string): SchemaNode[] {
  const list = isRecord(schema) ? schema[keyword] : undefined;
  return Array.isArray(list) ? list.map((child: unknown) => ({ schema: child, root })) : [];
}

/** The schemas by name in a keyword such as `properties`. */
export function getNamedNodes({ schema, root }: SchemaNode, keyword: string): ReadonlyMap<string, SchemaNode> {
  const named = isRecord(schema) ? schema[keyword] : undefined;
  if (!isRecord(named)) return new Map();
  const known = namedNodes.get(named);
  if (known?.root === root) return known.nodes;
  const nodes = new Map(Object.entries(named).map(([name, child]) => [name, { schema: child, root }]));
  namedNodes.set(named, { root, nodes });
  return nodes;
}
const namedNodes = new WeakMap<object, { readonly root: unknown; readonly nodes: ReadonlyMap<string, SchemaNode> }>();

/** The target of a node's `$ref`; undefined: it has none, or the target is not in the same schema. */
export function resolveReference({ schema, root }: SchemaNode): SchemaNode | undefined {
  const reference = isRecord(schema) ? schema.$ref : undefined;
  const target = typeof reference === "string" ? getReferenceTarget(root, reference) : undefined;
  return isRecord(target) || typeof target === "boolean" ? { schema: target, root } : undefined;
}

/** The first node that is no reference of this kind; undefined: the references lead nowhere, or in a circle. */
export function followReferences(node: SchemaNode, isReference: (node: SchemaNode) => boolean): SchemaNode | undefined {
  const seen = new Set<unknown>();
  let current: SchemaNode | undefined = node;
  while (current && isReference(current)) {
    if (seen.has(current.schema)) return undefined;
    seen.add(current.schema);
    current = resolveReference(current);
  }
  return current;
}

export function isOnlyReference(node: SchemaNode): boolean {
  const keywords = listKeywords(node);
  return keywords.length === 1 && keywords[0] === "$ref";
}

/** The keywords that decide whether a value is valid. */
export function listKeywords({ schema }: SchemaNode): string[] {
  return isRecord(schema) ? Object.keys(schema).filter((keyword) => !annotationKeywords.has(keyword)) : [];
}

/** Until draft 7, a reference replaces the keywords beside it. */
export function replacesSiblings({ schema, root }: SchemaNode): boolean {
  const isOld = typeof root.$schema === "string" && /draft-0[3-7]/.test(root.$schema);
  return isOld && isRecord(schema) && typeof schema.$ref === "string";
}

/** A text that is equal for equal JSON values. */
export function formatJsonKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatJsonKey).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${formatJsonKey(value[key])}`);
  return `{${members.join(",")}}`;
}

/** Whether a schema allows every value, without a look at its references. */
export function isOpenSchema(schema: unknown): boolean {
  return schema !== false && listKeywords({ schema, root: {} }).length === 0;
}

/** Keywords that do not decide whether a value is valid. */
const annotationKeywords: ReadonlySet<string> = new Set([
  ...["title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment"],
  ...["$schema", "$id", "$defs", "definitions", "contentEncoding", "contentMediaType", "contentSchema"],
]);
