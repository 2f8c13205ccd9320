import type { OutputOf } from "../../contract/operations.ts";
import type { Version } from "../../contract/registry.ts";
import { markdownText } from "../../text/escapeMarkdown.ts";
import { sizeWords } from "../../text/formatByteSize.ts";
import { fenced } from "../../text/formatMarkdownFence.ts";
import { markdownTable } from "../../text/formatMarkdownTable.ts";
import { isText } from "../../text/isUtf8Text.ts";
import { shortDigest } from "../../text/shortenDigest.ts";
import { ago } from "../foundation/formatRelativeTime.ts";
import { said } from "../foundation/statedValue.ts";

type Content = OutputOf<"registry.artifact">;

/** More than anybody reads in one go; the file itself can be opened. */
const mostCharacters = 100_000;
const toBeRead = ["SKILL.md", "README.md"];

/** A version to be read: what it is, its files, its manifest, and what it says of itself, as source and not as markup. */
export function artifactDocument(content: Content, versions: readonly Version[], now: number): string {
  const { title, name, description, manifest, version } = content;
  return [
    `# ${markdownText(`${title || name} ${version.version}`)}`,
    "",
    ...(description ? [markdownText(description), ""] : []),
    ...markdownTable(["", ""], factsOf(content, now)),
    ...content.files.flatMap((file) => (toBeRead.includes(file.path) ? shown(file) : [])),
    "## Files",
    "",
    ...markdownTable(
      ["File", "Size", "Digest"],
      content.files.map(({ path, size, digest }) => [path, sizeWords(size), shortDigest(digest)]),
    ),
    "## Manifest",
    "",
    ...fenced(JSON.stringify(manifest, null, 2), "json"),
    "",
    "## Versions",
    "",
    ...markdownTable(
      ["Version", "Published", "By", "Size", "Digest", "Notes"],
      versions.map((one) => rowOf(one, now)),
    ),
  ].join("\n");
}

function factsOf({ kind, name, id, files, version, latestVersion }: Content, now: number) {
  const { publishedAt, publishedBy, notes, deprecated, size, digest } = version;
  const rows = [
    ["Kind", kind],
    ["Name", name],
    ["Version", version.version === latestVersion ? `${version.version}, the latest` : version.version],
    ["Deprecated", deprecated ? "yes, use another one" : ""],
    ["Published", publishedWords(publishedAt, publishedBy, now)],
    ["Notes", notes],
    ["Size", `${sizeWords(size)} in ${files.length} ${files.length === 1 ? "file" : "files"}`],
    ["Digest", digest],
    ["Artifact", said(id) ?? ""],
  ] as const;
  return rows.filter(([, value]) => value !== "");
}

function publishedWords(at: string, by: string, now: number): string {
  return [ago(at, now), by && `by ${by}`, said(at) && `(${at})`].filter(Boolean).join(" ");
}

function rowOf({ version, deprecated, publishedAt, publishedBy, size, digest, notes }: Version, now: number) {
  const called = deprecated ? `${version} (deprecated)` : version;
  return [called, ago(publishedAt, now), publishedBy, sizeWords(size), shortDigest(digest), notes];
}

function shown({ path, encoding, content }: Content["files"][number]): readonly string[] {
  const bytes = Buffer.from(content, encoding);
  if (!isText(bytes)) return [];
  const text = bytes.toString("utf8");
  const more = text.length > mostCharacters ? ["", "It goes on: open the file to read all of it."] : [];
  return [`## ${path}`, "", ...fenced(text.slice(0, mostCharacters), "markdown"), ...more, ""];
}
