import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { ReceivedOutput } from "../../../contract/operations.ts";
import { readServiceId } from "../../../contract/received.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { formatFullTime, formatRelativeTime } from "../../../text/formatTime.ts";
import { isUtf8Text } from "../../../text/isUtf8Text.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownFence, formatMarkdownTable } from "../../../text/markdown/formatMarkdownTable.ts";
import { shortenDigest } from "../../../text/shortenDigest.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import type { VersionedArtifact } from "../model/versionedArtifact.ts";
import { codeFile } from "../model/versionFiles.ts";
import { chooseArtifact } from "./chooseArtifact.ts";
import { findNodeArtifact, findNodeVersion, readArtifactVersions } from "./findArtifactVersion.ts";

/** Shows the clicked file of a version, else the details of the clicked version or of the latest, as a read-only document. */
export const openArtifact: CommandHandler<EditorServices> = async (app, target) => {
  const { node } = target;
  if (node?.kind === "file") {
    const { artifact, version, path } = node;
    return app.documents.open(versionFileUri({ name: artifact.name, artifactId: artifact.id, version, path }));
  }
  const client = await app.client();
  if (!client) return;
  const artifact = findNodeArtifact(node) ?? (await chooseArtifact(app, client, l10n.t("Open a Version")));
  if (artifact === undefined || artifact === promptBack) return;
  await show(app, client, artifact, findNodeVersion(node));
};

async function show(
  app: EditorServices,
  client: ServiceClient,
  artifact: VersionedArtifact,
  version: string | undefined,
): Promise<void> {
  const input = { id: artifact.id, ...(version !== undefined && { version }) };
  const [content, versions] = await Promise.all([
    client.call("registry.artifact", input),
    readArtifactVersions(client, artifact),
  ]);
  const name = `${joinWords(artifact.name, content.version?.version)}.md`;
  await app.documents.showMarkdown(formatVersionDocument(content, versions, Date.now()), name);
}

type Content = ReceivedOutput<"registry.artifact">;

/** Long files are truncated; they can be opened separately. */
const mostCharacters = 100_000;
const toBeRead = ["SKILL.md", "README.md"];

/** A version as Markdown: its facts, its files, its manifest, and its description as source, not as markup. */
export function formatVersionDocument(content: Content, versions: readonly RegistryVersion[], now: number): string {
  const { title, name, description, manifest, version, files = [] } = content;
  return [
    `# ${escapeMarkdown(`${title || name} ${version?.version ?? ""}`.trimEnd())}`,
    "",
    ...(description ? [escapeMarkdown(description), ""] : []),
    ...formatMarkdownTable(["", ""], factsOf(content, now)),
    ...files.flatMap(shown),
    `## ${l10n.t("Files")}`,
    "",
    ...formatMarkdownTable(
      [l10n.t("File"), l10n.t("Size"), "Digest"],
      files.map(({ path, size, digest }) => cells(path, formatSize(size), digest && shortenDigest(digest))),
    ),
    ...(manifest
      ? [`## ${l10n.t("Manifest")}`, "", ...formatMarkdownFence(JSON.stringify(manifest, null, 2), "json"), ""]
      : []),
    `## ${l10n.t("Versions")}`,
    "",
    ...formatMarkdownTable(
      [l10n.t("Version"), l10n.t("Published"), l10n.t("By"), l10n.t("Size"), "Digest", l10n.t("Notes")],
      versions.map((one) => rowOf(one, now)),
    ),
  ].join("\n");
}

const kindNames = { server: l10n.t("server"), skill: l10n.t("skill") } as const;

function factsOf({ kind, name, id, files, version, latestVersion }: Content, now: number) {
  const { publishedAt, publishedBy, notes, deprecated, size, digest } = version ?? {};
  const fileCount = files && formatQuantity(files.length, l10n.t("file"), l10n.t("files"));
  const total = formatSize(size);
  const rows = [
    [l10n.t("Kind"), kind && kindNames[kind]],
    [l10n.t("Name"), name],
    [
      l10n.t("Version"),
      version && (version.version === latestVersion ? l10n.t`${version.version}, the latest` : version.version),
    ],
    [l10n.t("Deprecated"), deprecated ? l10n.t("yes, use another one") : undefined],
    [l10n.t("Published"), formatPublished(publishedAt, publishedBy, now)],
    [l10n.t("Notes"), notes],
    [l10n.t("Size"), total && fileCount ? l10n.t`${total} in ${fileCount}` : (total ?? fileCount)],
    ["Digest", digest],
    ["Id", readServiceId(id)],
  ] as const;
  return rows.flatMap(([what, value]) => (value ? [[what, value]] : []));
}

function formatPublished(at: string | undefined, by: string | undefined, now: number): string {
  return joinWords(formatRelativeTime(at, now), by && l10n.t`by ${by}`, at && `(${formatFullTime(at)})`);
}

function rowOf({ version, deprecated, publishedAt, publishedBy, size, digest, notes }: RegistryVersion, now: number) {
  const called = deprecated ? l10n.t`${version} (deprecated)` : version;
  const published = formatRelativeTime(publishedAt, now);
  return cells(called, published, publishedBy, formatSize(size), digest && shortenDigest(digest), notes);
}

const formatSize = (size: number | undefined) => (size === undefined ? undefined : formatByteSize(size));

/** An empty cell represents a missing value. */
const cells = (...texts: readonly (string | undefined)[]): readonly string[] => texts.map((text) => text ?? "");

function shown(file: NonNullable<Content["files"]>[number]): readonly string[] {
  const { path, bytes } = codeFile(file) ?? {};
  if (path === undefined || bytes === undefined || !toBeRead.includes(path) || !isUtf8Text(bytes)) return [];
  const text = Buffer.from(bytes).toString("utf8");
  const more =
    text.length > mostCharacters ? ["", l10n.t("The rest is omitted: open the file to read all of it.")] : [];
  return [`## ${path}`, "", ...formatMarkdownFence(text.slice(0, mostCharacters), "markdown"), ...more, ""];
}
