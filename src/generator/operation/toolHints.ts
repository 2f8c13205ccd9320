import type { ToolDefinition } from "../../runtime/definition.ts";
import { isNounVerb } from "../harmfulWords.ts";
import type { OperationModel } from "./operationModel.ts";
import {
  type FoundVerb,
  findIdVerbs,
  findOpeningVerb,
  findSentenceVerbs,
  findWords,
  isHarmlessNoun,
  type OperationEffect,
  splitName,
  storingVerb,
} from "./operationVerbs.ts";
import type { ToolExtension } from "./toolExtension.ts";

/** The annotations of a tool, and the reason for them in a sentence. */
type ToolHints = Pick<ToolDefinition, "annotations" | "hintReason">;

interface JudgedEffect {
  readonly effect: OperationEffect;
  readonly reason: string;
  /** No word says it. */
  readonly isUnknown?: true;
}

/**
 * Decides MCP's hints by the strongest evidence that there is: what the operation's extensions state, the meaning of its method
 * (RFC 9110), its main verb in the summary, then in the operation id, then at the end of the path. Each verb of a list counts, and the
 * worst decides. `destructiveHint: false` means that a call only adds; a POST of which no word says so may destroy.
 */
export function createToolHints(model: OperationModel, own: ToolExtension["annotations"] = {}): ToolHints {
  const { effect, reason, isUnknown } = judgeEffect(model);
  const other = model.statedHints?.isWeak && !isUnknown ? undefined : model.statedHints;
  const stated = { ...other?.hints, ...own };
  const extension = Object.keys(own).length > 0 ? "x-mcp" : other?.extension;
  const readOnly = effect === "reads";
  return {
    annotations: {
      readOnlyHint: stated.readOnlyHint ?? readOnly,
      destructiveHint: stated.destructiveHint ?? (effect === "changes" || effect === "removes"),
      idempotentHint: stated.idempotentHint ?? (readOnly || model.method === "PUT" || model.method === "DELETE"),
      openWorldHint: stated.openWorldHint ?? true,
    },
    hintReason: extension === undefined ? reason : `The \`${extension}\` of the operation states it.`,
  };
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);

function judgeEffect(model: OperationModel): JudgedEffect {
  const { method } = model;
  if (method === "DELETE") return { effect: "removes", reason: "DELETE removes data." };
  if (method === "PUT" || method === "PATCH") return judgeReplacement(model);
  if (method === "POST") return judgePost(model);
  return safeMethods.has(method) ? judgeSafeMethod(model) : { effect: "changes", reason: `${method} may do anything.` };
}

interface Statement extends FoundVerb {
  readonly source: "name" | "path" | "summary" | "description";
}

/** GET, HEAD, OPTIONS and QUERY read, unless a text begins with a verb that does something and none with one that reads. */
function judgeSafeMethod({ method, operationId, path, summary, description }: OperationModel): JudgedEffect {
  const last = splitName(findLastSegment(path) ?? "").join(" ");
  const opening = { path: last, summary, description };
  const statements = readStatements("name", findIdVerbs(operationId, method)).filter(
    (verb) => hasReadEffect(verb) || !isNounVerb(verb.word),
  );
  for (const source of ["path", "summary", "description"] as const) {
    const verb = findOpeningVerb(opening[source]);
    if (verb) statements.push({ ...verb, source });
  }
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
  // Beside a word such as `search` in the path, many requests are of its kind.
  const isOfOneKind = findWords(splitName(model.path)).some(hasReadEffect);
  const isCertain = (isOfOneKind && statements.every(hasReadEffect)) || createsInstance.test(model.summary);
  if (segment !== undefined && dispatchingSegment.test(segment) && !isCertain)
    return { effect: "changes", reason: `POST to ".../${segment}" may do anything.` };
  const adding = statements.find(
    ({ effect, source }) => effect === "adds" && (source !== "description" || model.summary === ""),
  );
  if (adding) return toJudged(adding);
  const reading = statements.every(hasReadEffect) && statements.find((statement) => saysThatItReads(statement, model));
  if (reading) return toJudged(reading);
  if (statements.length === 0 && model.hasItems && saysNothing(model))
    return { effect: "adds", reason: `POST to "${model.path}", which has items, adds one.` };
  return { effect: "changes", reason: "No word says that this POST only adds or reads.", isUnknown: true };
}

/** Whether all that the operation has are its method and its path. An id may repeat them. */
function saysNothing({ operationId, summary, description, method, path }: OperationModel): boolean {
  const repeated = new Set([method.toLowerCase(), ...splitName(path)]);
  return summary === "" && description === "" && splitName(operationId).every((word) => repeated.has(word));
}

/** Whether the text that says best what the operation does says that it reads. The others may only say what it returns. */
function saysThatItReads({ source }: Statement, { summary, description }: OperationModel): boolean {
  if (summary !== "") return source === "summary";
  return description === "" || source === "description";
}

const isHarmless = ({ effect }: FoundVerb) => effect === "reads" || effect === "adds";

const hasReadEffect = ({ effect }: FoundVerb) => effect === "reads";

/** It is there now, and another request starts it. */
const createsInstance = /^creates? an? \w+ (instance|session)\b/i;

/** One request of many kinds. */
const dispatchingSegment = /^(actions?|batch(es)?|bulk|commands?|eval|exec(ute)?|graphql|jobs?|operations?|rpc)$/i;

/** PUT and PATCH overwrite what is at their URL. They only add where each word says so: "Add a repository to a team", "Star", "Follow". */
function judgeReplacement(model: OperationModel): JudgedEffect {
  const statements = listStatements(model);
  const destructive = findDestructive(statements) ?? findLosingPhrase(model.description);
  if (destructive) return destructive;
  const isList = isPlural(findLastSegment(model.path) ?? "");
  const isNew = /^creates? (an? )?new\b/i.test(model.summary) || /^creates? (an? )?new\b/i.test(model.description);
  const isAdding = (word: string) =>
    addingVerb.test(word) || (isList && /^(create|save)s?$/.test(word)) || (isNew && /^creates?$/.test(word));
  const adding = statements.every(({ word }) => isAdding(word));
  const [first] = statements;
  const reason = model.method === "PUT" ? "PUT replaces data." : "PATCH changes data.";
  return first && adding ? toJudged(first) : { effect: "changes", reason };
}

const addingVerb = /^(add|attach|clone|copy|duplicate|follow|notify|send|star|start|subscribe|watch)(e?s)?$/;

const findDestructive = (statements: readonly Statement[]) => {
  const found =
    statements.find(({ effect }) => effect === "removes") ?? statements.find(({ effect }) => effect === "changes");
  return found && toJudged(found);
};

const toJudged = ({ effect, source, word }: Statement): JudgedEffect => ({
  effect,
  reason: `The ${source} says "${word}".`,
});

/** What the operation's texts say that it does, from the strongest evidence to the weakest. */
function listStatements({ method, operationId, path, summary, description }: OperationModel): Statement[] {
  const last = findPathVerbs(path);
  const named = findIdVerbs(operationId, method);
  const name = last.some(isHarmless) ? named : named.filter(({ word }) => !isHarmlessNoun(word));
  const summarized = readStatements("summary", findSentenceVerbs(summary));
  const isRead = summarized.every(hasReadEffect);
  const names = readStatements("name", name).filter(
    (verb) => isRead || (!isHarmless(verb) && !storingVerb.test(verb.word)),
  );
  const spoken = [...summarized, ...names];
  // A description says more than what the operation does: beside other words it only counts for what it removes.
  const described = readStatements("description", findSentenceVerbs(description)).filter(
    ({ effect }) => effect === "removes" || spoken.every(hasReadEffect),
  );
  const texts = [...spoken, ...described];
  // The last segment may be a resource such as `write-keys`, but what reads ends in no other verb.
  if (!texts.every(hasReadEffect)) return texts;
  const words = texts.length > 0 ? [] : findWords(listLastWords(path)).filter((verb) => !isHarmless(verb));
  return [...texts, ...readStatements("path", [...last, ...words])];
}

const readStatements = (source: Statement["source"], verbs: readonly FoundVerb[]): Statement[] =>
  verbs.map((verb) => ({ ...verb, source }));

/** The words behind the last parameter: `restore` and `upload` of `/backups/{id}/restore/upload`. */
const listLastWords = (path: string) => splitName(path.split("}").at(-1) ?? "");

/** The last segment may be a verb, `removeUser`, or name a list in the plural: `refunds`, `merge_requests`. */
function findPathVerbs(path: string): FoundVerb[] {
  const segment = findLastSegment(path) ?? "";
  const words = splitName(segment);
  const isList = isPlural(segment) && (words.length === 1 || !findOpeningVerb(words.join(" ")));
  return isList ? [] : findWords(words.slice(0, 1));
}

/** Sentences anywhere in a description that say what is lost. */
const losingPhrase =
  /(?<!not )\b(?:(?:will be|is|are|be|been|gets) (?:(?!not )\w+ )?(?:cancell?ed|deleted|destroyed|erased|lost|overwritten|removed|replaced|revoked)|cannot be (?:undone|reversed)|(?:do|does|will) not preserve|(?:and|or) (?:\w+ly )?(?:replac|updat)(?:es?|ing)|irreversibl[ey]|overwrit(?:es?|ing)|permanently|re-attached|unassign)\b/i;

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
        .split(/[.:]/)
        .at(-1);
}

const isPlural = (segment: string) => /[^s]s$/i.test(segment);
