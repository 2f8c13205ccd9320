import type { ToolDefinition } from "../runtime/definition.ts";
import { asList } from "./document/jsonValues.ts";
import type { OperationNode } from "./document/operationNodes.ts";
import { hasHarmfulWord } from "./harmfulWords.ts";
import { splitName } from "./operation/operationVerbs.ts";

/** A tool and its operation in the document. */
interface Candidate {
  readonly site: OperationNode;
  readonly tool: ToolDefinition;
}

/** Any other character may hide a word from this reading but not from the API: `/%64elete`. */
const plainPath = /^[\w./~-]*$/;
/** Operations about the caller need the credential and answer with little. */
const callerWords = new Set(["me", "whoami", "self", "profile", "account", "user", "viewer"]);
/** Operations that often answer whatever the credential is. */
const openWords = new Set([
  "ping",
  "health",
  "healthz",
  "status",
  "version",
  "info",
  "openapi",
  "swagger",
  "docs",
  "login",
]);

/**
 * Chooses the operation whose answer shows whether the API is reached and accepts the credential: a GET that needs no input and is not
 * deprecated. Undefined if there is none. `apiUrl` is the base URL of the operations that have none of their own.
 */
export function chooseHarmlessRead<Tool extends Candidate>(tools: readonly Tool[], apiUrl: string): Tool | undefined {
  const users = countSchemes(tools);
  const candidates = tools
    .filter((tool) => isHarmlessRead(tool, apiUrl))
    .map((tool) => ({ tool, rank: rankRead(tool, users) }));
  // The sort is stable: the document's order decides between equal ranks.
  candidates.sort((one, other) => compareRanks(one.rank, other.rank));
  return candidates[0]?.tool;
}

function isHarmlessRead({ site, tool }: Candidate, apiUrl: string): boolean {
  const { request, inputSchema, annotations, name } = tool;
  if (request.method !== "GET" || !annotations.readOnlyHint || annotations.destructiveHint) return false;
  if (site.operation.deprecated === true || request.path.includes("{") || request.body) return false;
  if (asList(inputSchema.required).length > 0 || tool.endpoint !== undefined) return false;
  const path = `${readUrlPath(request.baseUrl ?? apiUrl)}${site.path}`;
  // An API may ignore the case: `/DeLeTe`.
  return plainPath.test(path) && ![name, path, path.toLowerCase()].some((text) => hasHarmfulWord(splitName(text)));
}

/** The part of a URL behind the host, which may be a template; empty for no URL. */
const readUrlPath = (url: string) => url.replace(/^https?:\/\/[^/?#]*/i, "");

/** Lower is better, from the first number to the last. */
function rankRead({ site, tool: { request } }: Candidate, users: ReadonlyMap<string, number>): readonly number[] {
  const { security } = request;
  const alternatives = security.filter((names) => names.length > 0);
  const credential = alternatives.length === 0 ? 2 : alternatives.length < security.length ? 1 : 0;
  // The user may have any of the credentials: what takes most of them shows something for most users.
  const usersOfAny = sum(alternatives.map((names) => Math.max(...names.map((name) => users.get(name) ?? 0))));
  const segments = site.path.split("/").filter((segment) => segment !== "");
  const words = splitName(segments.at(-1) ?? "");
  const kind = words.some((word) => openWords.has(word)) ? 2 : words.some((word) => callerWords.has(word)) ? 0 : 1;
  return [credential, -usersOfAny, kind, segments.length];
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

const compareRanks = (one: readonly number[], other: readonly number[]) =>
  one.map((number, index) => number - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The number of tools that may use each security scheme. */
function countSchemes(tools: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tool } of tools)
    for (const name of new Set(tool.request.security.flat())) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
