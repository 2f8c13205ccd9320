import type { SelectorProfile } from "../../contract/dialectProfile.ts";
import { operationNames } from "../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { listTemplateNames } from "../../contract/profile/valueExpression.ts";
import type { DialectCall, DialectSession } from "../dialectCall.ts";
import { valueAtPath } from "../read/expression.ts";
import { conventionsOf, nameStyleOf } from "../session.ts";
import { toNameStyle } from "../vocabulary/nameStyle.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { plainName, stem } from "../vocabulary/plainNames.ts";
import { idOf } from "../vocabulary/values.ts";

/** A way to name one item in a request. */
export interface SelectorCandidate {
  readonly by: SelectorProfile;
  /** Whether the service, its document or the user said so, and not only a usual name. */
  readonly isKnown: boolean;
}

/** The ways to select an item for an operation, the likeliest first. */
export function listSelectors({ session, name }: Pick<DialectCall, "session" | "name">): readonly SelectorCandidate[] {
  const said = findSaidSelector({ session, name });
  if (said) return [{ by: said, isKnown: true }];
  const { owner = "" } = findOperationFacts(name);
  const isRead = operationTable[name].method === "GET";
  const isOther = ({ operation }: KnownSelector) => Number((operationTable[operation].method === "GET") !== isRead);
  const related = listKnownSelectors(session).toSorted((one, other) => isOther(one) - isOther(other));
  const same = related.filter(({ operation }) => findOperationFacts(operation).owner === owner);
  const sample = session.samples.get(owner)?.item;
  const hasValue = ({ value = "" }: SelectorProfile) =>
    listTemplateNames(value).every((path) => path === "id" || idOf(valueAtPath(path, sample ?? {})) !== undefined);
  const similar = related.flatMap(({ operation, by }) => {
    const pattern = patternOf(session, findOperationFacts(operation).owner ?? "", by.name);
    // What names an item of another kind can be what this kind lacks: a project by its slug.
    return pattern === undefined || !hasValue(by) ? [] : [{ ...by, name: fillPattern(session, pattern, owner) }];
  });
  const { selector, bodySelector } = conventionsOf(session).preset;
  const hasBody = operationTable[name].body !== null;
  const usual = ["id", "{kind}Id", "{kind}_id", "uuid", "name", "slug", "{kind}"];
  const inQuery = (pattern: string): SelectorProfile => ({ in: "query", name: fillPattern(session, pattern, owner) });
  return unique([
    ...(hasBody && bodySelector !== undefined
      ? [{ by: { in: "body", name: fillPattern(session, bodySelector, owner) } as const, isKnown: true }]
      : []),
    ...same.map(({ by }) => ({ by, isKnown: true })),
    ...(selector === undefined ? [] : [{ by: inQuery(selector), isKnown: true }]),
    ...similar.map((by) => ({ by, isKnown: false })),
    ...usual.map((pattern) => ({ by: inQuery(pattern), isKnown: false })),
  ]);
}

/** The way that the profile says, for the operation or for several. */
export function findSaidSelector({
  session,
  name,
}: Pick<DialectCall, "session" | "name">): SelectorProfile | undefined {
  const { operations, kinds, select } = session.store.read();
  const own = operations[name]?.select;
  if (own) return own;
  const kind = selectedKind(name);
  const { method } = operationTable[name];
  const shared = [kinds?.[kind]?.select, select]
    .map((by) => by?.[method] ?? (method === "POST" ? undefined : by?.GET))
    .find((by) => by !== undefined);
  return shared && { ...shared, name: fillPattern(session, shared.name, kind) };
}

/** The kind of the item that a request names. A token is for a server, which the contract names in the body. */
export const selectedKind = (name: OperationName) =>
  findOperationFacts(name).owner ?? (name === "runtime.token" ? "server" : "");

function unique(candidates: readonly SelectorCandidate[]): readonly SelectorCandidate[] {
  const keyOf = ({ by }: SelectorCandidate) => `${by.in}:${by.name}`;
  return candidates.filter(
    (candidate, index) => candidates.findIndex((other) => keyOf(other) === keyOf(candidate)) === index,
  );
}

interface KnownSelector {
  readonly operation: OperationName;
  readonly by: SelectorProfile;
}

/** What is known of other operations. A path of its own is of one operation. */
export function listKnownSelectors({ store }: DialectSession): readonly KnownSelector[] {
  const { operations } = store.read();
  return operationNames.flatMap((operation) => {
    const by = operations[operation]?.select;
    const isShared = by && findOperationFacts(operation).owner !== undefined && !by.name.includes("{value}");
    return isShared ? [{ operation, by }] : [];
  });
}

/** `project_id`, which names a project, shows `{kind}_id`; `id` shows `id`. */
function patternOf(session: DialectSession, owner: string, name: string): string | undefined {
  if (["id", "uuid", "name", "slug", "key", "uid", "pk"].includes(name.toLowerCase())) return name;
  const beginnings = conventionsOf(session).kindNames(owner);
  const kind = beginnings.find((own) => plainName(name).startsWith(own));
  if (kind === undefined) return undefined;
  // The kind may be written in any style.
  const rest = name.replace(new RegExp(`^${[...kind].join("[^\\p{L}\\p{N}]*")}`, "iu"), "");
  return rest === "" || /^(?:[_-]?(?:id|uuid|uid|name|slug|key))$/i.test(rest) ? `{kind}${rest}` : undefined;
}

/** `{kind}_id` and `{Kind}Id` with the kind in the style of the rest, or else of the service. */
export function fillPattern(session: DialectSession, pattern: string, kind: string): string {
  const ownStyle = pattern === "{kind}" ? nameStyleOf(session, kind) : "camel";
  const style = pattern.includes("_") ? "snake" : pattern.includes("-") ? "kebab" : ownStyle;
  return pattern.replaceAll("{kind}", toNameStyle(kind, style)).replaceAll("{Kind}", toNameStyle(kind, "pascal"));
}

/**
 * Whether a name can be the parameter that selects an item of a resource. Where it is known how to select one, another word for the
 * resource is something else: a project that is selected by `id` can be in a workspace.
 */
export function canSelect({ session, name: operation }: DialectCall, name: string, owner: string): boolean {
  const plain = plainName(name.replace(/^x-/i, "").split(".").at(-1) ?? "");
  // The name of the id in the service's own items.
  const idName = plainName(session.samples.get(owner)?.places.id?.at(-1) ?? "id");
  if (["id", "uuid", "uid", "guid", "pk", idName].includes(plain) || plain.startsWith("idor")) return true;
  const bare = plain
    .replace(/or(?:key|name|slug|url)$/, "")
    .replace(/(?:ids?|sid|uuid|uid|guid|name|slug|key|ref)$/, "");
  const isRead = operationTable[operation].method === "GET";
  // The name of a change can also be what it changes.
  if (plain === "slug" || (plain === "name" && isRead)) return true;
  const isKnown = listKnownSelectors(session).some((one) => findOperationFacts(one.operation).owner === owner);
  const { kindNames, ownKinds, kindsNamed } = conventionsOf(session);
  const own = [owner, ...(ownKinds[owner] ?? [])].map(plainName);
  const kinds = isKnown && !isRead ? own : kindNames(owner);
  const isOfAnyKind = ["resource", "object", "item", "entity"].includes(bare) && bare !== plain;
  // An `mcp_server_id` is the id of a server, too.
  // A read that selects something else is seen by its response.
  if (isRead && stem(plain, "id") !== plain && kindsNamed(bare).every((kind) => kind === owner)) return true;
  return isOfAnyKind || kinds.some((kind) => kind === plain || `${kind}s` === bare || bare.endsWith(kind));
}

/** The id of the item that a call is about. */
export function selectedId({ name, input }: DialectCall): string | undefined {
  const id = name === "skill.uninstall" ? input.installationId : input.id;
  return typeof id === "string" ? id : undefined;
}
