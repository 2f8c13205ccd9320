import { type JsonType, jsonTypes } from "../../text/jsonType.ts";
import { isRecord } from "../../text/record.ts";
import { readTypes, typeOfJson } from "./jsonTypes.ts";
import { isWithinBounds } from "./scalarBounds.ts";
import {
  followReferences,
  formatJsonKey,
  getChildNode,
  listChildNodes,
  replacesSiblings,
  resolveReference,
  type SchemaNode,
} from "./schemaNode.ts";

/** Values that are valid by every node at once: one alternative of a schema. It may contain values that the schema does not allow. */
export interface SchemaDomain {
  readonly nodes: readonly SchemaNode[];
  /** "number" stands for numbers that are no integers. */
  readonly types: ReadonlySet<JsonType>;
  /** All values, if `enum` or `const` lists them. */
  readonly values: readonly unknown[] | undefined;
  /** Schemas that none of the values fits. */
  readonly excluded: readonly SchemaNode[];
}

interface PendingDomain {
  readonly nodes: readonly SchemaNode[];
  readonly pending: readonly SchemaNode[];
  readonly excluded: readonly SchemaNode[];
}

/** More alternatives are not distinguished. */
const maxDomains = 64;
/** What more schemas do not allow is not known. */
const maxNodes = 200;

/** The alternatives of a list of schemas that hold at once. None: no value is valid. */
export function listDomains(nodes: readonly SchemaNode[], excluded: readonly SchemaNode[] = []): SchemaDomain[] {
  const open: PendingDomain[] = [{ nodes: [], pending: nodes, excluded }];
  const domains: SchemaDomain[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    const [first, ...rest] = next.pending;
    if (!first) domains.push(...createDomains(next));
    else open.push(...applyNode({ ...next, pending: rest }, first, maxDomains - open.length - domains.length));
  }
  return domains;
}

/** The partial domains after a node is added. They are at most `room`, if that is not less than one. */
function applyNode(partial: PendingDomain, node: SchemaNode, room: number): PendingDomain[] {
  const { schema } = node;
  if (schema === false) return [];
  if (partial.nodes.length >= maxNodes) return [partial];
  if (!isRecord(schema) || partial.nodes.some((one) => one.schema === schema && one.root === node.root))
    return [partial];
  if (replacesSiblings(node)) {
    const replacing = followReferences(node, replacesSiblings);
    return [replacing ? { ...partial, pending: [replacing, ...partial.pending] } : partial];
  }
  const target = resolveReference(node);
  const negated = getChildNode(node, "not");
  const added = {
    excluded: negated ? [...partial.excluded, negated] : partial.excluded,
    nodes: [...partial.nodes, node],
    pending: [...partial.pending, ...(target ? [target] : []), ...listChildNodes(node, "allOf")],
  };
  const anyOf = listChildNodes(node, "anyOf");
  const oneOf = listChildNodes(node, "oneOf");
  if (anyOf.length + oneOf.length === 0 || Math.max(anyOf.length, 1) * Math.max(oneOf.length, 1) > room) return [added];
  return addBranches(addBranches([added], anyOf, false), oneOf, true);
}

function addBranches(
  partials: readonly PendingDomain[],
  branches: readonly SchemaNode[],
  areExclusive: boolean,
): PendingDomain[] {
  if (branches.length === 0) return [...partials];
  return partials.flatMap((partial) =>
    branches.map((branch) => ({
      ...partial,
      pending: [branch, ...partial.pending],
      excluded: areExclusive ? [...partial.excluded, ...branches.filter((one) => one !== branch)] : partial.excluded,
    })),
  );
}

function createDomains({ nodes, excluded }: PendingDomain): SchemaDomain[] {
  const typesOfNodes = nodes.map(({ schema }) => readTypes(schema));
  const types = new Set(jsonTypes.filter((type) => typesOfNodes.every((one) => one.has(type))));
  const values = listValues(nodes)?.filter((value) => types.has(typeOfJson(value)));
  if (values === undefined) return types.size === 0 ? [] : [{ nodes, types, values, excluded }];
  const scalars = values.filter((value) => typeof value !== "object" || value === null);
  const fitting = scalars.filter((value) => nodes.every(({ schema }) => isWithinBounds(schema, value)));
  const scalarDomain = { nodes, types: new Set(fitting.map(typeOfJson)), values: fitting, excluded };
  const parts = values.filter((value) => typeof value === "object" && value !== null);
  return [
    ...(fitting.length === 0 ? [] : [scalarDomain]),
    ...parts.map((value) => ({
      nodes: [...nodes, createValueNode(value)],
      types: new Set([typeOfJson(value)]),
      values: [value],
      excluded,
    })),
  ];
}

function listValues(nodes: readonly SchemaNode[]): unknown[] | undefined {
  let common: Map<string, unknown> | undefined;
  for (const node of nodes) {
    const constant = getChildNode(node, "const");
    const lists = [
      ...(constant ? [[constant.schema]] : []),
      ...(isRecord(node.schema) && Array.isArray(node.schema.enum) ? [node.schema.enum] : []),
    ];
    for (const list of lists) {
      const values = new Map(list.map((value: unknown) => [formatJsonKey(value), value]));
      common = common ? new Map([...common].filter(([key]) => values.has(key))) : values;
    }
  }
  return common && [...common.values()];
}

/** A schema that only one list or object fits, of keywords that are compared one by one. */
function createValueNode(value: unknown): SchemaNode {
  const toConstant = (member: unknown) => ({ const: member });
  if (Array.isArray(value)) {
    const count = value.length;
    const schema = { prefixItems: value.map(toConstant), items: false, minItems: count, maxItems: count };
    return { schema, root: schema };
  }
  const members = Object.entries(isRecord(value) ? value : {});
  const schema = {
    properties: Object.fromEntries(members.map(([name, member]) => [name, toConstant(member)])),
    required: members.map(([name]) => name),
    additionalProperties: false,
  };
  return { schema, root: schema };
}

/** The parts of a domain by type or value; none if it cannot be divided. */
export function divideDomain(domain: SchemaDomain): SchemaDomain[] {
  const { types, values, nodes, excluded } = domain;
  const parts = values
    ? values.map((value) => ({ const: value }))
    : types.has("boolean") && types.size === 1
      ? [{ const: true }, { const: false }]
      : [...new Set([...types].map((type) => (type === "integer" ? "number" : type)))].map((type) => ({ type }));
  if (parts.length < 2) return [];
  return parts.flatMap((schema) => listDomains([...nodes, { schema, root: schema }], excluded));
}
