/** Appends keys to a JSON pointer (RFC 6901). */
export function appendToPointer(base: string, ...keys: readonly (string | number)[]): string {
  return keys.reduce<string>((pointer, key) => `${pointer}/${escapeKey(String(key))}`, base);
}

export function splitPointer(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapePointerKey);
}

const escapeKey = (key: string) => (/[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key);
export const unescapePointerKey = (key: string) =>
  key.includes("~") ? key.replaceAll("~1", "/").replaceAll("~0", "~") : key;
