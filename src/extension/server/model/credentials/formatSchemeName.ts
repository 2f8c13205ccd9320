const acronyms: Readonly<Record<string, string>> = { api: "API", oauth: "OAuth", oauth2: "OAuth 2", jwt: "JWT" };
/** Words that say only where a key stands, or that something is a security scheme. */
const schemeWords = /^(?:authentication|authorization|auth|cookie|header|param|parameter|query|scheme|security)$/i;

/** `Client token` for `clientTokenAuthorizationHeader`, `API key` for `ApiKeyAuth`; the name of a header stays as it is. */
export function formatSchemeName(name: string): string {
  if (/[\s-]/.test(name)) return name.replace(/ (?:body|cookie|header|query)$/, "");
  const all = name
    .replaceAll("OAuth", "Oauth")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_.]+/)
    .filter((word) => word !== "");
  const last = all.findLastIndex((word) => !schemeWords.test(word));
  const words = all
    .slice(0, last === -1 ? undefined : last + 1)
    .map((word) => acronyms[word.toLowerCase()] ?? lower(word));
  const text = words.join(" ");
  return text === "" ? name : text.charAt(0).toUpperCase() + text.slice(1);
}

const lower = (word: string) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase());
