import { divideDomain, type SchemaDomain } from "./schemaDomain.ts";
import type { FindGaps, GapFinder, SchemaGap } from "./schemaGap.ts";
import { getChildNode, listChildNodes, type SchemaNode } from "./schemaNode.ts";

export const findAnyOfGaps: FindGaps = (finder, domain, limit, pointer) => {
  const branches = listChildNodes(limit, "anyOf");
  if (branches.length === 0 || finder.hasKeyword(domain, limit, "anyOf")) return [];
  return findBranchGaps(domain, (part) => branches.map((branch) => finder.findInDomain(part, branch, pointer)), {
    pointer,
    keyword: "anyOf",
  });
};

export const findOneOfGaps: FindGaps = (finder, domain, limit, pointer) => {
  const branches = listChildNodes(limit, "oneOf");
  if (branches.length === 0 || finder.hasKeyword(domain, limit, "oneOf")) return [];
  const failure = { pointer, keyword: "oneOf" };
  const findGaps = (part: SchemaDomain) =>
    branches.map((branch) => {
      const gaps = finder.findInDomain(part, branch, pointer);
      if (gaps.length > 0) return gaps;
      return branches.every((other) => other === branch || finder.isDisjoint(part, other)) ? [] : [failure];
    });
  return findBranchGaps(domain, findGaps, failure);
};

/** Each part of the domain must fit a branch. `findGaps` returns what the part lacks for each branch. */
function findBranchGaps(
  domain: SchemaDomain,
  findGaps: (part: SchemaDomain) => readonly SchemaGap[][],
  failure: SchemaGap,
): SchemaGap[] {
  const gaps = findGaps(domain).toSorted((one, other) => one.length - other.length);
  if (gaps[0]?.length === 0) return [];
  const parts = divideDomain(domain);
  if (parts.length > 0) return parts.flatMap((part) => findBranchGaps(part, findGaps, failure));
  // The gaps of another branch would say nothing where the types differ.
  const best = gaps.filter((list) =>
    list.every(({ keyword, pointer }) => pointer !== failure.pointer || !unlike.has(keyword)),
  );
  return [...(best[0] ?? [failure])];
}

/** Gaps by which a branch is recognized as another one. */
const unlike = new Set(["type", "enum", "complexity"]);

export const findNotGaps: FindGaps = (finder, domain, limit, pointer) => {
  const negated = getChildNode(limit, "not");
  if (!negated || finder.isDisjoint(domain, negated)) return [];
  return [{ pointer, keyword: "not" }];
};

export const findConditionGaps: FindGaps = (finder, domain, limit, pointer) => {
  const condition = getChildNode(limit, "if");
  if (!condition || finder.hasKeyword(domain, limit, "if", "then", "else")) return [];
  const findFor = (keyword: string): SchemaGap[] => {
    const branch: SchemaNode | undefined = getChildNode(limit, keyword);
    return branch ? finder.findInDomain(domain, branch, pointer) : [];
  };
  if (finder.isDisjoint(domain, condition)) return findFor("else");
  const gaps = findFor("then");
  return finder.findInDomain(domain, condition, pointer).length === 0 ? gaps : [...gaps, ...findFor("else")];
};

/** Keywords that depend on all others beside them, and so are only compared as they are. */
export const findUnevaluatedGaps: FindGaps = (_: GapFinder, __, limit, pointer) =>
  ["unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef"]
    .filter((keyword) => getChildNode(limit, keyword) !== undefined)
    .map((keyword) => ({ pointer, keyword }));
