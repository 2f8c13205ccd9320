import type { OperationOutput } from "../../contract/operations.ts";
import type { RegistryVersion } from "../../contract/registry.ts";
import { escapeMarkdown } from "../../text/escapeMarkdown.ts";
import { formatByteSize } from "../../text/formatByteSize.ts";
import { formatMarkdownFence } from "../../text/formatMarkdownFence.ts";
import { formatMarkdownTable } from "../../text/formatMarkdownTable.ts";
import { isUtf8Text } from "../../text/isUtf8Text.ts";
import { shortenDigest } from "../../text/shortenDigest.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { statedValue } from "../foundation/statedValue.ts";

type Content = OperationOutput<"registry.artifact">;

/** More than anybody reads in one go; the file itself can be opened. */
const mostCharacters = 100_000;
const toBeRead = ["SKILL.md", "README.md"];

/** A version to be read: what it is, its files, its manifest, and what it says of itself, as source and not as markup. */
export function formatVersionDocument(content: Content, versions: readonly RegistryVersion[], now: number): string {
  const { title, name, description, manifest, version } = content;
  return [
    `# ${escapeMarkdown(`${title || name} ${version.version}`)}`,
    "",
    ...(description ? [escapeMarkdown(description), ""] : []),
    ...formatMarkdownTable(["", ""], factsOf(content, now)),
    ...content.files.flatMap((file) => (toBeRead.includes(file.path) ? shown(file) : [])),
    "## Files",
    "",
    ...formatMarkdownTable(
      ["File", "Size", "Digest"],
      content.files.map(({ path, size, digest }) => [path, formatByteSize(size), shortenDigest(digest)]),
    ),
    "## Manifest",
    "",
    ...formatMarkdownFence(JSON.stringify(manifest, null, 2), "json"),
    "",
    "## Versions",
    "",
    ...formatMarkdownTable(
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
    ["Size", `${formatByteSize(size)} in ${files.length} ${files.length === 1 ? "file" : "files"}`],
    ["Digest", digest],
    ["Artifact", statedValue(id) ?? ""],
  ] as const;
  return rows.filter(([, value]) => value !== "");
}

function publishedWords(at: string, by: string, now: number): string {
  return [formatRelativeTime(at, now), by && `by ${by}`, statedValue(at) && `(${at})`].filter(Boolean).join(" ");
}

function rowOf({ version, deprecated, publishedAt, publishedBy, size, digest, notes }: RegistryVersion, now: number) {
  const called = deprecated ? `${version} (deprecated)` : version;
  return [
    called,
    formatRelativeTime(publishedAt, now),
    publishedBy,
    formatByteSize(size),
    shortenDigest(digest),
    notes,
  ];
}

function shown({ path, encoding, content }: Content["files"][number]): readonly string[] {
  const bytes = Buffer.from(content, encoding);
  if (!isUtf8Text(bytes)) return [];
  const text = bytes.toString("utf8");
  const more = text.length > mostCharacters ? ["", "It goes on: open the file to read all of it."] : [];
  return [`## ${path}`, "", ...formatMarkdownFence(text.slice(0, mostCharacters), "markdown"), ...more, ""];
}
