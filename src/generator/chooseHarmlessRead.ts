import type { ToolDefinition } from "../runtime/definition.ts";
import { asList } from "./document/jsonValues.ts";
import type { OperationNode } from "./document/operationNodes.ts";
import { toSnakeCase } from "./operation/toolNames.ts";

/** A tool and its operation in the document. */
interface Candidate {
  readonly site: OperationNode;
  readonly tool: ToolDefinition;
}

/** Words of operations that do something although they are read with GET, or that answer with much. */
const harmfulWords = new Set(
  `accept activate approve archive backup ban block cancel charge clear close confirm create deactivate delete deploy destroy disable
  download dump emit enable erase execute export fire flush generate import install invalidate invite kill launch lock login logoff logout
  mark merge move notify order pay poll  publish purge push reboot refresh refund register reject reload remove reset restart
  restore resume retry revoke rollback rotate run send set shutdown signin signout start stop stream subscribe suspend sync terminate
  transfer trigger unblock unlock unsubscribe update upload verify wait watch webhook wipe write`.split(/\s+/),
);
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
 * deprecated. Undefined if there is none.
 */
export function chooseHarmlessRead<Tool extends Candidate>(tools: readonly Tool[]): Tool | undefined {
  const users = countSchemes(tools);
  const candidates = tools.filter(isHarmlessRead).map((tool) => ({ tool, rank: rankRead(tool, users) }));
  // The sort is stable: the document's order decides between equal ranks.
  candidates.sort((one, other) => compareRanks(one.rank, other.rank));
  return candidates[0]?.tool;
}

function isHarmlessRead({ site, tool }: Candidate): boolean {
  const { request, inputSchema, annotations, name } = tool;
  if (request.method !== "GET" || !annotations.readOnlyHint || annotations.destructiveHint) return false;
  if (site.operation.deprecated === true || request.path.includes("{") || request.body) return false;
  if (asList(inputSchema.required).length > 0 || request.accept.includes("text/event-stream")) return false;
  return ![...readWords(name), ...readWords(site.path)].some((word) => harmfulWords.has(word));
}

const readWords = (text: string) => toSnakeCase(text).split("_");

/** Lower is better, from the first number to the last. */
function rankRead({ site, tool: { request } }: Candidate, users: ReadonlyMap<string, number>): readonly number[] {
  const { security } = request;
  const alternatives = security.filter((names) => names.length > 0);
  const credential = alternatives.length === 0 ? 2 : alternatives.length < security.length ? 1 : 0;
  const mostUsed = Math.max(0, ...alternatives.flat().map((name) => users.get(name) ?? 0));
  const segments = site.path.split("/").filter((segment) => segment !== "");
  const words = readWords(segments.at(-1) ?? "");
  const kind = words.some((word) => openWords.has(word)) ? 2 : words.some((word) => callerWords.has(word)) ? 0 : 1;
  return [credential, -mostUsed, kind, segments.length];
}

const compareRanks = (one: readonly number[], other: readonly number[]) =>
  one.map((number, index) => number - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The number of tools that may use each security scheme. */
function countSchemes(tools: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tool } of tools)
    for (const name of new Set(tool.request.security.flat())) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
