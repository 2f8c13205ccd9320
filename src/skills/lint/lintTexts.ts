import * as l10n from "@vscode/l10n";
import type { FileContent } from "../../text/files/fileContent.ts";
import { formatFirst } from "../../text/formatFirst.ts";
import { createLineIndex, type LineIndex } from "../../text/position/lineIndex.ts";
import { secretPatterns } from "../../text/secrets/maskSecrets.ts";
import { formatCodePoint } from "../../text/toVisibleText.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic } from "../skillDocument.ts";
import { decodeSkillFile } from "../skillFile.ts";
import { lintLinks, listSkillPaths } from "./lintLinks.ts";

/** A match with fewer different characters is a placeholder: `sk-xxxxxxxx`. */
const minimumDistinctCharacters = 10;
const maximumPerPattern = 20;

/** Reports texts that look like keys. The message does not repeat the key. */
function lintSecrets(file: { readonly path: string; readonly lines: LineIndex }, text: string): SkillDiagnostic[] {
  return secretPatterns.flatMap(([pattern, name]) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: found, index }) =>
        isRealSecret(found, text.slice(index + found.length, index + found.length + 100)),
      )
      .slice(0, maximumPerPattern)
      .map(({ 0: found, index }) =>
        createSkillDiagnostic(file, [index, index + found.length], {
          severity: "warning",
          code: "secret",
          message: l10n.t`This looks like ${name}: every user who installs the skill can read it. Remove it from the file and revoke it.`,
        }),
      ),
  );
}

/** Excludes placeholders, and the first line of a key without the key. */
function isRealSecret(found: string, after: string): boolean {
  if (found.startsWith("-----")) return /^\s+[A-Za-z0-9+/=]{20}/.test(after);
  return new Set(found).size >= minimumDistinctCharacters && !/example|x{6}|your/i.test(found);
}

/**
 * Characters that people cannot see but agents read: zero widths, fillers, tags. Joiners and variation selectors belong to emoji and to
 * some scripts, so only several selectors in a row count.
 */
const invisibleCharacters =
  /(?:[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,})+/gu;
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const maximumProblems = 50;

function lintInvisibleCharacters(
  file: { readonly path: string; readonly lines: LineIndex },
  text: string,
): SkillDiagnostic[] {
  const found = [
    ...[...text.matchAll(invisibleCharacters)].map((match) => ({
      match,
      message: l10n.t`${formatCharacterNames(match[0])} is invisible. People cannot see it, but agents read it.`,
    })),
    ...[...text.matchAll(directionMarks)].map((match) => ({
      match,
      message: l10n.t`${formatCharacterNames(match[0])} is a direction mark. It can change the order in which a text is shown.`,
    })),
  ];
  return found.slice(0, maximumProblems).map(({ match, message }) => {
    const range = file.lines.range([match.index, match.index + match[0].length]);
    return createSkillDiagnostic(file, [match.index, match.index + match[0].length], {
      severity: "warning",
      code: "invisible-character",
      message,
      fixes: [{ title: l10n.t("Remove Invisible Characters"), edits: [{ ...range, text: "" }] }],
    });
  });
}

function formatCharacterNames(text: string): string {
  return formatFirst([...new Set([...text].map(formatCodePoint))]);
}

/** Larger files are treated as data. */
const maximumTextBytes = 512 * 1024;

/** Checks the texts of all files for broken links, keys and invisible characters. The front matter of `skillFilePath` has no links. */
export function lintTexts(
  files: readonly FileContent[],
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
function isText({ bytes }: FileContent): boolean {
  return bytes.length <= maximumTextBytes && !bytes.subarray(0, 8192).includes(0);
}
