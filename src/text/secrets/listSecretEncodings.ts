/** Lists a secret and its encodings in JSON and URLs by common libraries. */
export function listSecretEncodings(secret: string): readonly string[] {
  if (/^[\w.~-]*$/.test(secret)) return [secret];
  const json = JSON.stringify(secret).slice(1, -1);
  const escapedJson = json.replaceAll(/[+<>&'`]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
  const upperCaseEscapes = escapedJson.replaceAll(/\\u00../g, (code) => `\\u${code.slice(2).toUpperCase()}`);
  const url = encodeURIComponent(secret.toWellFormed());
  return [...new Set([secret, json, json.replaceAll("/", "\\/"), escapedJson, upperCaseEscapes, url])];
}
