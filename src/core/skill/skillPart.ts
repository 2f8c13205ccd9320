/** Where a document is in its skill's folder. */
export interface SkillPart {
  /** Of the skill's folder, seen from the document. */
  readonly up: ".." | "../..";
  /** Of the document, in the skill's folder. */
  readonly path: string;
}

/** What a document is to a skill, by the path of its URI: a `SKILL.md` or a case file; undefined where it is neither. */
export function readSkillPart(path: string): SkillPart | undefined {
  const [folder, name = ""] = path.split("/").slice(-2);
  if (folder === "evals" && /^(?:evals\.json|eval_queries\.json|scripts\.(?:ya?ml|json))$/.test(name))
    return { up: "../..", path: `evals/${name}` };
  return /^(?:SKILL\.md|skill\.md|eval_queries\.json)$/.test(name) ? { up: "..", path: name } : undefined;
}

export function isSkillFile(path: string): boolean {
  return path === "SKILL.md" || path === "skill.md";
}

/** The folder of the skill that a document is a part of, by URI texts; undefined where it is none. */
export function findSkillFolder(uri: string): string | undefined {
  const part = readSkillPart(uri);
  return part && uri.slice(0, -(part.path.length + 1));
}
