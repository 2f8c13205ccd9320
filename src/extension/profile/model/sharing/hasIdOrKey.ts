/** Long words of letters and signs, the form of ids and keys. */
const token = /[\p{L}\d_~+-]{5,}/gu;

/** Whether a text holds a word in the form of an id or a key. */
export function hasIdOrKey(text: string): boolean {
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
