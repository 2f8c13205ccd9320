import type { TextSpan } from "../text/lineIndex.ts";

/** Where the front matter of a `SKILL.md` is. */
export type FrontMatter =
  | { readonly kind: "absent" | "open" }
  | {
      readonly kind: "closed";
      /** Its YAML, between the two lines of hyphens. */
      readonly yaml: TextSpan;
      readonly body: number;
      /** Whether both rows of hyphens are lines of their own, as clients want them. */
      readonly ownLines: boolean;
      /** What the reference validator takes for the YAML: up to the next three hyphens, wherever they are. */
      readonly referenceYaml: TextSpan;
    };

/**
 * Clients look for a line of three hyphens, the reference validator for the next three hyphens at all. The two differ where a value
 * holds `---`.
 */
export function findFrontMatter(text: string): FrontMatter {
  if (!text.startsWith("---")) return { kind: "absent" };
  const next = text.indexOf("---", 3);
  if (next === -1) return { kind: "open" };
  const referenceYaml: TextSpan = [3, next];
  const opening = /^---[ \t]*(?:\r\n|\r|\n)/.exec(text);
  const closing = opening && findClosingLine(text, opening[0].length);
  if (!opening || !closing)
    return { kind: "closed", yaml: referenceYaml, body: next + 3, ownLines: false, referenceYaml };
  return { kind: "closed", yaml: [opening[0].length, closing.start], body: closing.end, ownLines: true, referenceYaml };
}

function findClosingLine(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  const line = /(?<=^|[\r\n])---[ \t]*(?:\r\n|\r|\n|$)/g;
  line.lastIndex = from;
  const found = line.exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}
