import type { SchemaDomain } from "./schemaDomain.ts";
import type { SchemaNode } from "./schemaNode.ts";

/** A constraint of one schema that not all values of another one meet. */
export interface SchemaGap {
  /** The place in the tool's schema, with references followed. */
  readonly pointer: string;
  /** The keyword of the constraint. `complexity`: the schemas are too large to compare. */
  readonly keyword: string;
  /** What the schema demands; undefined where a value would say nothing. */
  readonly limit?: unknown;
  /** What the other schema gives; undefined: anything. */
  readonly given?: unknown;
  /** The place of the property that holds it, if the other schema does not name the property and leaves it open. */
  readonly undeclaredAt?: string;
}

/** What the comparison of one group of keywords needs of the others. */
export interface GapFinder {
  /** What values that fit all nodes lack to fit `limit`. */
  find(nodes: readonly SchemaNode[], limit: SchemaNode, pointer: string): SchemaGap[];
  findInDomain(domain: SchemaDomain, limit: SchemaNode, pointer: string): SchemaGap[];
  /** Whether no value fits all nodes. Some cases are not recognized. */
  isImpossible(nodes: readonly SchemaNode[]): boolean;
  /** Whether no value of the domain fits the node. Some cases are not recognized. */
  isDisjoint(domain: SchemaDomain, node: SchemaNode): boolean;
  /** Whether the domain has a keyword with the same meaning as `limit` has it. */
  hasKeyword(domain: SchemaDomain, limit: SchemaNode, ...keywords: readonly string[]): boolean;
}

export type FindGaps = (finder: GapFinder, domain: SchemaDomain, limit: SchemaNode, pointer: string) => SchemaGap[];

/** Joins gaps of the same constraint. */
export function mergeGaps(gaps: readonly SchemaGap[]): SchemaGap[] {
  const merged = new Map<string, SchemaGap>();
  for (const gap of gaps) {
    const key = `${gap.keyword} ${gap.pointer}`;
    const found = merged.get(key);
    if (!found) merged.set(key, gap);
    else if (found.undeclaredAt !== undefined && gap.undeclaredAt === undefined) merged.set(key, gap);
    else if (Array.isArray(found.given) && Array.isArray(gap.given))
      merged.set(key, { ...found, given: [...new Set([...found.given, ...gap.given])] });
  }
  return [...merged.values()];
}
