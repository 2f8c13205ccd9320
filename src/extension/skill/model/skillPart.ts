/** The position of a document in its skill's folder. */
export interface SkillPart {
  /** The relative path from the document to the skill's folder. */
  readonly up: ".." | "../..";
  /** The path of the document in the skill's folder. */
  readonly path: string;
}

/** The position of a `SKILL.md` or a case file, by the path of its URI; undefined for other documents. */
export function readSkillPart(path: string): SkillPart | undefined {
  const [folder, name = ""] = path.split("/").slice(-2);
  if (folder === "evals" && /^(?:evals\.json|eval_queries\.json|scripts\.(?:ya?ml|json))$/.test(name))
    return { up: "../..", path: `evals/${name}` };
  return /^(?:SKILL\.md|skill\.md|eval_queries\.json)$/.test(name) ? { up: "..", path: name } : undefined;
}

export function isSkillFile(path: string): boolean {
  return path === "SKILL.md" || path === "skill.md";
}

/** The URI of the skill folder that contains a document; undefined for other documents. */
export function findSkillFolder(uri: string): string | undefined {
  const part = readSkillPart(uri);
  return part && uri.slice(0, -(part.path.length + 1));
}
