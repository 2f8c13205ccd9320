import * as l10n from "@vscode/l10n";
import { findPathProblems } from "../../text/filePaths.ts";
import { createLineIndex, type TextSpan } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic, SkillFile } from "../skill.ts";
import { createSkillDiagnostic, readSkillDocument, type SkillDocument, type SkillFinding } from "../skillDocument.ts";
import { findSkillFile } from "../skillFile.ts";
import { suggestSkillName } from "../skillNameRules.ts";
import { lintFrontMatter } from "./lintFrontMatter.ts";
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
export function lintSkill(files: readonly SkillFile[], folder?: string): SkillDiagnostic[] {
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
function lintPaths(files: readonly SkillFile[]): SkillDiagnostic[] {
  return findPathProblems(files.map(({ path }) => path)).map(({ path, message }) =>
    createSkillDiagnostic({ path, lines: createLineIndex("") }, [0, 0], {
      severity: "warning",
      code: "path",
      message: l10n.t`Some systems cannot store this path. ${message}`,
    }),
  );
}
