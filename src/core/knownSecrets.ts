import { secretForms } from "../skills/secretForms.ts";

const forms: readonly RegExp[] = [
  // Whole, before its first line alone is found.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  ...secretForms.map(([form]) => form),
  // Keys of ours whatever their length, tokens (RFC 7519), and what follows the name of a scheme.
  /\bflk_[A-Za-z0-9_-]+/g,
  /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g,
  /(?<=\b(?:Bearer|Basic)\s+)[A-Za-z0-9._~+/=-]{8,}/gi,
  // User and password of a URL, then its query and fragment.
  /(?<=\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]+(?=@)/gi,
  /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s?#]*[?#])\S+/gi,
];

/** A text without what its form tells to be a secret, wherever it stands. */
export function withoutKnownSecrets(text: string, instead: string): string {
  return forms.reduce((clean, form) => clean.replaceAll(form, instead), text);
}
