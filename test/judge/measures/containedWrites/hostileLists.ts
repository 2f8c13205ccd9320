import fc from "fast-check";

/** Names that leave the folder, collide with others, are reserved for devices, or exist as another kind of entry. */
const odd = [
  ...["..", ".", "", "...", "~", "%2e%2e", "..%2f..", "C:", "c:x", "\\", "..\\..", "\\\\host\\share", "/", "//"],
  ...["a\0b", "a\nb", "con", "NUL.txt", "COM¹", "aux.", "a.", "a ", "a:b", "a|b", "\ud800", "\u202e", "x".repeat(256)],
  ...["a", "A", "ä", "a\u0308", "ß", "ss", "ﬁ", "fi", "ſ", "s", "K", "k"],
  ...["link", "LINK", "dangling", "afile", "adir", "SKILL.md", "scripts", "run.js"],
];
const part = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...odd) },
  { weight: 2, arbitrary: fc.stringMatching(/^[a-z]{1,6}(\.md)?$/) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
);
const path = fc.oneof(
  { weight: 6, arbitrary: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")) },
  { weight: 5, arbitrary: fc.stringMatching(/^[a-z]{1,4}(\/[a-z]{1,4}){0,2}$/) },
  { weight: 1, arbitrary: fc.constantFrom("../../outside/kept.txt", "/etc/passwd", "link/kept.txt", "link/new.txt") },
);

/** Generates lists of paths as they occur in services, archives and folders. */
export const hostileLists = fc.array(path, { minLength: 1, maxLength: 4 });
