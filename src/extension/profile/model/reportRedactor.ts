import { maskSecrets } from "../../../text/secrets/maskSecrets.ts";

/** Data that must not leave this machine. */
export interface HiddenIdentity {
  /** Host and port of the service. */
  readonly host: string;
  /** The user's names and ids, and those of their organization and connection. */
  readonly names: readonly string[];
}

export interface ReportRedactor {
  /** Redacts sentences, the user's names included. */
  text(text: string): string;
  /** Redacts names of fields, parameters and headers; one of them may equal a user's name, so it stays. */
  name(text: string): string;
}

/** Long words of letters and signs, the form of ids and keys. */
const token = /[\p{L}\d_~+-]{5,}/gu;

type Form = readonly [RegExp, mark: string];

/**
 * Addresses are redacted first and whole, because they may hold the other forms. The patterns are bounded because the
 * text can be long.
 */
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

/** Redacts the known host, names and ids, and every text in the form of an address, id or key. */
export function createReportRedactor({ host, names }: HiddenIdentity): ReportRedactor {
  const [hostname = ""] = host.split(/:\d+$/);
  const name = without([...addresses, ...exactly([host, hostname], "<host>"), ...hostForms]);
  const named = without(exactly(names, "<hidden>"));
  return { name: (text) => byForm(name(text)), text: (text) => byForm(name(named(text))) };
}

const without = (forms: readonly Form[]) => (text: string) =>
  forms.reduce((rest, [form, mark]) => rest.replaceAll(form, mark), text);

/** Redacts names where they are words of their own. */
export function hideNames(text: string, names: readonly string[], mark: string): string {
  return without(exactly(names, mark))(text);
}

/** Shorter names match parts of plain words and identify little. */
const least = 3;

function exactly(texts: readonly string[], mark: string): readonly Form[] {
  const long = texts.filter((text) => text.length >= least).sort((one, other) => other.length - one.length);
  if (long.length === 0) return [];
  return [[new RegExp(`(?<![\\p{L}\\d])(?:${long.map(escaped).join("|")})(?![\\p{L}\\d])`, "giu"), mark]];
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Whether a text holds a word in the form of an id or a key. */
export function hasIdOrKey(text: string): boolean {
  return (text.match(token) ?? []).some(isSecret);
}

const byForm = (text: string) =>
  maskSecrets(text, [], "<secret>").replaceAll(token, (word) => (isSecret(word) ? "<id>" : word));

/** Ids, keys and tokens: mixed digits and letters, many digits, a known prefix, or letters that form no words. */
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
