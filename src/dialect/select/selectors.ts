import type { DialectProfile, SelectorProfile } from "../../contract/dialectProfile.ts";
import { isOperationName } from "../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { lastWord, listOf, ownerOf } from "../language/owners.ts";
import { namesOf } from "../language/resourceNames.ts";
import { type Style, styled, styleOf } from "../language/style.ts";
import { subjectOf } from "../language/subjects.ts";
import { plainName } from "../language/words.ts";

/**
 * Ways a service may want one of a resource to be named, likeliest first: as it does for this very operation, as it asked for, for
 * another one of the same resource, in the style of those known of other resources, then as services usually do.
 */
export function selectorsFor(
  profile: DialectProfile,
  operation: OperationName,
  named: ReadonlyMap<string, SelectorProfile["in"]>,
  item: UnknownRecord | undefined,
): readonly SelectorProfile[] {
  const owner = ownerOf(operation) ?? "";
  const own = profile.operations[operation]?.select;
  const style = styleOf(profile, owner);
  const known = Object.entries(profile.operations).flatMap(([name, { select }]) => {
    const of = isOperationName(name) ? ownerOf(name) : undefined;
    return select && of !== undefined ? [{ of, select }] : [];
  });
  const same = known.filter(({ of }) => of === owner).map(({ select }) => select);
  const alike = known.filter(({ of }) => of !== owner).flatMap(({ of, select }) => inStyle(select, of, owner, style));
  const told = [...named].map(([name, where]) => toldSelector(where, name, owner, item));
  const fields = new Set(Object.keys(subjectFields(owner)));
  const all = [...(own ? [own] : []), ...told, ...same, ...alike, ...usual(owner, style)];
  return distinct(all.filter((one) => one === own || one.value === undefined || fields.has(one.value) || item));
}

/** A parameter that the service named itself. */
export function toldSelector(
  where: SelectorProfile["in"],
  name: string,
  owner: string,
  item: UnknownRecord | undefined,
): SelectorProfile {
  return { in: where, name, ...valueFor(name.replace(/^x-/i, ""), owner, item) };
}

function subjectFields(owner: string): Readonly<Record<string, unknown>> {
  const list = listOf(owner);
  return (list && subjectOf(list)?.fields) ?? {};
}

/**
 * How all resources are named that reading proved, two at least, where they are all named alike; undefined where the service has no
 * such custom.
 */
export function customarySelector(profile: DialectProfile, owner: string): SelectorProfile | undefined {
  const style = styleOf(profile, owner);
  const proven = Object.entries(profile.operations).flatMap(([name, { select }]) => {
    const of = isOperationName(name) && operationTable[name].method === "GET" ? ownerOf(name) : undefined;
    return select && select.value === undefined && of !== undefined && of !== owner ? [{ of, select }] : [];
  });
  const [custom, other] = distinct(proven.flatMap(({ of, select }) => inStyle(select, of, owner, style)));
  return new Set(proven.map(({ of }) => of)).size > 1 && other === undefined ? custom : undefined;
}

/** `serverId` for servers is `projectId` for projects; an `oauthConnection` may be called a connection. */
function inStyle(select: SelectorProfile, from: string, to: string, style: Style): SelectorProfile[] {
  const plain = plainName(select.name);
  const spoken = [from, lastWord(from)].find((one) => plain.includes(plainName(one)));
  if (spoken === undefined) return [select];
  const words = styled(to, styleOfParam(select.name) ?? style);
  const name = select.name.replace(new RegExp(spoken.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "[_-]?"), "i"), (found) =>
    /^[A-Z]/.test(found) ? capital(words) : words,
  );
  return [{ ...select, name }];
}

/** What a name of several words shows of its style. */
function styleOfParam(name: string): Style | undefined {
  if (name.includes("_")) return "snake";
  if (name.includes("-")) return "kebab";
  return /[a-z][A-Z]/.test(name) ? "camel" : undefined;
}

function usual(owner: string, style: Style): SelectorProfile[] {
  const last = lastWord(owner).toLowerCase();
  const own = ["id", `${last}Id`, `${owner}Id`].map((name) => styled(name, style));
  const [, , id = ""] = own;
  const other = styled(`${owner}Id`, style === "snake" ? "camel" : "snake");
  const inQuery = [...own, other].map((name): SelectorProfile => ({ in: "query", name }));
  const rare = [styled("uuid", style), styled(owner, style), styled(last, style), "id"];
  const header = `X-${styled(owner, "kebab").split("-").map(capital).join("-")}`;
  return [
    ...inQuery,
    { in: "query", name: styled("slug", style), value: "slug" },
    { in: "query", name: styled("name", style), value: "name" },
    { in: "header", name: `${header}-Id` },
    ...rare.map((name): SelectorProfile => ({ in: "query", name })),
    { in: "body", name: id },
  ];
}

/** The field of an item that a parameter wants: its slug, its name, or whatever field is called so. */
function valueFor(name: string, owner: string, item: UnknownRecord | undefined): { value: string } | object {
  const plain = plainName(name);
  const spoken = [owner, ...namesOf(owner)].map(plainName).find((one) => plain.startsWith(one)) ?? "";
  const bare = plain.slice(spoken.length);
  const isOf = (field: string) => field !== "id" && bare !== "id" && [plain, bare].includes(plainName(field));
  const field = Object.keys(item ?? {}).find(isOf);
  if (field !== undefined) return { value: field };
  // The name of something else, as `orgName`, is not this one's.
  const [, said] = /^(?:display|full|unique)?(slug|handle|name)$/.exec(bare) ?? [];
  return said === undefined ? {} : { value: said === "name" ? "name" : "slug" };
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function distinct(all: readonly SelectorProfile[]): readonly SelectorProfile[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/** The same for the same way. */
export function keyOf({ in: where, name, value = "" }: SelectorProfile): string {
  return JSON.stringify([where, name, value]);
}
