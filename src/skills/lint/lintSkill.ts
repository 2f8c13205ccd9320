import * as l10n from "@vscode/l10n";
import { findPathProblems } from "../../text/filePaths.ts";
import type { FileContent } from "../../text/files/fileContent.ts";
import { createLineIndex, type TextSpan } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic, SkillFix } from "../skill.ts";
import { createSkillDiagnostic, readSkillDocument, type SkillDocument, type SkillFinding } from "../skillDocument.ts";
import { findSkillFile } from "../skillFile.ts";
import { suggestSkillName } from "../skillNameRules.ts";
import type { YamlFinding } from "../yamlFields.ts";
import { lintFields } from "./lintFields.ts";
import { lintTexts } from "./lintTexts.ts";

/** https://agentskills.io/specification#progressive-disclosure */
const maximumLines = 500;
/** About 5000 tokens. */
const maximumCharacters = 20_000;

/** Checks the length of the instructions. */
function lintBody(document: SkillDocument): SkillDiagnostic[] {
  const { frontMatter, text, lines } = document;
  if (frontMatter.kind !== "closed") return [];
  const body = text.slice(frontMatter.body);
  const start = frontMatter.body + (/^\s*/.exec(body)?.[0].length ?? 0);
  const createAdvice = (span: TextSpan, code: string, message: string) => [
    createSkillDiagnostic(document, span, { severity: "warning", code, message }),
  ];
  if (body.trim() === "") {
    return createAdvice([0, 3], "no-instructions", l10n.t("The skill has no instructions below its front matter."));
  }
  const firstLine = lines.line(start);
  const count = lines.line(text.trimEnd().length) - firstLine + 1;
  if (count > maximumLines) {
    const offset = lines.offset(firstLine + maximumLines, 1);
    const message = l10n.t`The instructions have ${count} lines; keep them under ${maximumLines} and move the rest to files that are read when needed.`;
    return createAdvice(lines.wholeLines([offset, offset]), "long", message);
  }
  if (body.length <= maximumCharacters) return [];
  const message = l10n.t`The instructions are long (about ${Math.round(body.length / 4000)} thousand tokens); 5 thousand are recommended. Move parts to files that are read when needed.`;
  return createAdvice(lines.wholeLines([start, start]), "long", message);
}

/**
 * Finds the problems of a skill. Errors are exactly what the reference validator rejects
 * (https://agentskills.io/specification#validation); the rest is advice. `folder` is the name of the skill's folder; without it the
 * skill's name is not compared.
 */
export function lintSkill(files: readonly FileContent[], folder?: string): SkillDiagnostic[] {
  const file = findSkillFile(files);
  if (!file) return [createMissingFileDiagnostic(), ...lintPaths(files), ...lintTexts(files, undefined, 0)];
  const document = readSkillDocument(file);
  const body = document.frontMatter.kind === "closed" ? document.frontMatter.body : 0;
  const problems = [...lintDocument(document, folder), ...lintPaths(files), ...lintTexts(files, file.path, body)];
  return problems.sort(compareLocations);
}

export function isValidSkill(problems: readonly { readonly severity: SkillDiagnostic["severity"] }[]): boolean {
  return problems.every(({ severity }) => severity !== "error");
}

function compareLocations(a: SkillDiagnostic, b: SkillDiagnostic): number {
  return Number(a.path > b.path) - Number(a.path < b.path) || a.line - b.line || a.column - b.column;
}

function createMissingFileDiagnostic(): SkillDiagnostic {
  const message = l10n.t("The folder has no SKILL.md at its top.");
  return createSkillDiagnostic({ path: "SKILL.md", lines: createLineIndex("") }, [0, 0], {
    severity: "error",
    code: "no-skill-file",
    message,
  });
}

function lintDocument(document: SkillDocument, folder: string | undefined): SkillDiagnostic[] {
  const { frontMatter, byteOrderMark, validUtf8, path } = document;
  const first = findFirstLine(document);
  const createDiagnostics = (finding: SkillFinding) => [createSkillDiagnostic(document, first, finding)];
  const error = (code: string, message: string) => createDiagnostics({ severity: "error", code, message });
  if (!validUtf8) return error("encoding", l10n.t("The file is not UTF-8: save it with that encoding."));
  if (byteOrderMark)
    return error("byte-order-mark", l10n.t("The file begins with a byte order mark: save it as UTF-8 without one."));
  if (frontMatter.kind === "absent") return [createMissingFrontMatterDiagnostic(document, folder)];
  if (frontMatter.kind === "open") {
    return error("front-matter-open", l10n.t('The front matter is not closed: end it with a line "---".'));
  }
  const message = l10n.t`Clients look for SKILL.md in upper case: rename ${path}.`;
  const fileNameProblems =
    path === "SKILL.md" ? [] : createDiagnostics({ severity: "warning", code: "file-name", message });
  return [...fileNameProblems, ...lintFrontMatter(document, folder), ...lintBody(document)];
}

function findFirstLine({ text }: SkillDocument): TextSpan {
  return [0, /^[^\r\n]*/.exec(text)?.[0].length ?? 0];
}

function createMissingFrontMatterDiagnostic(document: SkillDocument, folder: string | undefined): SkillDiagnostic {
  const name = (folder === undefined ? undefined : suggestSkillName(folder)) ?? "my-skill";
  const text = `---\nname: ${name}\ndescription: What it does. Use when ...\n---\n\n`;
  return createSkillDiagnostic(document, findFirstLine(document), {
    severity: "error",
    code: "front-matter-missing",
    message: l10n.t('The file must begin with front matter: a line "---", the fields, a line "---".'),
    fixes: [{ title: l10n.t("Add Front Matter"), edits: [{ ...document.lines.range([0, 0]), text }] }],
  });
}

/** A skill with a path that some system cannot store cannot be published. */
function lintPaths(files: readonly FileContent[]): SkillDiagnostic[] {
  return findPathProblems(files.map(({ path }) => path)).map(({ path, message }) =>
    createSkillDiagnostic({ path, lines: createLineIndex("") }, [0, 0], {
      severity: "warning",
      code: "path",
      message: l10n.t`Some systems cannot store this path. ${message}`,
    }),
  );
}

/**
 * Checks a closed front matter. Where hyphens end it too early, they are the one problem: not also what follows from them. Errors are
 * what the reference validator rejects, so a problem that only clients have is a warning.
 */
function lintFrontMatter(document: SkillDocument, folder: string | undefined): SkillDiagnostic[] {
  const { frontMatter, text, yaml } = document;
  if (frontMatter.kind !== "closed") return [];
  const end = frontMatter.referenceYaml[1];
  const createHyphens = (
    severity: SkillDiagnostic["severity"],
    span: TextSpan,
    message: string,
    fixes: SkillFix[] = [],
  ) => createSkillDiagnostic(document, span, { severity, code: "hyphens", message, fixes });
  const long = findLongFences(text);
  const [fence] = long;
  const fenceMessage = l10n.t('A line of exactly three hyphens begins and ends the front matter: "---".');
  if (fence?.[0] === 0) return [createHyphens("error", fence, fenceMessage, shortenFences(document, long))];
  const reference = lintYaml(document, folder);
  if (fence) return [...reference, createHyphens("warning", fence, fenceMessage, shortenFences(document, long))];
  if (!frontMatter.ownLines) {
    const message = l10n.t('Clients require the hyphens on separate lines: "---".');
    return [...reference, createHyphens("warning", [end, end + 3], message)];
  }
  if (end === frontMatter.yaml[1]) return reference;
  const clients = lintYaml({ ...document, referenceYaml: yaml }, folder);
  const hidden = reference.filter((problem) => !includesProblem(clients, problem));
  const message = l10n.t("The reference validator ends the front matter at these hyphens: use other characters.");
  return [
    createHyphens(hidden.some(isError) ? "error" : "warning", [end, end + 3], message),
    ...clients.map((problem): SkillDiagnostic => {
      return isError(problem) && !includesProblem(reference, problem) ? { ...problem, severity: "warning" } : problem;
    }),
  ];
}

const isError = ({ severity }: SkillDiagnostic) => severity === "error";

function includesProblem(problems: readonly SkillDiagnostic[], { code, line, column }: SkillDiagnostic): boolean {
  return problems.some((problem) => problem.code === code && problem.line === line && problem.column === column);
}

/** The hyphens of the lines that begin and end the front matter, where they are more than three. */
function findLongFences(text: string): readonly TextSpan[] {
  const lines = [...text.matchAll(/(?<=^|[\r\n])-{3,}(?=[ \t]*(?:[\r\n]|$))/g)].slice(0, 2);
  if (lines[0]?.index !== 0) return [];
  const spans = lines.map(({ index, 0: hyphens }): TextSpan => [index, index + hyphens.length]);
  return spans.filter(([from, to]) => to - from > 3);
}

function shortenFences({ lines }: SkillDocument, fences: readonly TextSpan[]): SkillFix[] {
  return [{ title: l10n.t("Use Three Hyphens"), edits: fences.map((span) => ({ ...lines.range(span), text: "---" })) }];
}

const unreadableYaml: ReadonlySet<YamlFinding["code"]> = new Set(["yaml", "colon", "not-a-map"]);

function lintYaml(document: SkillDocument, folder: string | undefined): SkillDiagnostic[] {
  const { findings } = document.referenceYaml;
  const problems = [...findTabAfterHyphens(document), ...findings].map(({ span, code, message }) => {
    const fixes = code === "colon" ? quoteText(document, span) : [];
    return createSkillDiagnostic(document, span, { severity: "error", code, message, fixes });
  });
  // The fields of invalid YAML are unknown.
  const isReadable = findings.every(({ code }) => !unreadableYaml.has(code));
  return [...problems, ...(isReadable ? lintFields(document, folder) : [])];
}

/** A text that continues on the next line is for its author to quote, as is one among other errors that may be its cause. */
function quoteText({ lines, text, referenceYaml }: SkillDocument, [from, to]: TextSpan): readonly SkillFix[] {
  if (referenceYaml.findings.some(({ code }) => code !== "colon")) return [];
  if (/^\s*?\n[ \t]+\S/.test(text.slice(to))) return [];
  const quoted = JSON.stringify(text.slice(from, to));
  return [{ title: l10n.t("Put the Text in Quotes"), edits: [{ ...lines.range([from, to]), text: quoted }] }];
}

/** The reference validator starts the YAML right after the hyphens, where a tab is invalid. */
function findTabAfterHyphens({ text }: SkillDocument): YamlFinding[] {
  const [found] = /^--- *\t/.exec(text) ?? [];
  return found
    ? [{ span: [3, found.length], code: "yaml", message: l10n.t("A tab must not follow the hyphens: remove it.") }]
    : [];
}
