import { isNounVerb } from "../harmfulWords.ts";
import { toSnakeCase } from "./nameStyle.ts";

/** What an operation does to the data of an API. `changes` and `removes` can lose what was there. */
export type OperationEffect = "reads" | "adds" | "changes" | "removes";

export interface FoundVerb {
  readonly effect: OperationEffect;
  /** The word as the text has it. */
  readonly word: string;
}

const verbs: Readonly<Record<OperationEffect, string>> = {
  reads: `answer browse calculate check classify compare compute count describe detect download estimate evaluate explain export fetch find get
    inspect introspect lint list lookup parse ping preview query read render retrieve return search show simulate stream suggest summarize
    translate validate validation view`,
  adds: `activate add append assign attach authenticate authorize backup book build clone copy create creation duplicate enable extend follow fork generate grant ingest ingestion initiate insert
    install introduce invite issue like link login notify open order post provision publish pull record register reply report request resend
    resubscribe scan schedule send share star start submit subscribe test unarchive unblock undelete unlock unmute
    unpause unsuspend upload verify watch`,
  changes: `accept adjust alter apply approve capture change charge close complete configure confirm convert correct customize demote
    edit execute extract finalize finish ignore import lock manage mark merge migrate modification modify move mutate mute pass patch pause pay
    pin promote put reassign rebuild reconcile recover refresh regenerate reindex rename renew reopen reorder replace reset resize restart
    restore resume rewrite rotate run save set settle skip sort split store swap switch sync toggle transfer transition transform trigger update
    upgrade upsert write`,
  removes: `abort archive ban block cancel cleanup clear clean decline deactivate delete deletion deny deprovision destroy detach disable
    disassociate discard disconnect dismiss drop empty end erase evict exit expire expunge fail flush hide invalidate kick kill leave
    logoff logout overwrite prune purge quit reboot refund reject release removal remove restrict reverse revert revoke rollback shutdown
    signout stop suspend terminate truncate unassign unfollow uninstall unlike unlink unpin unpublish unregister unset unshare unstar unsubscribe
    unwatch vacate void wipe withdraw`,
};

const effects: ReadonlyMap<string, OperationEffect> = new Map(
  (["reads", "adds", "changes", "removes"] as const).flatMap((effect) =>
    verbs[effect].split(/\s+/).map((verb) => [verb, effect] as const),
  ),
);

/** These remove something wherever a name has them: `bulk_delete_users`. */
const removingAnywhere = /^(cancel|delete|destroy|erase|prune|purge|remove|revoke|terminate|uninstall|wipe)(s|d|ed)?$/;

/** A noun before one of these is a verb: "Starts a session". */
const determiners = new Set(["a", "all", "an", "one", "the", "this", "your"]);

/** The verb that a word is, as it is or with an s: `list`, `lists`, `applies`. */
function findBaseVerb(word: string): string | undefined {
  if (effects.has(word)) return word;
  if (!word.endsWith("s")) return undefined;
  const candidates = [word.slice(0, -1), word.replace(/es$/, ""), word.replace(/ies$/, "y")];
  return candidates.find((candidate) => effects.has(candidate));
}

/**
 * The verbs of an operation id. Services and resources precede its last part: `ProjectService_Create`, `v1.app.create`,
 * `previewSite-redeploy`. Its first verb counts, those joined to it, and each that removes.
 */
export function findIdVerbs(id: string, method: string): FoundVerb[] {
  const parts = id.split(/[./:]/).findLast((part) => part !== "") ?? "";
  const isMixed = /[a-z][A-Z]/.test(parts);
  const part = (isMixed && parts.split(/[_-]+/).findLast((one) => !/^(v?\d+)?$/i.test(one))) || parts;
  const words = splitName(part);
  // A name that has the method repeats the path: `PostV3MergeRequests`, `users_post`.
  if (words[0] === method.toLowerCase()) return findRemovingVerbs(words);
  const plain = words.filter(
    (word, index) => !manifold.has(word) && (index < words.length - 1 || word !== method.toLowerCase()),
  );
  const isVerb = (word: string, index: number) =>
    effects.has(word) && (index === 0 || !isHarmlessNoun(word) || index === plain.length - 1);
  const main = plain.findIndex(isVerb);
  const joined = plain.filter((_, index) => index > main && ["and", "or"].includes(plain[index - 1] ?? ""));
  return [...findWords([plain[main] ?? "", ...joined]), ...findRemovingVerbs(plain)];
}

const isReadingNoun = (verb: string) => isNounVerb(verb) && effects.get(verb) === "reads";

/** `previewRedeploy` does not preview and `orderRefund` orders nothing: what may be a noun needs a verb in the path beside it. */
export const isHarmlessNoun = (verb: string) =>
  isReadingNoun(verb) || (isNounVerb(verb) && effects.get(verb) === "adds");

export const findWords = (words: readonly string[]): FoundVerb[] =>
  words.flatMap((word) => {
    const effect = effects.get(word);
    return effect ? [{ effect, word }] : [];
  });

export const findRemovingVerbs = (words: readonly string[]): FoundVerb[] =>
  words.filter((word) => removingAnywhere.test(word)).map((word) => ({ effect: "removes", word }));

/** The words of a name in any case: `RunActionV2`, `run-action`, `testall`. */
export const splitName = (name: string) =>
  toSnakeCase(name)
    .split("_")
    .flatMap((word) => (word.endsWith("all") && effects.has(word.slice(0, -3)) ? [word.slice(0, -3), "all"] : word))
    .filter((word) => word !== "");

/** Before a verb they say on how many things: `batchGet`, "Bulk adds members". */
const manifold = new Set(["batch", "bulk", "multi"]);

/** Words after which a sentence says what the operation does. */
const leadIns = new Set(
  `also can endpoint it lets may method operation request service that then to us which will you`.split(" "),
);
/** What follows says when or why. */
const subordinators = new Set("after as because before if once so unless until when where whether while".split(" "));
/** A verb stands at the start of a sentence, perhaps behind a few adverbs. */
const leadingWords = 4;

/** The verbs in the first sentence of a text: one near its start or after words such as "to", and those joined to it. */
export function findSentenceVerbs(text: string): FoundVerb[] {
  const [sentence = ""] = text.trim().split(/(?<=[.!?:;])\s/, 1);
  // Some texts begin with a mark, or with the name of their function: "[Beta] ListUsers returns all users". Paths are no words.
  const plain = sentence
    .replace(/^(?:\[[^\]]*\]|\([^)]*\))\s*/, "")
    .replace(/^\w*[a-z][A-Z]\w*\s/, "")
    .replaceAll(/(?<!\w)\/[\w{}/-]+/g, "")
    .replace(/^(?:send|make) a request to the\W+endpoint\b/i, "");
  const words = splitWords(plain.replaceAll(/(?<=\w)\//g, " or ")).filter(
    (word) => !manifold.has(word) && !/^\d+$/.test(word),
  );
  if (subordinators.has(words[0] ?? "")) return [];
  const main = words.findIndex((_, index) => isMainVerb(words, index));
  const found = words.slice(main).findIndex((word) => subordinators.has(word));
  const end = found < 0 ? words.length : main + found;
  return words.flatMap((word, index) => {
    const effect = readVerbEffect(words, index);
    const isVerb = index === main || (index > main && index < end && isJoinedVerb(words, index));
    return effect && main >= 0 && isVerb ? [{ effect, word }] : [];
  });
}

/** "Store a new webhook" stores beside others. */
function readVerbEffect(words: readonly string[], index: number): OperationEffect | undefined {
  const effect = effects.get(findBaseVerb(words[index] ?? "") ?? "");
  const isNew = words.slice(index + 1, index + 3).includes("new");
  return isNew && storingVerb.test(words[index] ?? "") ? "adds" : effect;
}

/** An API has these for a new item as well as for one that is replaced. */
export const storingVerb = /^(save|store|write)s?$/;

function isMainVerb(words: readonly string[], index: number): boolean {
  const verb = findBaseVerb(words[index] ?? "");
  if (verb === undefined) return false;
  const before = words[index - 1] ?? "";
  // Elsewhere it compares.
  if (verb === "like") return index === 0 && determiners.has(words[1] ?? "");
  // "Fails if the user is unknown" says nothing.
  if (subordinators.has(words[index + 1] ?? "") && effects.get(verb) !== "reads") return false;
  const isNoun = determiners.has(before) || (index > 0 && isReadingNoun(verb));
  // "Performs a search" searches.
  const isPerformed = /^performs?$/.test(words[determiners.has(before) ? index - 2 : index - 1] ?? "");
  return isPerformed || (index < leadingWords && !isNoun) || leadIns.has(before);
}

/** "Creates and starts", "adds/removes", "Requests to delete"; not "the order and release of a build", "Invites somebody to edit". */
function isJoinedVerb(words: readonly string[], index: number): boolean {
  const verb = findBaseVerb(words[index] ?? "");
  const [before = "", between = "", after = ""] = [words[index - 2], words[index - 1], words[index + 1]];
  if (verb === undefined) return false;
  if (between === "to") return /^(ask|attempt|request|schedule|submit|trie|try)s?$/.test(before);
  const isClear =
    !isNounVerb(verb) || determiners.has(after) || /^(it|them)$/.test(after) || findBaseVerb(before) !== undefined;
  return ["and", "or", "then"].includes(between) && isClear;
}

/** `Open-Meteo` */
const compoundName = /^\p{Lu}\p{Ll}+-\p{Lu}/u;

/**
 * The verb at the very start of a text, unless it may be a noun or begins a name: `Uninstalls`, `delete`, but not `orders` or
 * `Open-Meteo`. A word for a removal counts also there.
 */
export function findOpeningVerb(text: string): FoundVerb | undefined {
  const [word = "", next = ""] = splitWords(text.slice(0, 200));
  const verb = findBaseVerb(word) ?? "";
  const effect = effects.get(verb);
  const isNoun = effect !== "reads" && isNounVerb(verb) && !determiners.has(next);
  const isName = (effect === "adds" || effect === "changes") && compoundName.test(text.trimStart());
  return effect && !isNoun && !isName ? { effect, word } : undefined;
}

const splitWords = (text: string) => text.toLowerCase().match(/(?:re-)?[\p{L}\p{N}'’]+/gu) ?? [];
