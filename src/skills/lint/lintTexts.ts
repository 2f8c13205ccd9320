import { createLineIndex } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic, SkillFile } from "../skill.ts";
import { decodeSkillFile } from "../skillFile.ts";
import { lintInvisibleCharacters } from "./lintInvisibleCharacters.ts";
import { lintLinks, listSkillPaths } from "./lintLinks.ts";
import { lintSecrets } from "./lintSecrets.ts";

/** Larger files are data. */
const largest = 512 * 1024;

/** Advice on the texts of all files: links, keys, what cannot be seen. `main` is the `SKILL.md`, whose front matter holds no links. */
export function lintTexts(files: readonly SkillFile[], main: string | undefined, body: number): SkillDiagnostic[] {
  const paths = listSkillPaths(files);
  return files.filter(isText).flatMap((file) => {
    const { path } = file;
    const { text } = decodeSkillFile(file);
    const lines = createLineIndex(text);
    const markdown = { path, text, lines, body: path === main ? body : 0 };
    const links = /\.(?:md|mdx|markdown)$/i.test(path) ? lintLinks(markdown, paths) : [];
    return [...links, ...lintSecrets(markdown, text), ...lintInvisibleCharacters(markdown, text)];
  });
}

/** Files with zeros are not for reading. */
function isText({ bytes }: SkillFile): boolean {
  return bytes.length <= largest && !bytes.subarray(0, 8192).includes(0);
}
