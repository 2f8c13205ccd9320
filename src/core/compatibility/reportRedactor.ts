import { maskSecrets } from "../../text/maskSecrets.ts";

/** What must not leave this machine, and how it is told from what may. */
export interface HiddenIdentity {
  /** Host and port of the service. */
  readonly host: string;
  /** Names and ids of the user's: who they are, what their organization and connection are called. */
  readonly words: readonly string[];
}

export interface ReportRedactor {
  /** Sentences: also without what the user is called. */
  text(text: string): string;
  /** Names of fields, parameters and headers, which may be called as the user is. */
  name(text: string): string;
}

/** Longer words of letters and signs, as ids and keys are. */
const token = /[\p{L}\d_~+-]{5,}/gu;

type Form = readonly [RegExp, mark: string];

/** They may hold what is looked for next, and are taken out whole. Bounded, as a text may be long and anything at all. */
const addresses: readonly Form[] = [
  [/[a-z][a-z\d+.-]{0,30}:\/\/[^\s"'<>]+/giu, "<url>"],
  [/[^\s"'<>@]{1,64}@[^\s"'<>@]{1,255}\.[\p{L}\d-]+/gu, "<email>"],
];
const hostForms: readonly Form[] = [
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b(?::\d+)?/gu, "<host>"],
  [/\[?[\da-f]{0,4}(?::[\da-f]{0,4}){3,7}\]?(?::\d+)?/giu, "<host>"],
  [/\blocalhost\b(?::\d+)?/giu, "<host>"],
  [
    /(?:[\p{L}\d-]{1,63}\.){1,20}(?:com|net|org|io|dev|app|ai|cloud|co|eu|de|uk|example|internal|local|test|invalid)\b(?::\d+)?/giu,
    "<host>",
  ],
];

/** Takes out what tells where or who it was: by the very words that are known, and by the forms that such things have. */
export function createReportRedactor({ host, words }: HiddenIdentity): ReportRedactor {
  const [hostname = ""] = host.split(/:\d+$/);
  const name = without([...addresses, ...exactly([host, hostname], "<host>"), ...hostForms]);
  const named = without(exactly(words, "<hidden>"));
  return { name: (text) => byForm(name(text)), text: (text) => byForm(name(named(text))) };
}

const without = (forms: readonly Form[]) => (text: string) =>
  forms.reduce((rest, [form, mark]) => rest.replaceAll(form, mark), text);

/** Shorter ones would take parts of plain words with them, and say little. */
const least = 3;

function exactly(texts: readonly string[], mark: string): readonly Form[] {
  const long = texts.filter((text) => text.length >= least).sort((one, other) => other.length - one.length);
  if (long.length === 0) return [];
  return [[new RegExp(`(?<![\\p{L}\\d])(?:${long.map(escaped).join("|")})(?![\\p{L}\\d])`, "giu"), mark]];
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

const byForm = (text: string) =>
  maskSecrets(text, [], "<secret>").replaceAll(token, (word) => (isSecret(word) ? "<id>" : word));

/** Ids, keys and tokens: digits among letters, many digits, a known beginning, or letters without words in them. */
function isSecret(word: string): boolean {
  if (/\d{6}/.test(word) || /[\da-f]{8}-[\da-f]{4}-/i.test(word) || /^[a-z]{2,6}_\d+$/i.test(word)) return true;
  if (/^(?:flk|sk|pk|gh[pousr]|glpat|xox[a-z])[_-]\S{4}|^eyJ/.test(word)) return true;
  const turns = [...word.matchAll(/\p{L}(?=\d)|\d(?=\p{L})/gu)].length;
  return (word.length >= 8 && turns >= 3) || (word.length >= 20 && !hasWords(word));
}

function hasWords(word: string): boolean {
  const parts = word.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== "");
  return parts.length > 0 && word.length / parts.length >= 3;
}
