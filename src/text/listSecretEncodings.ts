/** A secret as it is, and as the JSON and the URLs of common libraries have it. */
export function listSecretEncodings(secret: string): readonly string[] {
  if (/^[\w.~-]*$/.test(secret)) return [secret];
  const json = JSON.stringify(secret).slice(1, -1);
  const coded = json.replaceAll(/[+<>&'`]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  const upper = coded.replaceAll(/\\u00../g, (code) => `\\u${code.slice(2).toUpperCase()}`);
  const url = encodeURIComponent(secret.toWellFormed());
  return [...new Set([secret, json, json.replaceAll("/", "\\/"), coded, upper, url])];
}
