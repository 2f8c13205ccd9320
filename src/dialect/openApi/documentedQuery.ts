import { isSettableHeader, type OperationProfile, type SelectorProfile } from "../../contract/dialectProfile.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { isUnsent } from "../../contract/profile/profileNames.ts";
import { findConventions } from "../vocabulary/conventions.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import type { DocumentedOperation, OpenApi, Parameter } from "./openApi.ts";
import { isTold, objectSchema } from "./openApiSchema.ts";
import { isTenantHeader } from "./tenantHeader.ts";

type QueryFacts = Pick<OperationProfile, "select" | "pageSize" | "maxPageSize" | "params">;

const sizes = new Set("limit perpage pagesize size max maxresults first take pagelimit count maxitems".split(" "));

/** How a document says that one of a resource is named, pages are asked for and lists are filtered. */
export function queryFacts(name: OperationName, document: OpenApi, documented: DocumentedOperation): QueryFacts {
  const { parameters } = documented;
  const { owner, isFilter: isNarrowing } = findOperationFacts(name);
  const select = owner === undefined || isNarrowing ? undefined : selectorIn(owner, name, document, documented);
  const asked = parameters.filter((one) => one.in === "query" && one.name !== select?.name);
  const size = asked.find((one) => sizes.has(plainName(one.name)));
  const params = filtersIn(name, asked);
  return {
    ...(select && { select }),
    ...(size && { pageSize: size.name }),
    ...(size?.maximum !== undefined && { maxPageSize: size.maximum }),
    ...(Object.keys(params).length > 0 && { params }),
  };
}

function selectorIn(
  owner: string,
  name: OperationName,
  document: OpenApi,
  documented: DocumentedOperation,
): SelectorProfile | undefined {
  const named = documented.parameters.flatMap((one) => {
    const place = placeOf(one);
    const score = place ? likeness(one.name, owner) : 0;
    return place && score > 0 ? [{ in: place, name: one.name, score: score + (one.required ? 2 : 0) }] : [];
  });
  const [best] = named.sort((one, other) => other.score - one.score);
  if (best) return { in: best.in, name: best.name, ...selectedBy(best.name) };
  if (operationTable[name].method === "GET") return undefined;
  const body = objectSchema(document.root, documented.body);
  const own = operationTable[name].body?.shape ?? {};
  const inBody = [...(body?.required ?? [])].filter((field) => !(field in own) && likeness(field, owner) >= 2);
  const [first] = inBody.sort((one, other) => likeness(other, owner) - likeness(one, owner));
  return first === undefined ? undefined : { in: "body", name: first, ...selectedBy(first) };
}

function placeOf(one: Parameter): "query" | "header" | undefined {
  if (one.in === "query") return "query";
  return one.in === "header" && isSettableHeader(one.name) && !isTenantHeader(one.name) ? "header" : undefined;
}

const kindNames = (kind: string) => findConventions(undefined).kindNames(kind);

/** How likely a parameter names one of a resource: 0 not at all. */
function likeness(given: string, owner: string): number {
  const plain = plainName(given).replace(/^x(?=.{3})/, "");
  const own = [...kindNames(owner), plainName(owner.replace(/^.*?(?=[A-Z][a-z]*$)/, ""))];
  const rest = own.find((word) => plain.startsWith(word) && kinds.includes(plain.slice(word.length)));
  const kind = rest === undefined ? plain : plain.slice(rest.length);
  const index = kinds.indexOf(kind);
  if (index < 0) return 0;
  return kind === "" ? 2 : (rest === undefined ? 2 : 3) - index / 10;
}

/** What is left of a selector's name without what it is of; nothing, where it is called like the thing itself. */
const kinds = ["id", "uuid", "guid", "identifier", "slug", "key", "ref", "name", ""];

function selectedBy(name: string): { readonly value?: string } {
  const kind = /(slug|name)$/.exec(plainName(name))?.[1];
  return kind === undefined ? {} : { value: `{${kind}}` };
}

/** The contract's filters by their names there, where those are others. */
function filtersIn(name: OperationName, asked: readonly Parameter[]): Record<string, string> {
  const fields = Object.keys(operationTable[name].query.shape).filter((field) => !isUnsent(name, field));
  const { owner = "", isFilter: isNarrowing } = findOperationFacts(name);
  return Object.fromEntries(
    fields.flatMap((given) => {
      const field = given === "id" && isNarrowing ? `${owner}Id` : given;
      const found = asked.find((one) => isFilter(field, plainName(one.name)));
      return found && isTold(field, found.name) ? [[field, found.name] as const] : [];
    }),
  );
}

function isFilter(field: string, given: string): boolean {
  if (plainName(field) === given) return true;
  if (!field.endsWith("Id")) return false;
  return kindNames(field.slice(0, -2)).some((name) => [name, `${name}id`, `${name}uuid`].includes(given));
}
