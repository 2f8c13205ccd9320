import * as l10n from "@vscode/l10n";
import type { TextSpan } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic, SkillFix } from "../skill.ts";
import { createSkillDiagnostic, type SkillDocument } from "../skillDocument.ts";
import type { YamlFinding } from "../yamlFields.ts";
import { lintFields } from "./lintFields.ts";

/**
 * Checks a closed front matter. Where hyphens end it too early, they are the one problem: not also what follows from them. Errors are
 * what the reference validator rejects, so a problem that only clients have is a warning.
 */
export function lintFrontMatter(document: SkillDocument, folder: string | undefined): SkillDiagnostic[] {
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
