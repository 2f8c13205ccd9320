import type { TextSpan } from "../../text/position/lineIndex.ts";

export interface MarkdownLink {
  /** The target as written, without angle brackets. */
  readonly target: string;
  readonly span: TextSpan;
  /** `code` is a file name in inline code: `scripts/trim.py`. */
  readonly kind: "link" | "code";
}

const inlineLink = /\]\([ \t]*(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)/g;
const linkDefinition = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*(<[^<>\n]*>|\S+)/gm;
const htmlAttribute = /<(?:img|a|source|video)\s[^<>]{0,500}?(?:src|href)=(?:"([^"\n<>]*)"|'([^'\n<>]*)')/gi;
const inlineCode = /`([^`\n]+)`/g;
const bundledPath = /(?<![\w./~:}>$-])(?:\.\/)?(?:scripts|references|assets)\/[\w./-]*[\w-](?![\w/<>{}*$[\]…-])/g;

/** Finds links, images and names of bundled files in inline code, outside of code blocks. Offsets count from the start of the text. */
export function findLinks(text: string, from = 0): MarkdownLink[] {
  const prose = blankFences(text, from);
  const plain = prose.replaceAll(inlineCode, blank);
  return [
    ...findMatches(plain, inlineLink),
    ...findMatches(plain, linkDefinition),
    ...findMatches(plain, htmlAttribute),
    ...[...prose.matchAll(inlineCode)].flatMap(findCodeLinks),
  ];
}

function findMatches(text: string, pattern: RegExp): MarkdownLink[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const written = match[1] ?? match[2] ?? "";
    const isBracketed = written.startsWith("<");
    const target = isBracketed ? written.slice(1, -1) : written;
    const start = match.index + match[0].lastIndexOf(written) + (isBracketed ? 1 : 0);
    return target === "" ? [] : [{ target, span: [start, start + target.length] as const, kind: "link" as const }];
  });
}

function findCodeLinks(match: RegExpMatchArray): MarkdownLink[] {
  const written = match[1] ?? "";
  const start = (match.index ?? 0) + 1;
  return [...written.matchAll(bundledPath)].map(({ 0: target, index }) => ({
    target,
    span: [start + index, start + index + target.length],
    kind: "code",
  }));
}

/** Replaces fenced blocks by blanks, so that the offsets of other text do not change. */
function blankFences(text: string, from: number): string {
  let fence: string | undefined;
  const lines = text.slice(from).split(/(?<=\n)/);
  const outside = lines.map((line) => {
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    const wasInside = fence !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && /^[ \t>]*[`~]+\s*$/.test(line)) fence = undefined;
    return wasInside || fence !== undefined ? blank(line) : line;
  });
  return blank(text.slice(0, from)) + outside.join("");
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
