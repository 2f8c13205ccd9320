import type { OperationName } from "../../../src/contract/operations.ts";
import { applyCasing, capitalize } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import { SimulatedError } from "./errorResponse.ts";
import { listOperations, operationSubjects, spokenResourceName } from "./resources.ts";
import { findOperation, type SimulatedRequest } from "./simulatedRequest.ts";
import type { Truth } from "./truth/truth.ts";

/** How an operation selects an item; undefined if it needs none. */
export interface Selector {
  readonly in: "query" | "header" | "body";
  readonly name: string;
  readonly by: "id" | "slug" | "name";
}

/** These resources have a unique slug or name, which the service returns. */
const sluggish: Readonly<Record<string, "slug" | "name">> = {
  project: "slug",
  server: "slug",
  skill: "name",
  artifact: "name",
};

export function findSelector({ naming }: Conventions, style: Style, operation: OperationName): Selector | undefined {
  const { owner } = operationSubjects[operation];
  if (owner === undefined) return undefined;
  const { by, in: place } = style.selection;
  const own = sluggish[owner];
  const wanted = (by === "slug" || by === "name") && own !== undefined ? own : "id";
  const spoken = spokenResourceName(owner);
  // A service that names its slug field differently uses that name for the parameter.
  const slug = wanted === "slug" ? naming.field(owner, "slug") : "name";
  const words =
    wanted !== "id"
      ? slug
      : by === "resourceId"
        ? `${spoken}Id`
        : by === "resource"
          ? spoken
          : by === "uuid"
            ? "uuid"
            : "id";
  if (place !== "header") return { in: place, name: applyCasing(words, style.casing), by: wanted };
  const header =
    wanted === "id"
      ? `X-${capitalize(applyCasing(spoken, "kebab"))}-Id`
      : `X-${capitalize(applyCasing(spoken, "kebab"))}-${capitalize(wanted)}`;
  return { in: "header", name: header, by: wanted };
}

/** Returns the truth's id of the selected item. */
export async function readSelectedId(
  conventions: Conventions,
  style: Style,
  truth: Truth,
  request: SimulatedRequest,
): Promise<string> {
  const operation = findOperation(request);
  const selector = operation && findSelector(conventions, style, operation);
  const owner = operation && operationSubjects[operation].owner;
  if (!selector || owner === undefined) throw new Error("Nothing is selected here.");
  const value = readSelector(selector, request);
  if (value === undefined || value === "")
    return respondWithoutSelector(conventions, style, truth, { operation, owner, selector });
  const id = selector.by === "id" ? conventions.ids.truth(value) : await idBy(truth, owner, selector.by, value);
  if (id === undefined) throw new SimulatedError(404, "not_found", `There is no such ${spokenResourceName(owner)}.`);
  return id;
}

function readSelector(selector: Selector, { url, headers, body }: SimulatedRequest): string | undefined {
  if (selector.in === "query") return url.searchParams.get(selector.name) ?? undefined;
  const value = selector.in === "header" ? headers[selector.name.toLowerCase()] : body[selector.name];
  if (selector.in === "header" && typeof value === "string") return decoded(value);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Values that a header cannot contain may be percent-encoded or UTF-8 bytes. */
function decoded(value: string): string {
  const bytes = Buffer.from(value, "latin1").toString("utf8");
  const text = bytes.includes("\uFFFD") ? value : bytes;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Lack {
  readonly operation: OperationName;
  readonly owner: string;
  readonly selector: Selector;
}

const readers: Partial<Record<OperationName, OperationName>> = {
  "project.get": "project.get",
  "project.update": "project.get",
  "oauthConnection.get": "oauthConnection.get",
  "oauthConnection.delete": "oauthConnection.get",
  "deployment.get": "deployment.get",
  "registry.artifact": "registry.artifact",
};

async function respondWithoutSelector(
  { mean, missing, isNaming, refusalStatus }: Conventions,
  { selection }: Style,
  truth: Truth,
  { operation, owner, selector }: Lack,
): Promise<string> {
  // A service without a required selector returns the first item. The client can prove that only by reading.
  const reader = readers[operation];
  const isProvable = reader !== undefined && !missing.has(reader);
  if (mean.has("anyItem") && isProvable) {
    const list = listOperations[owner];
    const [first] = list === undefined ? [] : await truth.all(list, {});
    if (first) return String(first.id);
  }
  // A client cannot guess the name of a header or a body field.
  const isTold = selector.in !== "query";
  if (selection.without === "notFound" && !isTold)
    throw new SimulatedError(404, "not_found", `There is no such ${spokenResourceName(owner)}.`);
  if (!isNaming && !isTold) throw new SimulatedError(refusalStatus, "bad_request", "The request is not valid.");
  const where = selector.in === "query" ? "query parameter" : selector.in === "header" ? "header" : "field";
  throw new SimulatedError(
    refusalStatus,
    "missing_parameter",
    `Missing required ${where} '${selector.name}'`,
    selector.name,
  );
}

async function idBy(truth: Truth, owner: string, field: "slug" | "name", value: string): Promise<string | undefined> {
  const list = listOperations[owner];
  const items = list === undefined ? [] : await truth.all(list, {});
  const found = items.find((item) => item[field] === value);
  return found && String(found.id);
}
