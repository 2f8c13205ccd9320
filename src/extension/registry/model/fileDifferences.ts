import * as l10n from "@vscode/l10n";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { isUtf8Text } from "../../../text/isUtf8Text.ts";
import { computeFileDigest } from "../../base/fileDigest.ts";
import type { ComparedFile, ComparedSide } from "../../base/ports.ts";

/** Files of one side of a comparison. */
export interface FileSet {
  readonly label: string;
  readonly files: readonly FileContent[];
  /** Omitted if the files are nowhere yet. */
  readonly uriOf?: (path: string) => string;
}

/** The files that differ, by path. Binary files show their size and digest instead of their content. */
export function findFileDifferences(left: FileSet, right: FileSet): readonly ComparedFile[] {
  const [before, after] = [contentOf(left), contentOf(right)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old?.digest === now?.digest) return [];
    const areTexts = (!old || isUtf8Text(old.bytes)) && (!now || isUtf8Text(now.bytes));
    const show = (side: FileSet, content: Content | undefined): ComparedSide => {
      if (!content) return undefined;
      if (!areTexts) return { name: `${nameOf(path)}.txt`, text: formatChange(path, content) };
      return side.uriOf?.(path) ?? { name: nameOf(path), text: Buffer.from(content.bytes).toString("utf8") };
    };
    return [{ label: path, left: show(left, old), right: show(right, now) }];
  });
}

/** `2 changed, 1 added`. */
export function formatFileCounts(changed: number, added: number, removed: number): string {
  const counts = [
    changed > 0 && l10n.t`${changed} changed`,
    added > 0 && l10n.t`${added} added`,
    removed > 0 && l10n.t`${removed} removed`,
  ];
  return counts.filter(Boolean).join(", ");
}

interface Content {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

function contentOf({ files }: FileSet): ReadonlyMap<string, Content> {
  return new Map(files.map(({ path, bytes }) => [path, { bytes, digest: computeFileDigest(bytes) }]));
}

function formatChange(path: string, { bytes, digest }: Content): string {
  const kind = isUtf8Text(bytes) ? l10n.t("Text") : l10n.t("A binary file, which is not shown as text");
  return `${path}\n\n${kind}\n${formatByteSize(bytes.length)} (${bytes.length})\n${digest}\n`;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
