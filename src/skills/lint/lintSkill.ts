import { findPathProblems } from "../../text/filePaths.ts";
import type { TextSpan } from "../../text/position/lineIndex.ts";
import { createLineIndex } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic, SkillFile } from "../skill.ts";
import { createSkillDiagnostic, readSkillDocument, type SkillDocument, type SkillFinding } from "../skillDocument.ts";
import { findSkillFile } from "../skillFile.ts";
import { suggestSkillName } from "../skillNameRules.ts";
import type { YamlFinding } from "../yamlFields.ts";
import { lintBody } from "./lintBody.ts";
import { lintFields } from "./lintFields.ts";
import { lintTexts } from "./lintTexts.ts";

/**
 * What is wrong with a skill. Errors are what the reference validator refuses (https://agentskills.io/specification#validation),
 * no more and no less; the rest is advice. `folder` is the name of the skill's folder: without it the name is not compared.
 */
export function lintSkill(files: readonly SkillFile[], folder?: string): SkillDiagnostic[] {
  const file = findSkillFile(files);
  if (!file) return [noSkillFile(), ...lintPaths(files), ...lintTexts(files, undefined, 0)];
  const document = readSkillDocument(file);
  const body = document.frontMatter.kind === "closed" ? document.frontMatter.body : 0;
  const problems = [...lintDocument(document, folder), ...lintPaths(files), ...lintTexts(files, file.path, body)];
  return problems.sort(byPlace);
}

export function isValidSkill(problems: readonly { readonly severity: SkillDiagnostic["severity"] }[]): boolean {
  return problems.every(({ severity }) => severity !== "error");
}

function byPlace(a: SkillDiagnostic, b: SkillDiagnostic): number {
  return Number(a.path > b.path) - Number(a.path < b.path) || a.line - b.line || a.column - b.column;
}

function noSkillFile(): SkillDiagnostic {
  const message = "The folder has no SKILL.md at its top.";
  return createSkillDiagnostic({ path: "SKILL.md", lines: createLineIndex("") }, [0, 0], {
    severity: "error",
    code: "no-skill-file",
    message,
  });
}

function lintDocument(document: SkillDocument, folder: string | undefined): SkillDiagnostic[] {
  const { frontMatter, byteOrderMark, sound, path } = document;
  const first = firstLine(document);
  const one = (finding: SkillFinding) => [createSkillDiagnostic(document, first, finding)];
  const error = (code: string, message: string) => one({ severity: "error", code, message });
  if (!sound) return error("encoding", "The file is not UTF-8: save it with that encoding.");
  if (byteOrderMark)
    return error("byte-order-mark", "The file begins with a byte order mark: save it as UTF-8 without.");
  if (frontMatter.kind === "absent") return [noFrontMatter(document, folder)];
  if (frontMatter.kind === "open") {
    return error("front-matter-open", 'The front matter is not closed: end it with a line "---".');
  }
  const message = `Clients look for SKILL.md, in capitals: rename ${path}.`;
  const inCapitals = path === "SKILL.md" ? [] : one({ severity: "warning", code: "file-name", message });
  // Of what is no YAML nobody knows which fields it has.
  const isYaml = document.referenceYaml.findings.every(({ code }) => code !== "yaml" && code !== "not-a-map");
  const fields = isYaml ? lintFields(document, folder) : [];
  return [...inCapitals, ...lintYaml(document), ...fields, ...lintBody(document)];
}

/** Where clients and the reference validator read the front matter otherwise, what only clients stumble over is a warning. */
function lintYaml(document: SkillDocument): SkillDiagnostic[] {
  const { frontMatter, referenceYaml, yaml } = document;
  const found = [...tabAfterHyphens(document), ...referenceYaml.findings];
  const problems = found.map(({ span, code, message }) =>
    createSkillDiagnostic(document, span, { severity: "error", code, message }),
  );
  if (frontMatter.kind !== "closed") return problems;
  const end = frontMatter.referenceYaml[1];
  if (!frontMatter.ownLines) {
    const message = 'Clients want the rows of hyphens on lines of their own: "---".';
    return [
      ...problems,
      createSkillDiagnostic(document, [end, end + 3], { severity: "warning", code: "hyphens", message }),
    ];
  }
  if (end === frontMatter.yaml[1]) return problems;
  const message = "The reference validator takes these hyphens for the end of the front matter: write others.";
  const clients = yaml.findings.map(({ span, code, message }) =>
    createSkillDiagnostic(document, span, { severity: "warning", code, message }),
  );
  return [
    ...problems,
    createSkillDiagnostic(document, [end, end + 3], { severity: "warning", code: "hyphens", message }),
    ...clients,
  ];
}

/** The only blank that may follow the hyphens is a space: for the reference validator the YAML begins there. */
function tabAfterHyphens({ text }: SkillDocument): YamlFinding[] {
  const [found] = /^--- *\t/.exec(text) ?? [];
  return found
    ? [{ span: [3, found.length], code: "yaml", message: "A tab must not follow the hyphens: remove it." }]
    : [];
}

function firstLine({ text }: SkillDocument): TextSpan {
  return [0, /^[^\r\n]*/.exec(text)?.[0].length ?? 0];
}

function noFrontMatter(document: SkillDocument, folder: string | undefined): SkillDiagnostic {
  const name = (folder === undefined ? undefined : suggestSkillName(folder)) ?? "my-skill";
  const text = `---\nname: ${name}\ndescription: What it does. Use when ...\n---\n\n`;
  return createSkillDiagnostic(document, firstLine(document), {
    severity: "error",
    code: "front-matter-missing",
    message: 'The file must begin with a front matter: a line "---", its fields, a line "---".',
    fixes: [{ title: "Add a front matter", edits: [{ ...document.lines.range([0, 0]), text }] }],
  });
}

/** Names that cannot be written on every system: such a skill cannot be published. */
function lintPaths(files: readonly SkillFile[]): SkillDiagnostic[] {
  return findPathProblems(files.map(({ path }) => path)).map(({ path, message }) =>
    createSkillDiagnostic({ path, lines: createLineIndex("") }, [0, 0], {
      severity: "warning",
      code: "path",
      message: `This path cannot be written on every system. ${message}`,
    }),
  );
}
