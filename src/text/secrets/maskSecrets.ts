import * as l10n from "@vscode/l10n";

/**
 * Patterns that recognize a secret by its context; `$1` stays in the text. Texts may be long and arbitrary, so every pattern must run
 * in linear time.
 */
const secretLocations: readonly RegExp[] = [
  // Environment variables and headers with telling names. They come first because a name may look like a credential itself.
  /(\b(?=[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASSWD|KEY|CREDENTIAL))[A-Z][A-Z0-9_]*["']?\s*[=:]\s*["']?)(?:(?:Bearer|Basic|Token|Negotiate)\s+)?[^\s"',;]{3,}/g,
  /((?:"[\w-]*(?:token|secret|password|api[_-]?key)"|\b(?:x-api-key|cookie|set-cookie|api[_-]?key))\s*[=:]\s*["']?)(?:(?:Bearer|Basic|Token|Negotiate)\s+)?[^\s"',;]{3,}/gi,
  // Credentials in a header, in a URL, and in the query of a URL.
  /\b((?:Bearer|Basic|Token|Negotiate)\s+)[\w.~+/=-]{8,}/gi,
  /(:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g,
  /([?&#][\w.-]*(?:token|key|secret|password|ticket|code|sig|signature|credential|assertion)=)[^&\s"'<>]+/gi,
];
const privateKey = /-----BEGIN (?:[A-Z]{2,10} ){0,3}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g;
const signedToken = /\beyJ[\w-]{8,2000}\.[\w-]{8,}\.[\w-]*/g;

/**
 * Replaces everything that looks like a key or a token. The service masks known secrets in its logs, but a text for a model may come
 * from any source. `known` are the secrets of this window, `mask` is the replacement.
 */
export function maskSecrets(text: string, secrets: readonly string[], mask = "***"): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, mask);
  clean = clean.replaceAll(privateKey, mask).replaceAll(signedToken, mask);
  for (const [pattern] of secretPatterns) clean = clean.replaceAll(pattern, mask);
  for (const location of secretLocations) clean = clean.replaceAll(location, `$1${mask}`);
  return clean;
}

/** What has the form of a key or a token by itself, wherever it stands. */
export function listSecretTexts(text: string): readonly string[] {
  const forms = [privateKey, signedToken, ...secretPatterns.map(([pattern]) => pattern)];
  return forms.flatMap((form) => text.match(form) ?? []);
}

/** Patterns of keys with a distinctive form, so that texts about keys do not match. They are global, for `matchAll` and `replaceAll`. */
export const secretPatterns: readonly (readonly [form: RegExp, name: string])[] = [
  [/-----BEGIN (?:[A-Z]{2,10} ){0,3}PRIVATE KEY-----/g, l10n.t("a private key")],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, l10n.t("an AWS access key")],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{40,255})/g, l10n.t("a GitHub token")],
  [/\bglpat-[A-Za-z0-9_-]{20,255}/g, l10n.t("a GitLab token")],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{20,255}/g, l10n.t("a Slack token")],
  [/\bsk-[A-Za-z0-9_-]{32,255}/g, l10n.t("an API key")],
  [/\bAIza[0-9A-Za-z_-]{35}\b/g, l10n.t("a Google API key")],
  [/\b[rs]k_live_[0-9a-zA-Z]{20,255}/g, l10n.t("a Stripe key")],
  [/\bnpm_[A-Za-z0-9]{36}\b/g, l10n.t("an npm token")],
  [/\bflk_[A-Za-z0-9_-]{40,255}/g, l10n.t("a Fairlead API key")],
];
