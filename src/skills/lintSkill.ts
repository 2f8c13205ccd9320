import { pathProblems } from "../contract/filePaths.ts";
import { type Finding, problemAt, readDocument, type SkillDocument } from "./document.ts";
import { linesOf, type Span } from "./lines.ts";
import { lintFields } from "./lintFields.ts";
import type { Problem, SkillFile } from "./model.ts";
import { skillFile } from "./skillFile.ts";

/**
 * What is wrong with a skill. Errors are what the reference validator refuses (https://agentskills.io/specification#validation),
 * no more and no less; the rest is advice. `folder` is the name of the skill's folder: without it the name is not compared.
 */
export function lintSkill(files: readonly SkillFile[], folder?: string): Problem[] {
  const file = skillFile(files);
  if (!file) return [noSkillFile(), ...lintPaths(files)];
  const document = readDocument(file);
  return [...lintDocument(document, folder), ...lintPaths(files)].sort(byPlace);
}

export function isValid(problems: readonly { readonly severity: Problem["severity"] }[]): boolean {
  return problems.every(({ severity }) => severity !== "error");
}

function byPlace(a: Problem, b: Problem): number {
  return Number(a.path > b.path) - Number(a.path < b.path) || a.line - b.line || a.column - b.column;
}

function noSkillFile(): Problem {
  const finding: Finding = {
    severity: "error",
    code: "no-skill-file",
    message: "The folder has no SKILL.md at its top.",
  };
  return problemAt({ path: "SKILL.md", lines: linesOf("") }, [0, 0], finding);
}

function lintDocument(document: SkillDocument, folder: string | undefined): Problem[] {
  const { frontMatter, byteOrderMark, sound, text, lines } = document;
  const firstLine: Span = lines.wholeLines([0, 0]);
  const error = (code: string, message: string) => [
    problemAt(document, firstLine, { severity: "error", code, message }),
  ];
  if (!sound) return error("encoding", "The file is not UTF-8: save it with that encoding.");
  if (byteOrderMark)
    return error("byte-order-mark", "The file begins with a byte order mark: save it as UTF-8 without.");
  if (frontMatter.kind === "absent") return [noFrontMatter(document, folder)];
  if (frontMatter.kind === "open")
    return error("front-matter-open", 'The front matter is not closed: end it with a line "---".');
  const yaml = document.referenceYaml.findings.map(({ span, code, message }) =>
    problemAt(document, span, { severity: "error", code, message }),
  );
  return text === "" ? yaml : [...yaml, ...lintFields(document, folder)];
}

function noFrontMatter(document: SkillDocument, folder: string | undefined): Problem {
  const text = `---\nname: ${folder ?? "my-skill"}\ndescription: What it does. Use when ...\n---\n\n`;
  return problemAt(document, document.lines.wholeLines([0, 0]), {
    severity: "error",
    code: "front-matter-missing",
    message: 'The file must begin with a front matter: a line "---", its fields, a line "---".',
    fixes: [{ title: "Add a front matter", edits: [{ ...document.lines.range([0, 0]), text }] }],
  });
}

/** Names that cannot be written on every system: such a skill cannot be published. */
function lintPaths(files: readonly SkillFile[]): Problem[] {
  return pathProblems(files.map(({ path }) => path)).map(({ path, message }) =>
    problemAt({ path, lines: linesOf("") }, [0, 0], {
      severity: "warning",
      code: "path",
      message: `This path cannot be written on every system. ${message}`,
    }),
  );
}
