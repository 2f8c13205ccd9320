import type { PageDefinition, ParameterDefinition } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { asList, asObject, type JsonObject } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { readSchemaTypes } from "../schema/keywords.ts";
import { listAnswerProperties } from "../schema/outputSchemas.ts";
import { setsPageSize } from "./applyParameterExtensions.ts";
import type { OperationModel } from "./operationModel.ts";

interface PagedOperation {
  readonly model: Pick<OperationModel, "method" | "hasLinks">;
  /** The schema of the answer. */
  readonly answer: DocumentNode | undefined;
  readonly parameters: readonly ParameterDefinition[];
}

/** A member of the answer, not deeper than the objects that hold links. */
interface Member {
  readonly name: string;
  readonly pointer: string;
  readonly node: DocumentNode;
}

/** Members that hold what belongs to the whole list. */
const holders = /^_?(links?|meta(data)?|pag(es|ing|ination|e_?info)|response_metadata|cursors?|data|result|response)$/i;
const deepest = 2;
const urlNames = /^(@odata\.)?next((_?page)?_?(url|uri|link|href))?$|^nextpage$/i;
const listNames = /^(data|items|results?|records|entries|values|list|objects|resources)$/i;

/** How the answers of a read say where their list goes on; undefined if the document does not declare it. */
export function findPages(root: JsonObject, operation: PagedOperation): PageDefinition | undefined {
  const { model, answer, parameters } = operation;
  const query = parameters.filter((one) => one.in === "query" && one.fixed === undefined);
  if (model.method !== "GET" || !answer || query.length === 0) return undefined;
  const isArray = (node: DocumentNode) => readTypes(root, node).includes("array");
  const members = isArray(answer) ? [] : listMembers(root, answer);
  const lists = members.filter(({ node }) => isArray(node));
  const list = lists.length === 1 ? lists[0] : lists.find(({ name }) => listNames.test(name));
  const items = isArray(answer) ? "" : list?.pointer;
  const isText = (node: DocumentNode) => readTypes(root, node).includes("string");
  const next = findNext(model, members, { query, isText }) ?? findLastKey(root, members, { list, query });
  if (items === undefined || !next) return undefined;
  const size = query.find(setsPageSize)?.property;
  return { items, ...next, ...(size !== undefined && { size }) };
}

type NextPage = Pick<PageDefinition, "next" | "property" | "lastKey">;

function findNext(
  { hasLinks }: PagedOperation["model"],
  members: readonly Member[],
  {
    query,
    isText,
  }: { readonly query: readonly ParameterDefinition[]; readonly isText: (node: DocumentNode) => boolean },
): NextPage | undefined {
  if (hasLinks) return { next: "Link" };
  for (const { name, pointer } of members) {
    const property = query.find((parameter) => takesCursor(parameter.name, name))?.property;
    if (property !== undefined) return { next: pointer, property };
  }
  const url = members.find(({ name, node }) => urlNames.test(name) && isText(node));
  return url && { next: url.pointer };
}

/** `page_token` takes `nextPageToken`, `start_cursor` takes `next_cursor`, `continue` takes `continue`. */
function takesCursor(parameter: string, member: string): boolean {
  const [taken, given] = [toLetters(parameter), toLetters(member)];
  if (!/^(next|continue$|continuation|endcursor$)/.test(given) || given === "next") return false;
  const value = given.replace(/^(next|end)/, "");
  return [given, value, `start${value}`, `page${value}`].includes(taken) || (value === "cursor" && taken === "after");
}

const toLetters = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Stripe's way: an answer says that it has more, which begins after the last entry. */
function findLastKey(
  root: JsonObject,
  members: readonly Member[],
  { list, query }: { readonly list: Member | undefined; readonly query: readonly ParameterDefinition[] },
): NextPage | undefined {
  const more = members.find(({ name }) => toLetters(name) === "hasmore");
  const property = query.find(({ name }) => name === "starting_after")?.property;
  const items = list && followReference(root, list.node);
  if (!more || property === undefined || !items || isMissingNode(items)) return undefined;
  const item = { value: asObject(items.value).items, pointer: appendToPointer(items.pointer, "items") };
  const hasId = listAnswerProperties(root, item).some(([name]) => name === "id");
  return hasId ? { next: more.pointer, property, lastKey: "id" } : undefined;
}

function listMembers(root: JsonObject, node: DocumentNode, base = "", depth = 0): Member[] {
  const found = followReference(root, node);
  const { value, pointer } = isMissingNode(found) ? node : found;
  const options = asList(asObject(value).anyOf).map((option, index): DocumentNode => {
    return { value: option, pointer: appendToPointer(pointer, "anyOf", index) };
  });
  const own = [node, ...options].flatMap((part) =>
    listAnswerProperties(root, part).map(([name, member]): Member => {
      return { name, pointer: appendToPointer(base, name), node: member };
    }),
  );
  const inner = depth === deepest ? [] : own.filter(({ name }) => holders.test(name));
  return [...own, ...inner.flatMap((member) => listMembers(root, member.node, member.pointer, depth + 1))];
}

function readTypes(root: JsonObject, node: DocumentNode): readonly string[] {
  const found = followReference(root, node);
  const { type, items } = asObject(isMissingNode(found) ? undefined : found.value);
  return type === undefined && items !== undefined ? ["array"] : readSchemaTypes(type);
}
