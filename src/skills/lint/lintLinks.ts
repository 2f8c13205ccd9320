import type { LineIndex } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic, type SkillFinding } from "../skillDocument.ts";
import { findLinks, type MarkdownLink } from "./findLinks.ts";

/** Codes of the problems that say a link or a named file leads nowhere. */
export const linkProblemCodes: ReadonlySet<string> = new Set([
  "broken-link",
  "missing-file",
  "link-outside",
  "link-absolute",
]);

/** A Markdown file of a skill; `body` is where its front matter ends. */
export interface SkillMarkdown {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly body: number;
}

/** All files of the skill, and the folders they make. */
export function listSkillPaths(files: readonly { readonly path: string }[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { path } of files) {
    paths.add(path);
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) paths.add(path.slice(0, end));
  }
  return paths;
}

const most = 100;
const mostLinks = 5000;

/** Where a Markdown file leads nowhere, or out of the skill's folder. */
export function lintLinks(markdown: SkillMarkdown, paths: ReadonlySet<string>): SkillDiagnostic[] {
  return findLinks(markdown.text, markdown.body)
    .slice(0, mostLinks)
    .flatMap((link) => {
      const finding = lintLink(link, markdown.path, paths);
      return finding ? [createSkillDiagnostic(markdown, link.span, { severity: "warning", ...finding })] : [];
    })
    .slice(0, most);
}

type Said = Pick<SkillFinding, "code" | "message">;

function lintLink({ target, kind }: MarkdownLink, from: string, paths: ReadonlySet<string>): Said | undefined {
  // Another site, a place in the same file, or a gap to be filled in.
  if (/^(?:[a-z][a-z0-9+.-]+:(?!\\)|\/\/|#|$)/i.test(target) && !/^file:/i.test(target)) return undefined;
  if (/[{}<>$*\u2026]|\.{3}/.test(target)) return undefined;
  const path = decoded(target.replace(/[?#].*$/s, "")).replaceAll("\\", "/");
  if (/^(?:file:|\/|~|[a-z]:)/i.test(path)) {
    const message = `"${target}" is an absolute path: write it relative to the skill's folder.`;
    return { code: "link-absolute", message };
  }
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  // The specification counts paths from the skill's folder, Markdown from the file.
  const [beside, fromTop] = [resolved(folder + path), resolved(path)];
  if (beside === undefined && fromTop === undefined) {
    return {
      code: "link-outside",
      message: `"${target}" leads out of the skill's folder: it is not there once installed.`,
    };
  }
  const wanted = [beside, fromTop].filter((one) => one !== undefined);
  if (wanted.some((one) => one === "" || paths.has(one))) return undefined;
  const alike = wanted.flatMap((one) => otherCase(one, paths) ?? []).at(0);
  if (alike !== undefined) {
    return { code: "broken-link", message: `"${target}" is written otherwise: the file is "${alike}".` };
  }
  return kind === "code"
    ? { code: "missing-file", message: `"${target}" is not among the skill's files.` }
    : { code: "broken-link", message: `"${target}" leads nowhere: there is no such file in the skill.` };
}

function otherCase(path: string, paths: ReadonlySet<string>): string | undefined {
  const folded = path.toLowerCase();
  for (const one of paths) if (one.toLowerCase() === folded) return one;
  return undefined;
}

/** Without `.` and `..`; undefined where it leads out. */
function resolved(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
