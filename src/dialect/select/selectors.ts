import type { SelectorProfile } from "../../contract/dialectProfile.ts";
import { operationNames } from "../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import type { DialectCall, DialectSession } from "../dialectCall.ts";
import { conventionsOf, nameStyleOf } from "../session.ts";
import { toNameStyle } from "../vocabulary/nameStyle.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { plainName, stem } from "../vocabulary/plainNames.ts";

/** How a request of an operation selects its item: as the profile or the convention says, else as the contract does. */
export function findSelector(call: Pick<DialectCall, "session" | "name">): SelectorProfile {
  return findKnownSelector(call) ?? { in: "query", name: "id" };
}

/** The same; undefined if nothing says it. */
export function findKnownSelector({
  session,
  name,
}: Pick<DialectCall, "session" | "name">): SelectorProfile | undefined {
  const said = findSaidSelector({ session, name });
  if (said) return said;
  const { owner = "" } = findOperationFacts(name);
  const related = findRelatedSelector(session, owner);
  if (related) return related;
  const { selector, bodySelector } = conventionsOf(session).preset;
  const body = operationTable[name].body === null ? undefined : bodySelector;
  if (body !== undefined) return { in: "body", name: fillPattern(session, body, owner) };
  return selector === undefined ? undefined : { in: "query", name: fillPattern(session, selector, owner) };
}

/** How another operation names items of the kind. A path of its own is of one operation. */
function findRelatedSelector({ store }: DialectSession, owner: string): SelectorProfile | undefined {
  const { operations } = store.read();
  const selectors = operationNames.map((one) =>
    findOperationFacts(one).owner === owner ? operations[one]?.select : undefined,
  );
  return selectors.find((by) => by && !by.name.includes("{value}"));
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

/** `{kind}_id` and `{Kind}Id` with the kind in the style of the rest, or else of the service. */
export function fillPattern(session: DialectSession, pattern: string, kind: string): string {
  const ownStyle = pattern === "{kind}" ? nameStyleOf(session, kind) : "camel";
  const style = pattern.includes("_") ? "snake" : pattern.includes("-") ? "kebab" : ownStyle;
  return pattern.replaceAll("{kind}", toNameStyle(kind, style)).replaceAll("{Kind}", toNameStyle(kind, "pascal"));
}

/** Whether a name can be the parameter that selects an item of a resource. For a change another word for the resource is something else. */
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
  const { kindNames, ownKinds, kindsNamed } = conventionsOf(session);
  const own = [owner, ...(ownKinds[owner] ?? [])].map(plainName);
  const kinds = isRead ? kindNames(owner) : own;
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
