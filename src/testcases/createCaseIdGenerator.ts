const maximumLength = 60;

/** Derives case ids from texts, so that an inserted case does not change other ids. Numbers duplicates. */
export function createCaseIdGenerator(group: string): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const id = `${group}:${createSlug(text)}`;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}~${count}`;
  };
}

function createSlug(text: string): string {
  const slugText = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  const short = [...slugText.slice(0, 2 * maximumLength)].slice(0, maximumLength).join("");
  return short === slugText && slugText !== "" ? slugText : `${short.replace(/-$/, "")}-${hashText(text)}`;
}

/** FNV-1a. */
function hashText(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}
