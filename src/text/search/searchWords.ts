/** What people say in several words, as the words that APIs have for it. */
const phrases: readonly (readonly [phrase: RegExp, words: string])[] = [
  [/\b(shut|take|bring|tear)s? (\w+ )?down\b/g, " stop $2"],
  [/\b(turn|switch)(?:ed|s)? (\w+ )?off\b/g, " disable $2"],
  [/\b(turn|switch)(?:ed|s)? (\w+ )?on\b/g, " enable $2"],
  [/\b(?:kick|throw)s? (.{0,40}?)\b(?:out|off)\b/g, " remove $1"],
  [/\b(?:log|sign)s? (.{0,30}?)\bout\b/g, " logout $1"],
  [/\b(?:log|sign)s? in\b/g, " login "],
  [/\bsign(?:s|ed)? up\b/g, " register "],
  [/\b(?:spin|set)s? up\b/g, " create "],
  [/\blook(?:s|ing)? (?:for|up)\b/g, " search "],
  [/\b(?:bring|get|put|take)s? (\w+ )?back\b/g, " restore $1"],
  [/\b(?:go|roll)s? back\b/g, " rollback "],
  [/\bback(?:s|ed)? up\b/g, " backup "],
  [/\bget rid of\b/g, " delete "],
  [/\bcron ?jobs?\b/g, " scheduled task "],
  [/\b(?:two|2|multi)[- ]factor\b/g, " mfa "],
  [/\bwho (?:may|can|is allowed to)\b/g, " list members "],
  [/\bwho am i\b/g, " get authenticated user "],
  [/\b(?:who|whom|which (?:people|users|members))\b/g, " list members "],
  [/^(?:all|every)\b/g, " list "],
];

/** Words of this field that mean the same. A word may have several meanings. */
const thesaurus: readonly string[] = [
  // What is done
  "list show see view browse what which",
  "get show see view read fetch retrieve download what info describe detail",
  "search find query lookup filter autocomplete",
  "create make new add open register insert generate submit leave",
  "add put attach append include insert give assign set",
  "update edit change modify patch adjust set rename configure alter rewrite customize close reopen",
  "set put store save configure write define",
  "delete remove erase drop destroy discard purge trash",
  "remove kick delete detach unassign expel unlink disconnect throw",
  "cancel stop abort halt end terminate interrupt",
  "stop halt shutdown pause kill quit",
  "start run launch trigger execute boot dispatch begin resume",
  "restart reboot rerun retry reload rebuild again",
  "restore recover undelete unarchive undo reactivate",
  "rollback revert undo restore",
  "clone copy duplicate fork replicate",
  "move transfer migrate reassign relocate",
  "enable activate allow unblock unlock",
  "disable deactivate suspend block lock ban mute freeze",
  "send notify post deliver resend email mail",
  "publish release deploy rollout ship",
  "upload attach import send set",
  "import migrate load restore",
  "export download backup dump snapshot archive",
  "invite add invitation",
  "share grant give access permission allow publish",
  "login signin authenticate session",
  "logout signout session revoke",
  "register signup join enroll",
  "revoke withdraw invalidate expire unshare rotate",
  "approve accept confirm review",
  "reject decline deny dismiss review",
  "star favorite favourite bookmark like pin follow",
  "follow subscribe watch",
  "unfollow unsubscribe unwatch mute",
  "check test verify validate ping health status try trial",
  "health healthy alive ping status healthcheck up",
  "clear flush empty invalidate purge reset",
  "write post create send compose publish",
  "reset forgot forget recover renew regenerate",
  "read seen acknowledge unread mark",
  "request ask",
  "protect protection lock restrict",
  "compare diff difference",
  "count number many total statistics stats",
  // What it is done to
  "user person people member teammate colleague someone somebody account collaborator contributor profile employee",
  "assign assignee give owner",
  "me my mine own myself authenticated current",
  "role admin administrator manager permission promote right",
  "team group crew squad",
  "organization org company workspace tenant",
  "message post comment chat text note reply",
  "document page article doc file",
  "file attachment content upload blob",
  "picture image photo avatar icon logo thumbnail",
  "task todo ticket issue item job",
  "issue bug ticket problem",
  "schedule scheduled cron timer recurring recurrence",
  "label tag category",
  "project board workspace",
  "column bucket lane list",
  "log output print console stdout trace",
  "environment env variable",
  "setting config configuration option preference property",
  "key credential secret token password",
  "server machine host node instance vm",
  "service container app",
  "application app program",
  "database db postgresql postgres mysql mongo sql store",
  "postgresql postgres",
  "version revision history older previous earlier",
  "title name heading",
  "mfa totp otp authenticator",
  "webhook hook callback endpoint",
  "notification alert warning reminder",
  "reminder remind later",
  "repository repo",
  "pull pr",
  "request pr",
  "ref branch tag",
  "commit change",
  "price cost rate amount",
  "payment charge pay transaction",
  "invoice bill receipt",
  "customer client buyer subscriber contact",
  "order purchase sale",
  "product item article goods",
  "cart basket",
  "limit quota left remaining",
  "folder directory collection",
  "channel room conversation",
  "session device login",
  "domain dns hostname",
  "deployment deploy release rollout build",
  "event activity audit history happened",
  "recent recently latest last newest",
  "campaign newsletter mailing broadcast",
  "public open visible",
  "directory folder path",
];

/** Words that do not distinguish operations. */
const stopWords = new Set(
  `a about all am an and any are as at be been being by can could did do does each every everything existing for from given had has have how i
  id if in into is it its much of on one only or our out should so specific specified that the their them there these this those to using uuid
  via want was were will with would you`.split(/\s+/),
);

/** A word of a text: its stem, and a mark for each meaning that the thesaurus has for it. */
export interface SearchWord {
  readonly stem: string;
  readonly meanings: readonly string[];
}

/** The words of a text in lower case, split within `camelCase`, without those that do not distinguish operations. */
export function listSearchWords(text: string): SearchWord[] {
  const spaced = text.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase();
  const plain = phrases.reduce((before, [phrase, words]) => before.replaceAll(phrase, words), spaced);
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !stopWords.has(word))
    .map((word) => {
      const stem = stemWord(word);
      return { stem, meanings: meanings.get(stem) ?? [] };
    });
}

export const listTerms = ({ stem, meanings: marks }: SearchWord): readonly string[] => [stem, ...marks];

/** Stems have no such character. */
const meaningMark = "~";
export const isMeaning = (term: string): boolean => term.startsWith(meaningMark);

/** Removes the endings of plurals and of verb forms, so that `issues`, `assigned` and `running` match `issue`, `assign` and `run`. */
export function stemWord(word: string): string {
  if (word.length < 4) return word;
  const singular = word
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/([^su])s$/, "$1");
  const verb = singular.replace(/(?<=[a-z]{3})(ed|ing|ee|or|er|ion)$/, "");
  return verb === singular ? dropFinalE(singular) : dropFinalE(verb.replace(/([bdgklmnprt])\1$/, "$1"));
}

const dropFinalE = (word: string) => (word.length > 3 ? word.replace(/e$/, "") : word);

/** The marks of the lines of the thesaurus that have a stem. */
const meanings: ReadonlyMap<string, readonly string[]> = readThesaurus();

function readThesaurus(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [index, line] of thesaurus.entries())
    for (const stem of new Set(line.split(" ").map(stemWord)))
      found.set(stem, [...(found.get(stem) ?? []), `${meaningMark}${index}`]);
  return found;
}

const readingWords =
  "list show see view get read fetch retrieve download find search look query what which who how compare count browse";
const actingWords = `create make new add open start post submit generate register leave publish store save trigger put attach invite update
  edit change modify set rename close write run execute launch dispatch rerun retry upload send notify approve ask request merge fork mark
  protect enable transfer clone copy duplicate restore restart reboot give share assign import login`;
const removingWords = "delete remove erase drop destroy kick unassign cancel stop abort disable block revoke clear";

/** The methods that fit the first verb of a query. */
const methodsByVerb: ReadonlyMap<string, RegExp> = new Map(
  [
    { words: readingWords, methods: /^(GET|HEAD|QUERY)$/ },
    { words: actingWords, methods: /^(POST|PUT|PATCH)$/ },
    { words: removingWords, methods: /^(DELETE|POST|PUT|PATCH)$/ },
  ].flatMap(({ words, methods }) => words.split(/\s+/).map((word) => [stemWord(word), methods] as const)),
);

/** The methods that fit what a query wants; undefined if its words do not say. */
export const findWantedMethods = (words: readonly SearchWord[]): RegExp | undefined =>
  words.flatMap(({ stem }) => methodsByVerb.get(stem) ?? [])[0];
