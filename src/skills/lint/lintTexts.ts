import { createLineIndex } from "../../text/position/lineIndex.ts";
import type { SkillDiagnostic, SkillFile } from "../skill.ts";
import { decodeSkillFile } from "../skillFile.ts";
import { lintInvisibleCharacters } from "./lintInvisibleCharacters.ts";
import { lintLinks, listSkillPaths } from "./lintLinks.ts";
import { lintSecrets } from "./lintSecrets.ts";

/** Larger files are treated as data. */
const maximumTextBytes = 512 * 1024;

/** Checks the texts of all files for broken links, keys and invisible characters. The front matter of `skillFilePath` has no links. */
export function lintTexts(
  files: readonly SkillFile[],
  skillFilePath: string | undefined,
  body: number,
): SkillDiagnostic[] {
  const paths = listSkillPaths(files);
  return files.filter(isText).flatMap((file) => {
    const { path } = file;
    const { text } = decodeSkillFile(file);
    const lines = createLineIndex(text);
    const markdown = { path, text, lines, body: path === skillFilePath ? body : 0 };
    const links = /\.(?:md|mdx|markdown)$/i.test(path) ? lintLinks(markdown, paths) : [];
    return [...links, ...lintSecrets(markdown, text), ...lintInvisibleCharacters(markdown, text)];
  });
}

/** A file with NUL bytes is not text. */
function isText({ bytes }: SkillFile): boolean {
  return bytes.length <= maximumTextBytes && !bytes.subarray(0, 8192).includes(0);
}
