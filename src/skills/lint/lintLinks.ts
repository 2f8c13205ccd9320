import * as l10n from "@vscode/l10n";
import type { LineIndex, TextSpan } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic, type SkillFinding } from "../skillDocument.ts";

interface MarkdownLink {
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
function findLinks(text: string, from = 0): MarkdownLink[] {
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

/** Codes of the problems of links and of file names in code. */
export const linkProblemCodes: ReadonlySet<string> = new Set([
  "broken-link",
  "missing-file",
  "link-outside",
  "link-absolute",
]);

/** A Markdown file of a skill; `body` is the offset where its front matter ends. */
export interface SkillMarkdown {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly body: number;
}

/** Lists all files of the skill and the folders they are in. */
export function listSkillPaths(files: readonly { readonly path: string }[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { path } of files) {
    paths.add(path);
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) paths.add(path.slice(0, end));
  }
  return paths;
}

const maximumProblems = 100;
const maximumLinks = 5000;

/** Reports links to missing files and links out of the skill's folder. */
export function lintLinks(markdown: SkillMarkdown, paths: ReadonlySet<string>): SkillDiagnostic[] {
  const problems: SkillDiagnostic[] = [];
  for (const link of findLinks(markdown.text, markdown.body).slice(0, maximumLinks)) {
    const finding = lintLink(link, markdown.path, paths);
    if (finding) problems.push(createSkillDiagnostic(markdown, link.span, { severity: "warning", ...finding }));
    if (problems.length === maximumProblems) break;
  }
  return problems;
}

type LinkFinding = Pick<SkillFinding, "code" | "message">;

function lintLink({ target, kind }: MarkdownLink, from: string, paths: ReadonlySet<string>): LinkFinding | undefined {
  // The target is another site, an anchor in the same file or a placeholder.
  if (/^(?:[a-z][a-z0-9+.-]+:(?!\\)|\/\/|#|$)/i.test(target) && !/^file:/i.test(target)) return undefined;
  if (/[{}<>$*\u2026]|\.{3}/.test(target)) return undefined;
  const path = decodePath(target.replace(/[?#].*$/s, "")).replaceAll("\\", "/");
  if (/^(?:file:|\/|~|[a-z]:)/i.test(path)) {
    const message = l10n.t`"${target}" is an absolute path: write it relative to the skill's folder.`;
    return { code: "link-absolute", message };
  }
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  // The specification resolves paths from the skill's folder, Markdown from the file.
  const [fromFile, fromFolder] = [normalizePath(folder + path), normalizePath(path)];
  if (fromFile === undefined && fromFolder === undefined) {
    return {
      code: "link-outside",
      message: l10n.t`"${target}" is outside of the skill's folder, so it is missing after installation. Copy it into the folder.`,
    };
  }
  const candidates = [fromFile, fromFolder].filter((one) => one !== undefined);
  if (candidates.some((one) => one === "" || paths.has(one))) return undefined;
  const sameInOtherCase = candidates.flatMap((one) => findInOtherCase(one, paths) ?? []).at(0);
  if (sameInOtherCase !== undefined) {
    return {
      code: "broken-link",
      message: l10n.t`"${target}" differs from the file name in case: write "${sameInOtherCase}".`,
    };
  }
  return kind === "code"
    ? { code: "missing-file", message: l10n.t`"${target}" is not among the skill's files.` }
    : { code: "broken-link", message: l10n.t`"${target}" does not exist: the skill has no such file.` };
}

function findInOtherCase(path: string, paths: ReadonlySet<string>): string | undefined {
  const folded = foldedPaths.get(paths) ?? new Map([...paths].map((one) => [one.toLowerCase(), one]));
  foldedPaths.set(paths, folded);
  return folded.get(path.toLowerCase());
}
const foldedPaths = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, string>>();

/** Resolves `.` and `..`; undefined if the path leads out of the folder. */
function normalizePath(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
