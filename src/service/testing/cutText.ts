/** What one text of a case may hold, in characters; a run of hundreds of them is still read in one answer. */
const longest = 64 * 1024;
/** The end says more than the middle: it is where output stops and what failed last. */
const keptEnd = 8 * 1024;

/** A text with its middle left out where it is too long, and how much that was. */
export function cutText(text: string, limit = longest): string {
  if (text.length <= limit) return text;
  const end = Math.min(keptEnd, Math.floor(limit / 4));
  const cut = text.length - limit;
  return `${text.slice(0, limit - end)}\n… ${cut} characters are left out here …\n${text.slice(text.length - end)}`;
}
