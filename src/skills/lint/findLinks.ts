import type { TextSpan } from "../../text/position/lineIndex.ts";

/** A place that a Markdown file names. */
export interface MarkdownLink {
  /** As it is written, without the angle brackets. */
  readonly target: string;
  readonly span: TextSpan;
  /** Code names a file in passing: `scripts/trim.py`. */
  readonly kind: "link" | "code";
}

const inlineLink = /\]\([ \t]*(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)/g;
const definition = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*(<[^<>\n]*>|\S+)/gm;
const attribute = /<(?:img|a|source|video)\s[^<>]{0,500}?(?:src|href)=(?:"([^"\n<>]*)"|'([^'\n<>]*)')/gi;
const code = /`([^`\n]+)`/g;
const bundled = /(?<![\w./~:}>$-])(?:\.\/)?(?:scripts|references|assets)\/[\w./-]*[\w-](?![\w/<>{}*$[\]…-])/g;

/** Links, images and the bundled files that inline code names, outside of blocks of code. Offsets count from the start of the text. */
export function findLinks(text: string, from = 0): MarkdownLink[] {
  const prose = withoutFences(text, from);
  const plain = prose.replaceAll(code, blank);
  return [
    ...matches(plain, inlineLink),
    ...matches(plain, definition),
    ...matches(plain, attribute),
    ...[...prose.matchAll(code)].flatMap(codeLinks),
  ];
}

function matches(text: string, pattern: RegExp): MarkdownLink[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const said = match[1] ?? match[2] ?? "";
    const isBracketed = said.startsWith("<");
    const target = isBracketed ? said.slice(1, -1) : said;
    const start = match.index + match[0].lastIndexOf(said) + (isBracketed ? 1 : 0);
    return target === "" ? [] : [{ target, span: [start, start + target.length] as const, kind: "link" as const }];
  });
}

function codeLinks(match: RegExpMatchArray): MarkdownLink[] {
  const said = match[1] ?? "";
  const start = (match.index ?? 0) + 1;
  return [...said.matchAll(bundled)].map(({ 0: target, index }) => ({
    target,
    span: [start + index, start + index + target.length],
    kind: "code",
  }));
}

/** Fenced blocks as blanks, so that all else keeps its place. */
function withoutFences(text: string, from: number): string {
  let fence: string | undefined;
  const lines = text.slice(from).split(/(?<=\n)/);
  const kept = lines.map((line) => {
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    const wasInside = fence !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && /^[ \t>]*[`~]+\s*$/.test(line)) fence = undefined;
    return wasInside || fence !== undefined ? blank(line) : line;
  });
  return blank(text.slice(0, from)) + kept.join("");
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
