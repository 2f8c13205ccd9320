import { linesOf } from "../../text/lineIndex.ts";
import type { Problem, SkillFile } from "../skill.ts";
import { textOf } from "../skillFile.ts";
import { lintInvisible } from "./lintInvisibleCharacters.ts";
import { lintLinks, pathsOf } from "./lintLinks.ts";
import { lintSecrets } from "./lintSecrets.ts";

/** Larger files are data. */
const largest = 512 * 1024;

/** Advice on the texts of all files: links, keys, what cannot be seen. `main` is the `SKILL.md`, whose front matter holds no links. */
export function lintTexts(files: readonly SkillFile[], main: string | undefined, body: number): Problem[] {
  const paths = pathsOf(files);
  return files.filter(isText).flatMap((file) => {
    const { path } = file;
    const { text } = textOf(file);
    const lines = linesOf(text);
    const markdown = { path, text, lines, body: path === main ? body : 0 };
    const links = /\.(?:md|mdx|markdown)$/i.test(path) ? lintLinks(markdown, paths) : [];
    return [...links, ...lintSecrets(markdown, text), ...lintInvisible(markdown, text)];
  });
}

/** Files with zeros are not for reading. */
function isText({ bytes }: SkillFile): boolean {
  return bytes.length <= largest && !bytes.subarray(0, 8192).includes(0);
}
