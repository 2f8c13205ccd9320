import {
  JSONPathEnvironment,
  JSONPathError,
  JSONPathNode,
  JSONPathNodeList,
  type JSONPathQuery,
  type JSONValue,
  jsonpath,
  TokenKind,
} from "json-p3";
import {
  compareExactNumbers,
  ExactNumber,
  isJsonNumberText,
  simplifyExactNumbers,
  toJsonNumber,
} from "./number/exactNumber.ts";

/** A query of RFC 9535. */
export type JsonPath = JSONPathQuery;

/** A value that a path selects, and its location from the root. */
export interface JsonNode {
  readonly value: unknown;
  readonly location: readonly (string | number)[];
}

const longestPath = 500;
const mostSelectors = 50;
/** More values than this are no expectation that somebody wrote. */
const mostValues = 10_000;
/** Visiting so many values takes 0.5 s to 1 s. */
const mostVisits = 500_000;

// Both are made on first use, so that a start does not load the package.
let boundedEnvironment: JSONPathEnvironment | undefined;
let completeEnvironment: JSONPathEnvironment | undefined;

/** Without functions: `match` and `search` run regular expressions, `count` and `value` take queries that nothing bounds. */
function createBoundedEnvironment(): JSONPathEnvironment {
  const environment = new JSONPathEnvironment();
  environment.functionRegister.clear();
  return environment;
}

/**
 * Reads a path of RFC 9535; undefined where it is none. The `$` may be left out. json-p3 cannot bound the time of a query, so it only
 * reads paths and applies single selectors; `selectJsonValues` walks and counts. A filter may ask for single values and compare them
 * with literals; functions, nested queries and comparisons of two queries are refused, because nothing would count what they visit.
 */
export function readJsonPath(path: string): JsonPath | undefined {
  if (path.length > longestPath) return undefined;
  try {
    boundedEnvironment ??= createBoundedEnvironment();
    const query = boundedEnvironment.compile(withRoot(toStandardNames(path)));
    const selectors = query.segments.flatMap((segment) => segment.selectors);
    if (selectors.length > mostSelectors || !selectors.every(isBounded)) return undefined;
    for (const selector of selectors)
      if (selector instanceof jsonpath.selectors.FilterSelector) compareExactly(selector.expression.expression);
    return query;
  } catch (error) {
    if (error instanceof JSONPathError) return undefined;
    throw error;
  }
}

/**
 * Reads any path of RFC 9535; undefined where it is none. Its functions and nested queries take a time that nothing bounds, so it is for
 * files of the user, in a thread that can be ended.
 */
export function readCompleteJsonPath(path: string): JsonPath | undefined {
  try {
    completeEnvironment ??= new JSONPathEnvironment();
    return path.startsWith("$") ? completeEnvironment.compile(path) : undefined;
  } catch (error) {
    if (error instanceof JSONPathError) return undefined;
    throw error;
  }
}

/** A step of a path, from a value or from it and all in it. `some`: items by index, or the members that fit a filter. */
export interface JsonPathStep {
  readonly isDescendant: boolean;
  readonly selectors: readonly ({ readonly kind: "name"; readonly name: string } | { readonly kind: "all" | "some" })[];
}

/** The steps of a path that `readJsonPath` reads; none for any other text. */
export function listJsonPathSteps(path: string): readonly JsonPathStep[] {
  return (readJsonPath(path)?.segments ?? []).map(({ token, selectors }) => ({
    isDescendant: token.kind === TokenKind.DDOT,
    selectors: selectors.map((selector) =>
      selector instanceof jsonpath.selectors.NameSelector
        ? { kind: "name", name: selector.name }
        : { kind: selector instanceof jsonpath.selectors.WildcardSelector ? "all" : "some" },
    ),
  }));
}

function withRoot(path: string): string {
  if (path.startsWith("$")) return path;
  return path === "" || path.startsWith("[") || path.startsWith(".") ? `$${path}` : `$.${path}`;
}

const quotedOrName =
  /(?<quote>['"])(?:(?!\k<quote>)[^\\]|\\.)*\k<quote>|(?<=^|[^.])(?<dot>^|\.)(?<name>[\p{L}\p{N}_$-]+)/gsu;

/** Names such as `2xx`, `$ref` and `0` may stand behind a dot, and any character behind a backslash: RFC 9535 wants other forms. */
function toStandardNames(path: string): string {
  const bare = path.replaceAll(quotedOrName, "");
  if (bare.includes("?")) return path;
  return path.replaceAll(quotedOrName, (found, quote?: string, dot?: string, name = "") => {
    if (quote !== undefined) return withStandardEscapes(found, quote);
    const isRoot = dot === "" && name.startsWith("$");
    if (isRoot || /^[^\d$-][^$]*$/.test(name)) return found;
    return /^(?:0|[1-9]\d{0,14})$/.test(name) ? `[${name},'${name}']` : `['${name}']`;
  });
}

const withStandardEscapes = (quoted: string, quote: string) =>
  quoted.replaceAll(/\\(.)/gsu, (escaped, sign: string) =>
    sign === quote || "\\/bfnrtu".includes(sign) ? escaped : sign,
  );

function isBounded(selector: jsonpath.JSONPathSelector): boolean {
  return !(selector instanceof jsonpath.selectors.FilterSelector) || isBoundedFilter(selector.expression.expression);
}

function isBoundedFilter(expression: jsonpath.expressions.FilterExpression): boolean {
  if (expression instanceof jsonpath.expressions.FilterQuery) return expression.path.singularQuery();
  if (expression instanceof jsonpath.expressions.PrefixExpression) return isBoundedFilter(expression.right);
  if (!(expression instanceof jsonpath.expressions.InfixExpression)) return true;
  const { left, right, logical } = expression;
  if (!logical && left instanceof jsonpath.expressions.FilterQuery && right instanceof jsonpath.expressions.FilterQuery)
    return false;
  return isBoundedFilter(left) && isBoundedFilter(right);
}

/** Lets a filter compare exact numbers by their values: json-p3 knows only the numbers of JavaScript. */
function compareExactly(expression: jsonpath.expressions.FilterExpression): void {
  if (expression instanceof jsonpath.expressions.PrefixExpression) compareExactly(expression.right);
  if (!(expression instanceof jsonpath.expressions.InfixExpression)) return;
  const { left, right, logical, operator } = expression;
  if (logical) {
    compareExactly(left);
    compareExactly(right);
    return;
  }
  const [readLeft, readRight] = [createOperandReader(left), createOperandReader(right)];
  expression.evaluate = (context) => compareOperands(readLeft(context), operator, readRight(context));
}

type OperandReader = (context: Parameters<jsonpath.expressions.FilterExpression["evaluate"]>[0]) => unknown;

function createOperandReader(expression: jsonpath.expressions.FilterExpression): OperandReader {
  if (expression instanceof jsonpath.expressions.NumberLiteral) {
    const { value } = expression.token;
    const number = isJsonNumberText(value) ? simplifyExactNumbers(toJsonNumber(value)) : expression.value;
    return () => number;
  }
  return (context) => {
    const value = expression.evaluate(context);
    return value instanceof JSONPathNodeList && value.nodes.length === 1 ? value.nodes[0]?.value : value;
  };
}

function compareOperands(left: unknown, operator: string, right: unknown): boolean {
  const isExact = left instanceof ExactNumber || right instanceof ExactNumber;
  const order = isExact ? compareExactNumbers(left, right) : undefined;
  const { compare } = jsonpath.expressions;
  return order === undefined ? compare(left, operator, right) : compare(Math.sign(order), operator, 0);
}

/** The values at a path, in their order, the first 10,000 of them; undefined where finding them takes too long. */
export function selectJsonValues(value: unknown, path: JsonPath): readonly unknown[] | undefined {
  return selectJsonNodes(value, path, { mostNodes: mostValues, visits: { left: mostVisits } })?.map(
    (node) => node.value,
  );
}

/** The nodes at a path, in their order, the first `mostNodes` of them; undefined where more values have to be visited than `visits` has left. */
export function selectJsonNodes(
  value: unknown,
  path: JsonPath,
  { mostNodes, visits }: { readonly mostNodes: number; readonly visits: Visits },
): readonly JsonNode[] | undefined {
  if (!isJsonValue(value)) return [];
  const found: JsonNode[] = [];
  for (const one of select(new JSONPathNode(value, [], value), path.segments, visits)) {
    found.push({ value: one.value, location: one.location });
    if (found.length >= mostNodes) return found;
  }
  return visits.left > 0 ? found : undefined;
}

/** Only asked of the outermost value; selectors ask each value what it is before they read it. */
function isJsonValue(value: unknown): value is JSONValue {
  return !["function", "symbol", "bigint"].includes(typeof value);
}

/** How many values may be visited; counted down. */
export interface Visits {
  left: number;
}

function* select(
  node: JSONPathNode,
  [segment, ...rest]: readonly jsonpath.JSONPathSegment[],
  visits: Visits,
): Generator<JSONPathNode> {
  if (!segment) return yield node;
  const isDescendant = segment.token.kind === TokenKind.DDOT;
  for (const each of isDescendant ? descendants(node) : [node])
    for (const selector of segment.selectors) {
      const isSingle =
        selector instanceof jsonpath.selectors.NameSelector || selector instanceof jsonpath.selectors.IndexSelector;
      visits.left -= isSingle ? 1 : 1 + childrenOf(each.value).length;
      if (visits.left <= 0) return;
      for (const inner of selector.resolve(each)) yield* select(inner, rest, visits);
    }
}

/** A value and all in it, the outer ones first. */
function* descendants(node: JSONPathNode): Generator<JSONPathNode> {
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    const { location, root } = next;
    for (const [key, child] of childrenOf(next.value).toReversed())
      waiting.push(new JSONPathNode(child, [...location, key], root));
  }
}

function childrenOf(value: JSONValue): readonly (readonly [key: string | number, child: JSONValue])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
