const longest = 60;

/** Ids of cases, made of what the cases say, so that a case in between changes none of the others. The same text twice is numbered. */
export function createCaseIdGenerator(group: string): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const id = `${group}:${slug(text)}`;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}~${count}`;
  };
}

function slug(text: string): string {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  const short = [...words.slice(0, 2 * longest)].slice(0, longest).join("");
  return short === words && words !== "" ? words : `${short.replace(/-$/, "")}-${hash(text)}`;
}

/** FNV-1a. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}
