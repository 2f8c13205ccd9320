import type { SkillFile } from "../../skills/skill.ts";

/** Files with the texts that the editor has open in their place; one that is new there is added. */
export function applyOpenTexts(files: readonly SkillFile[], texts: ReadonlyMap<string, string>): readonly SkillFile[] {
  const known = new Set(files.map(({ path }) => path));
  const added = [...texts].filter(([path]) => !known.has(path));
  return [
    ...files.map((file) => withText(file, texts.get(file.path))),
    ...added.map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  ];
}

/** The editor hides a byte order mark and what is no UTF-8: bytes that read as the same text say more than the text. */
function withText(file: SkillFile, text: string | undefined): SkillFile {
  if (text === undefined || new TextDecoder().decode(file.bytes) === text) return file;
  return { path: file.path, bytes: Buffer.from(text) };
}
