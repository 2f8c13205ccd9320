import type { ToolDefinition } from "../../runtime/definition.ts";
import type { OperationModel } from "./operationModel.ts";
import {
  type FoundVerb,
  findNameVerbs,
  findOpeningVerb,
  findRemovingVerbs,
  findSentenceVerbs,
  type OperationEffect,
} from "./operationVerbs.ts";
import type { ToolExtension } from "./toolExtension.ts";
import { toSnakeCase } from "./toolNames.ts";

/** The annotations of a tool, and the reason for them in a sentence. */
type ToolHints = Pick<ToolDefinition, "annotations" | "hintReason">;

interface JudgedEffect {
  readonly effect: OperationEffect;
  readonly reason: string;
}

/**
 * Derives MCP's hints from the verbs of the operation's name, path and texts, and from the semantics of its method (RFC 9110).
 * `destructiveHint: false` means that a call only adds. A POST or PUT gets it only where words say so. What the operation's extension
 * states replaces these.
 */
export function createToolHints(model: OperationModel, stated: ToolExtension["annotations"] = {}): ToolHints {
  const { effect, reason } = judgeEffect(model);
  const readOnly = effect === "reads";
  return {
    annotations: {
      readOnlyHint: stated.readOnlyHint ?? readOnly,
      destructiveHint: stated.destructiveHint ?? (effect === "changes" || effect === "removes"),
      idempotentHint: stated.idempotentHint ?? (readOnly || model.method === "PUT" || model.method === "DELETE"),
      openWorldHint: stated.openWorldHint ?? true,
    },
    hintReason: Object.keys(stated).length > 0 ? "The `x-mcp` of the operation states it." : reason,
  };
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);

function judgeEffect(model: OperationModel): JudgedEffect {
  const { method } = model;
  if (method === "DELETE") return { effect: "removes", reason: "DELETE removes data." };
  if (method === "PATCH") return { effect: "changes", reason: "PATCH changes data." };
  if (method === "PUT") return judgePut(model);
  if (method === "POST") return judgePost(model);
  return safeMethods.has(method) ? judgeSafeMethod(model) : { effect: "changes", reason: `${method} may do anything.` };
}

interface Statement extends FoundVerb {
  readonly source: "name" | "path" | "summary" | "description";
}

/** GET, HEAD, OPTIONS and QUERY read, unless a text begins with a verb that does something and none with one that reads. */
function judgeSafeMethod({ method, operationId, path, summary, description }: OperationModel): JudgedEffect {
  const texts = { name: operationId, path: findLastSegment(path) ?? "", summary, description };
  const statements = (["name", "path", "summary", "description"] as const).flatMap((source): Statement[] => {
    const words = source === "name" || source === "path" ? splitName(texts[source]).join(" ") : texts[source];
    const verb = findOpeningVerb(words);
    return verb ? [{ ...verb, source }] : [];
  });
  const reads = statements.some(({ effect }) => effect === "reads");
  const [first] = statements;
  if (reads || !first) return { effect: "reads", reason: `${method} reads data.` };
  return findDestructive(statements) ?? toJudged(first);
}

function judgePost(model: OperationModel): JudgedEffect {
  const statements = listStatements(model);
  const destructive = findDestructive(statements) ?? findLosingPhrase(model.description);
  if (destructive) return destructive;
  const segment = findLastSegment(model.path);
  if (segment !== undefined && dispatchingSegment.test(segment))
    return { effect: "changes", reason: `POST to ".../${segment}" may do anything.` };
  const adding = statements.find(
    ({ effect, source }) => effect === "adds" && (source !== "description" || model.summary === ""),
  );
  if (adding) return toJudged(adding);
  const reading = statements.every(hasReadEffect) && statements.find((statement) => saysThatItReads(statement, model));
  if (reading) return toJudged(reading);
  const hasNoText = model.summary === "" && model.description === "";
  if (hasNoText && segment !== undefined && isPlural(segment))
    return { effect: "adds", reason: `POST to ".../${segment}" adds to a list.` };
  return { effect: "changes", reason: "No word says that this POST only adds or reads." };
}

/**
 * Whether the text that says best what the operation does says that it reads. The others may only say what it returns, and "When you
 * get a dispute, ..." says nothing.
 */
function saysThatItReads({ source }: Statement, { summary, description }: OperationModel): boolean {
  if (summary !== "") return source === "summary";
  return description === "" || (source === "description" && findOpeningVerb(description)?.effect === "reads");
}

const hasReadEffect = ({ effect }: Statement) => effect === "reads";

/** One request of many kinds. */
const dispatchingSegment = /^(actions?|batch(es)?|bulk|commands?|eval|exec(ute)?|graphql|jobs?|operations?|rpc)$/i;

/** PUT replaces what is at its URL. It only adds where each word says so: "Add a repository to a team", "Star", "Follow". */
function judgePut(model: OperationModel): JudgedEffect {
  const statements = listStatements(model);
  const destructive = findDestructive(statements) ?? findLosingPhrase(model.description);
  if (destructive) return destructive;
  const isList = isPlural(findLastSegment(model.path) ?? "");
  const adding = statements.every(({ word }) => addingByPut.test(word) || (isList && /^creates?$/.test(word)));
  const [first] = statements;
  return first && adding ? toJudged(first) : { effect: "changes", reason: "PUT replaces data." };
}

const addingByPut = /^(add|follow|save|star|start|subscribe|watch)s?$/;

const findDestructive = (statements: readonly Statement[]) => {
  const found =
    statements.find(({ effect }) => effect === "removes") ?? statements.find(({ effect }) => effect === "changes");
  return found && toJudged(found);
};

const toJudged = ({ effect, source, word }: Statement): JudgedEffect => ({
  effect,
  reason: `The ${source} says "${word}".`,
});

/** What the operation's name, the end of its path and its texts say that it does. */
function listStatements({ method, operationId, path, summary, description }: OperationModel): Statement[] {
  const name = splitName(operationId);
  const found = {
    // A name that begins with the method repeats the path: `PostV3MergeRequests`.
    name: name[0] === method.toLowerCase() ? findRemovingVerbs(name) : findNameVerbs(name),
    path: findPathVerbs(path),
    summary: findSentenceVerbs(summary),
    description: findSentenceVerbs(description),
  };
  return (["name", "path", "summary", "description"] as const).flatMap((source) =>
    found[source].map((verb) => ({ ...verb, source })),
  );
}

/** The last segment may begin with a verb, `removeUser`, or name a list in the plural: `refunds`, `merge_requests`. */
function findPathVerbs(path: string): FoundVerb[] {
  const segment = findLastSegment(path) ?? "";
  const words = splitName(segment);
  const isList = isPlural(segment) && (words.length === 1 || !findOpeningVerb(words.join(" ")));
  return isList ? [] : findNameVerbs(words.slice(0, 1));
}

const splitName = (name: string) =>
  toSnakeCase(name)
    .split("_")
    .filter((word) => word !== "");

/** Sentences anywhere in a description that say what is lost. */
const losingPhrase =
  /\b(?:(?:will be|is|are|be|been|gets) (?:\w+ )?(?:cancell?ed|deleted|destroyed|erased|lost|overwritten|removed|replaced|revoked)|cannot be (?:undone|reversed)|create or update|irreversibl[ey]|overwrites|permanently|re-attached|unassign)\b/i;

function findLosingPhrase(description: string): JudgedEffect | undefined {
  const [phrase] = losingPhrase.exec(description) ?? [];
  return phrase === undefined ? undefined : { effect: "changes", reason: `The description says "${phrase}".` };
}

/** The last segment of a path, without an extension or what precedes a dot: `users.list` and `Keys.json`; undefined for a parameter. */
function findLastSegment(path: string): string | undefined {
  const last =
    path
      .replace(/[?#].*$/, "")
      .split("/")
      .findLast((segment) => segment !== "") ?? "";
  return last.includes("{")
    ? undefined
    : last
        .replace(/\.(json|xml)$/i, "")
        .split(".")
        .at(-1);
}

const isPlural = (segment: string) => /[^s]s$/i.test(segment);
