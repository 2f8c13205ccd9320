/** These are nouns as often: "Order details", "Block list". */
const nounVerbs = new Set(
  `answer archive backup ban block book build change charge check copy count end export fail fork issue import link lint list lock match merge order
  patch ping post preview pull query record refresh refund release reply report request reset return reverse run schedule search share sort split star start
  stop store switch transfer transition trigger update upgrade test view void watch`.split(/\s+/),
);

export const isNounVerb = (word: string): boolean => nounVerbs.has(word);

/** Words of operations that do something although they are read with GET, or that answer with much. */
const harmfulWords = new Set(
  `accept activate apply approve archive backup ban block buy cancel charge checkout clear close commit confirm create deactivate delete
  deploy deposit destroy detach disable discard disconnect download drop dump emit enable erase execute expire export fire flush generate
  import insert install invalidate invite kick kill launch lock login logoff logout mark merge migrate move mute notify off open order
  pause pay poll publish purchase purge push reboot rebuild redeem refresh refund regenerate register reindex reject reload remove rename
  replace reset restart restore resume retry revoke rollback rotate run save send set shutdown signin signout start stop stream submit
  subscribe suspend switch sync terminate toggle transfer trigger truncate turn unblock unlock unpublish unsubscribe update upload verify
  vote wait watch webhook wipe withdraw write`.split(/\s+/),
);
/** These are harmful also as a part of a word: `deleteall`. */
const harmfulPart = /delete|destroy|dump|erase|logout|purge|reboot|remove|revoke|shutdown|signout|terminate/;

/**
 * Whether the words of a read's name say that it does something all the same, or answers with much. With an input, what may be a noun is
 * one: `get_order` needs an id, `export` needs none.
 */
export const hasHarmfulWord = (words: readonly string[], { hasInput = false } = {}): boolean =>
  words.some((word) => harmfulPart.test(word) || (harmfulWords.has(word) && !(hasInput && isNounVerb(word))));
