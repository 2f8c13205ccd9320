import type { OperationProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { styleHere } from "../asking.ts";
import type { Asking } from "../dialect.ts";
import { ownerOf } from "../language/owners.ts";
import { styled } from "../language/style.ts";

export type Filters = Readonly<Record<string, string>>;

/** What narrows a list, without what says which list it is and which part of it. */
export function filtersOf({ name, input }: Pick<Asking, "name" | "input">): Filters {
  const { limit, cursor, after, since, ...rest } = input;
  const selects = selectorIn({ name, input }) !== undefined;
  const said = Object.entries(rest).filter(
    ([field, value]) => value !== undefined && value !== "" && !(selects && field === "id"),
  );
  return Object.fromEntries(said.map(([field, value]) => [field, String(value)]));
}

/** What the operation's `id` selects, where it does not filter. */
export function selectorIn({ name, input }: Pick<Asking, "name" | "input">) {
  const owner = ownerOf(name);
  return owner !== undefined && typeof input.id === "string" ? { owner, id: input.id } : undefined;
}

/**
 * Filters as the service may understand them. States and kinds are left out: it has words of its own for them, and would find
 * nothing by ours.
 */
export function sentFilters(of: Asking): Filters {
  const { knowledge } = of.dialect;
  const { params } = knowledge.of(of.name);
  const style = styleHere(of);
  const sent = Object.entries(filtersOf(of)).flatMap(([field, value]): [string, string][] => {
    if (field in operationTable[of.name].query.shape && !isSendable(field) && !params?.[field]) return [];
    const name = params?.[field];
    return name === null ? [] : [[name ?? styled(field, style), value]];
  });
  return Object.fromEntries(sent);
}

/** What every service says alike: ids and words that are searched for. */
export const isSendable = (field: string) => /^(?:id|q|\w+Id)$/.test(field);

/** The parameter that asks for so many items a page. */
export function sentLimit({ dialect, name, input }: Asking): Filters {
  const { pageSize, params } = dialect.knowledge.of(name);
  const param = pageSize ?? params?.limit;
  return typeof input.limit === "number" && param !== null ? { [param ?? "limit"]: String(input.limit) } : {};
}

/** The contract's name of a parameter that was sent. */
export function fieldOf(known: OperationProfile, sent: string, candidates: readonly string[]): string | undefined {
  const renamed = Object.entries(known.params ?? {}).find(([, name]) => name === sent)?.[0];
  const plain = sent.replaceAll(/[_-]/g, "").toLowerCase();
  return renamed ?? candidates.find((field) => field.toLowerCase() === plain);
}

/** What the service does not say of an item cannot keep it out; of one whose state it does not say, nobody knows that it is in it. */
export function suits(item: UnknownRecord, filters: Filters, resource: string): boolean {
  return Object.entries(filters).every(([field, wanted]) => {
    if (field === "q") return textOf(item, resource).includes(wanted.toLowerCase());
    return isSaid(item[field]) ? item[field] === wanted : field !== "status";
  });
}

/** Whether items show that the service heeded the filters: all fit, and say so. */
export function areHeeded(items: readonly UnknownRecord[], filters: Filters, resource: string): boolean {
  return (
    items.length > 0 &&
    items.every((item) => suits(item, filters, resource)) &&
    Object.keys(filters).every((field) => field === "q" || items.some((item) => isSaid(item[field])))
  );
}

const isSaid = (value: unknown) => value !== undefined && value !== null && value !== "";

/** What a search looks at, beside the name. */
const searched: Readonly<Record<string, readonly string[]>> = {
  organization: ["slug"],
  member: ["email"],
  skill: ["description"],
  artifact: ["title", "description"],
};

function textOf(item: UnknownRecord, resource: string): string {
  const parts = ["name", ...(searched[resource] ?? [])].map((field) => item[field]);
  return parts
    .filter((part) => typeof part === "string")
    .join(" ")
    .toLowerCase();
}
