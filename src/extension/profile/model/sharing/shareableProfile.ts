import * as l10n from "@vscode/l10n";
import { type DialectProfile, dialectProfileSchema } from "../../../../contract/dialectProfile.ts";
import { maskSecrets } from "../../../../text/secrets/maskSecrets.ts";

type Credential = NonNullable<DialectProfile["credential"]>;
type NamedValues = Readonly<Record<string, string>>;

/** What a shared profile does not hold, so that each user enters their own. */
export interface OmittedFacts {
  /** The user name of HTTP Basic. */
  readonly user: boolean;
  /** The client id of OAuth client credentials. */
  readonly clientId: boolean;
  /** Names of headers and of parameters whose value is left empty. */
  readonly headers: readonly string[];
  readonly query: readonly string[];
}

/** The profile without what identifies its user or looks like a secret. */
export function toShareableProfile(profile: DialectProfile): DialectProfile {
  const { credential, query } = profile;
  // Parsing restores the order of the file format.
  return dialectProfileSchema.parse({
    ...changeHeaders(profile, emptySecrets),
    ...(credential && { credential: omitUser(credential) }),
    ...(query && { query: emptySecrets(query) }),
  });
}

/** The profile with the headers of every request, and those of each operation, changed. */
function changeHeaders(
  profile: DialectProfile,
  change: (headers: NamedValues, operation?: string) => Record<string, string>,
): DialectProfile {
  const operations = Object.entries(profile.operations).map(
    ([name, lines]) => [name, lines.headers ? { ...lines, headers: change(lines.headers, name) } : lines] as const,
  );
  return {
    ...profile,
    ...(profile.headers && { headers: change(profile.headers) }),
    operations: Object.fromEntries(operations),
  };
}

const emptyNames = (values: NamedValues) => Object.keys(values).filter((name) => values[name] === "");

function omitUser({ user, clientCredentials, ...way }: Credential): Credential {
  if (!clientCredentials) return way;
  const { clientId, ...client } = clientCredentials;
  return { ...way, clientCredentials: client };
}

/** What a profile from a file does not hold. */
export function findOmittedFacts({ credential, headers = {}, query = {}, operations }: DialectProfile): OmittedFacts {
  const { scheme = "", user, clientCredentials } = credential ?? {};
  const all = [headers, ...Object.values(operations).map((lines) => lines.headers ?? {})];
  return {
    user: /^basic$/i.test(scheme) && user === undefined && clientCredentials === undefined,
    clientId: clientCredentials !== undefined && clientCredentials.clientId === undefined,
    headers: [...new Set(all.flatMap(emptyNames))],
    query: emptyNames(query),
  };
}

/** Completes a profile from a file with what the same connection already has, such as its own exported profile. */
export function restoreOmittedFacts(profile: DialectProfile, known: DialectProfile): DialectProfile {
  const omitted = findOmittedFacts(profile);
  const { user, clientCredentials } = known.credential ?? {};
  const { credential, query } = profile;
  const client = credential?.clientCredentials;
  const isSameServer = client?.tokenUrl === clientCredentials?.tokenUrl;
  return {
    ...changeHeaders(profile, (headers, operation) => {
      const own = operation === undefined ? known.headers : known.operations[operation]?.headers;
      return { ...headers, ...pickValues(own, emptyNames(headers)) };
    }),
    ...(credential && {
      credential: {
        ...credential,
        ...(omitted.user && user !== undefined && { user }),
        ...(client && isSameServer && { clientCredentials: { ...clientCredentials, ...client } }),
      },
    }),
    ...(query && { query: { ...query, ...pickValues(known.query, omitted.query) } }),
  };
}

/** Sets the value of a header wherever it is empty. */
export function completeHeader(profile: DialectProfile, name: string, value: string): DialectProfile {
  return changeHeaders(profile, (headers) => ({ ...headers, ...(headers[name] === "" && { [name]: value }) }));
}

function pickValues(known: NamedValues = {}, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
}

/** What the shareable form of a profile lacks, for a message; empty if nothing. */
export function formatOmittedFacts(profile: DialectProfile): string {
  const before = findOmittedFacts(profile);
  const after = findOmittedFacts(toShareableProfile(profile));
  const added = (names: readonly string[], known: readonly string[]) => names.filter((name) => !known.includes(name));
  const named = [...added(after.headers, before.headers), ...added(after.query, before.query)];
  return [
    ...(profile.credential?.user === undefined ? [] : [l10n.t("the user name")]),
    ...(profile.credential?.clientCredentials?.clientId === undefined ? [] : [l10n.t("the client id")]),
    ...named.map((name) => l10n.t`the value of ${name}`),
  ].join(", ");
}

/** The texts of a profile that a report or a support bundle must not hold. */
export function listPersonalTexts({ credential, headers, query, operations }: DialectProfile): readonly string[] {
  const all = [headers, query, ...Object.values(operations).map((lines) => lines.headers)];
  const values = all.flatMap((named = {}) => Object.entries(named).filter(isSecretValue));
  const texts = [credential?.user, credential?.clientCredentials?.clientId, ...values.map(([, value]) => value)];
  return texts.flatMap((text) => text || []);
}

function emptySecrets(values: NamedValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map((entry) => [entry[0], isSecretValue(entry) ? "" : entry[1]]));
}

const secretNames =
  /(?:^|[-_])(?:access|api|app|auth|client|private|session|subscription)?-?(?:tokens?|secrets?|passwords?|passwd|keys?|auth|authorization|cookies?|credentials?|signature|session)(?:$|[-_])/i;

/** By its name, or by its form. What each request has a value of its own for is none, nor is plain text beside it. */
function isSecretValue([name, value]: readonly [string, string]): boolean {
  const text = value.replaceAll(/\{(?:uuid|now|id)\}/g, " ");
  if (text !== value) return maskSecrets(text, []) !== text || hasIdOrKey(text);
  const line = `${name}: ${value}`;
  return value !== "" && (secretNames.test(name) || maskSecrets(line, []) !== line || hasIdOrKey(value));
}

/** Long words of letters and signs, the form of ids and keys. */
const token = /[\p{L}\d_~+-]{5,}/gu;

/** Whether a text holds a word in the form of an id or a key. */
function hasIdOrKey(text: string): boolean {
  return (text.match(token) ?? []).some(isSecret);
}

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
