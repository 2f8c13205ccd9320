import type { Fix, Problem } from "../skill.ts";
import { problemAt, type SkillDocument } from "../skillDocument.ts";
import { allowedName, isBlank, nameProblems, normalName } from "../skillNameRules.ts";
import type { Field } from "../yamlFields.ts";
import { addField, replaceValue } from "./frontMatterEdits.ts";

export function lintName(document: SkillDocument, field: Field | undefined, folder: string | undefined): Problem[] {
  if (!field) return [missing(document, folder)];
  const said = field.value;
  const proposed = folder === undefined ? undefined : allowedName(folder);
  const rename = proposed === undefined ? [] : [nameIt(document, field, proposed)];
  if (typeof said !== "string" || isBlank(said)) {
    const message = '"name" must be a text that is not empty.';
    const span = field.content[0] === field.content[1] ? field.key : field.content;
    return [problemAt(document, span, { severity: "error", code: "name", message, fixes: rename })];
  }
  const nearest = allowedName(said);
  const repair = nearest === undefined || nearest === normalName(said) ? rename : [nameIt(document, field, nearest)];
  const wrong = nameProblems(said).map((problem) =>
    problemAt(document, field.content, { severity: "error", ...problem, fixes: repair }),
  );
  return [...wrong, ...lintFolder(document, field, said, folder)];
}

function lintFolder(document: SkillDocument, field: Field, said: string, folder: string | undefined): Problem[] {
  if (folder === undefined || folder.normalize("NFKC") === normalName(said)) return [];
  const proposed = allowedName(folder);
  const isPossible = proposed !== undefined && proposed === folder.normalize("NFKC");
  const how = isPossible ? "Rename one of them." : "Rename the folder.";
  return [
    problemAt(document, field.content, {
      severity: "error",
      code: "name-folder",
      message: `The name is "${normalName(said)}", but the folder is "${folder}": they must be the same. ${how}`,
      fixes: isPossible ? [nameIt(document, field, proposed)] : [],
    }),
  ];
}

function missing(document: SkillDocument, folder: string | undefined): Problem {
  const proposed = folder === undefined ? undefined : allowedName(folder);
  return problemAt(document, [0, 3], {
    severity: "error",
    code: "name-missing",
    message: '"name" is missing: write the name of the skill\'s folder.',
    fixes:
      proposed === undefined
        ? []
        : [{ title: `Add "name: ${proposed}"`, edits: [addField(document, "name", proposed, undefined)] }],
  });
}

function nameIt(document: SkillDocument, field: Field, name: string): Fix {
  return { title: `Name it "${name}"`, edits: [replaceValue(document, field, name)] };
}
