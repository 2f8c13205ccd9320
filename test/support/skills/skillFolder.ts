import type { FileContent } from "../../../src/text/files/fileContent.ts";

/** Creates the files of a skill's folder from texts. */
export function createSkillFiles(files: Readonly<Record<string, string>>): FileContent[] {
  return Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }));
}

/** A `SKILL.md` with these lines as its front matter. */
export function createSkillTextWith(frontMatter: string, body = "# Steps\n\nDo it.\n"): string {
  return `---\n${frontMatter}\n---\n\n${body}`;
}
