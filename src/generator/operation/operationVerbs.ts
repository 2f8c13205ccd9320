/** What an operation does to the data of an API. `changes` and `removes` can lose what was there. */
export type OperationEffect = "reads" | "adds" | "changes" | "removes";

export interface FoundVerb {
  readonly effect: OperationEffect;
  /** The word as the text has it. */
  readonly word: string;
}

const verbs: Readonly<Record<OperationEffect, string>> = {
  reads: `answer browse calculate check classify compare compute count describe detect estimate explain export fetch find get inspect lint
    list lookup match parse preview query read render retrieve return search show simulate suggest summarize translate validate
    validation view`,
  adds: `activate add append assign book build clone copy create duplicate enable extend follow fork generate grant import insert install
    introduce invite issue login notify open order post provision publish pull record register reply request run save schedule send share star
    start submit subscribe trigger unarchive unblock undelete unlock unmute unpause unsuspend upload verify watch`,
  changes: `accept adjust apply approve attach capture change charge close complete configure confirm convert correct customize demote edit extract
    finalize finish lock mark merge migrate modify move mutate mute pass patch pause pay pin promote put reassign rebuild reconcile refresh
    rename renew reopen reorder replace reset resize restart restore resume rewrite rotate set settle skip sort split swap switch sync
    transfer transition transform update upgrade upsert write`,
  removes: `abort archive ban block cancel clear clean decline deactivate delete deny deprovision destroy detach disable disassociate discard
    disconnect dismiss drop empty end erase evict exit expire fail flush hide invalidate kick kill leave logoff logout overwrite prune
    purge quit reboot refund reject release remove restrict reverse revert revoke rollback signout stop suspend terminate truncate
    unassign unfollow uninstall unlink unpin unpublish unregister unset unshare unstar unsubscribe unwatch vacate void wipe withdraw`,
};

const effects: ReadonlyMap<string, OperationEffect> = new Map(
  (["reads", "adds", "changes", "removes"] as const).flatMap((effect) =>
    verbs[effect].split(/\s+/).map((verb) => [verb, effect] as const),
  ),
);

/** These remove something wherever a name has them: `bulk_delete_users`. */
const removingAnywhere = /^(cancel|delete|destroy|erase|prune|purge|remove|revoke|terminate|uninstall|wipe)(s|d|ed)?$/;

/** These are nouns as often: "Order details", "Block list". */
const nounVerbs = new Set(
  `answer archive ban block book build change charge check copy count end export fail fork issue import lint list lock match merge order
  patch post preview pull query record refund release reply report request reset return reverse run schedule search share sort split star start
  stop store switch transfer transition trigger update upgrade view void watch`.split(/\s+/),
);

/** "Rerequest a check" reads nothing. */
const isReadingNoun = (verb: string) => nounVerbs.has(verb) && effects.get(verb) === "reads";

/** A noun before one of these is a verb: "Starts a session". */
const determiners = new Set(["a", "all", "an", "one", "the", "this", "your"]);

/** The verb that a word is, as it is or with an s: `list`, `lists`, `applies`. */
function findBaseVerb(word: string): string | undefined {
  if (effects.has(word)) return word;
  if (!word.endsWith("s")) return undefined;
  const candidates = [word.slice(0, -1), word.replace(/es$/, ""), word.replace(/ies$/, "y")];
  return candidates.find((candidate) => effects.has(candidate));
}

/** The verbs of a name in snake or camel case: the first one, those after "and" and "or", and each that removes. */
export function findNameVerbs(words: readonly string[]): FoundVerb[] {
  const first = words.findIndex((word) => effects.has(word));
  return words.flatMap((word, index) => {
    const effect = effects.get(word);
    const joined = ["and", "or"].includes(words[index - 1] ?? "");
    if (effect && (index === first || joined) && !(index > 0 && isReadingNoun(word))) return [{ effect, word }];
    return findRemovingVerbs([word]);
  });
}

export const findRemovingVerbs = (words: readonly string[]): FoundVerb[] =>
  words.filter((word) => removingAnywhere.test(word)).map((word) => ({ effect: "removes", word }));

/** Words after which a sentence says what the operation does. */
const leadIns = new Set(
  `and api also can endpoint it lets may method operation or request service that then to us which will you`.split(" "),
);
/** A verb stands at the start of a sentence, perhaps behind a few adverbs. */
const leadingWords = 4;

/** The verbs in the first sentence of a text: one near its start, and those after words such as "and" and "to". */
export function findSentenceVerbs(text: string): FoundVerb[] {
  const [sentence = ""] = text.trim().split(/(?<=[.!?:;])\s/, 1);
  const words = splitWords(sentence);
  let isFirst = true;
  return words.flatMap((word, index) => {
    const verb = findBaseVerb(word) ?? "";
    const effect = effects.get(verb);
    const isLeading = isFirst && index < leadingWords && !(index > 0 && isReadingNoun(verb));
    if (!effect || !(isLeading || leadIns.has(words[index - 1] ?? ""))) return [];
    isFirst = false;
    return [{ effect, word }];
  });
}

/** The verb at the very start of a text, unless it may be a noun: `Uninstalls`, `delete`, but not `orders`. */
export function findOpeningVerb(text: string): FoundVerb | undefined {
  const [word = "", next = ""] = splitWords(text.slice(0, 200));
  const verb = findBaseVerb(word) ?? "";
  const effect = effects.get(verb);
  const isNoun = effect !== "reads" && nounVerbs.has(verb) && !determiners.has(next);
  return effect && !isNoun ? { effect, word } : undefined;
}

const splitWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];
