import { secretPatterns } from "./secretPatterns.ts";

/**
 * What a secret is recognised by where its own form does not tell it; `$1` is what stays. Texts may be long and anything at all, so
 * nothing is looked for that takes longer than its text is long.
 */
const places: readonly RegExp[] = [
  // Environment variables and headers that are named after what they hold: first, as a name may look like a credential itself.
  /(\b(?=[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASSWD|KEY|CREDENTIAL))[A-Z][A-Z0-9_]*["']?\s*[=:]\s*["']?)(?:(?:Bearer|Basic|Token|Negotiate)\s+)?[^\s"',;]{3,}/g,
  /((?:"[\w-]*(?:token|secret|password|api[_-]?key)"|\b(?:x-api-key|cookie|set-cookie|api[_-]?key))\s*[=:]\s*["']?)(?:(?:Bearer|Basic|Token|Negotiate)\s+)?[^\s"',;]{3,}/gi,
  // Credentials of a header, of a URL, and of a URL's query.
  /\b((?:Bearer|Basic|Token|Negotiate)\s+)[\w.~+/=-]{8,}/gi,
  /(:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g,
  /([?&#][\w.-]*(?:token|key|secret|password|ticket|code|sig|signature|credential|assertion)=)[^&\s"'<>]+/gi,
];
const wholeKey = /-----BEGIN (?:[A-Z]{2,10} ){0,3}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g;
const signedToken = /\beyJ[\w-]{8,2000}\.[\w-]{8,}\.[\w-]*/g;

/**
 * The text without what looks like a key or a token. The service masks what it knows of in the logs it keeps; a model gets to see
 * nothing that looks like one either, wherever it comes from. `known` are secrets of this window, `mask` what stands in their place.
 */
export function maskSecrets(text: string, known: readonly string[], mask = "***"): string {
  let clean = text;
  for (const secret of known) if (secret.length >= 4) clean = clean.replaceAll(secret, mask);
  clean = clean.replaceAll(wholeKey, mask).replaceAll(signedToken, mask);
  for (const [form] of secretPatterns) clean = clean.replaceAll(form, mask);
  for (const place of places) clean = clean.replaceAll(place, `$1${mask}`);
  return clean;
}
