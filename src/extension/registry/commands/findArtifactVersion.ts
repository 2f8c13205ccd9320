import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { shortenDigest } from "../../../text/shortenDigest.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type PromptBack, type PromptChoice, type PromptStep, promptBack } from "../../base/ports.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import { toVersionedArtifact, type VersionedArtifact } from "../model/versionedArtifact.ts";
import { chooseArtifact } from "./chooseArtifact.ts";

/** Newest first; older versions are listed in the view. */
const mostVersions = 200;

export interface ArtifactWithVersion {
  readonly artifact: VersionedArtifact;
  readonly version: RegistryVersion;
}

interface Answers {
  readonly artifact: VersionedArtifact | undefined;
  readonly version: RegistryVersion | undefined;
}

/** The version of the target; prompts if there are several. undefined: cancelled, or there is none. */
export async function findArtifactVersion(
  app: EditorServices,
  client: ServiceClient,
  { node }: CommandTarget,
  question: { readonly title: string; readonly placeholder: string },
): Promise<ArtifactWithVersion | undefined> {
  const nodeArtifact = findNodeArtifact(node);
  if (nodeArtifact && node?.kind === "version") return { artifact: nodeArtifact, version: node.version };
  const artifact: SequenceQuestion<Answers> = async (_, step) => {
    const picked = await chooseArtifact(app, client, question.title, step);
    return picked === undefined || picked === promptBack ? picked : { artifact: picked, version: undefined };
  };
  const version: SequenceQuestion<Answers> = async (answers, step) => {
    if (!answers.artifact) return undefined;
    const versions = await readArtifactVersions(client, answers.artifact);
    const { title, placeholder } = question;
    const prompt = { title, placeholder, ...(!nodeArtifact && { step }) };
    const picked = versions.length === 1 ? versions[0] : await chooseVersion(app, versions, prompt);
    return picked === undefined || picked === promptBack ? picked : { ...answers, version: picked };
  };
  const answers = await askInSequence<Answers>(
    { artifact: nodeArtifact, version: undefined },
    nodeArtifact ? [version] : [artifact, version],
  );
  return answers?.artifact && answers.version && { artifact: answers.artifact, version: answers.version };
}

export async function readArtifactVersions(
  client: ServiceClient,
  { id }: Pick<VersionedArtifact, "id">,
): Promise<readonly RegistryVersion[]> {
  return (await client.call("registry.versions", { id, limit: mostVersions })).items;
}

interface Question {
  readonly title: string;
  readonly placeholder: string;
  readonly step?: PromptStep;
}

/** Prompts for one of these versions; `newest` is said to be it. undefined: cancelled. */
export function chooseVersion(
  app: EditorServices,
  versions: readonly RegistryVersion[],
  question: Question,
  newest = versions[0],
): Promise<RegistryVersion | PromptBack | undefined> {
  return app.prompts.pick({ ...question, choices: versions.map((version) => toChoice(version, version === newest)) });
}

function toChoice(version: RegistryVersion, isNewest: boolean): PromptChoice<RegistryVersion> {
  const { deprecated, publishedAt, publishedBy, digest, notes } = version;
  return {
    label: version.version,
    description: joinTextParts(
      isNewest ? l10n.t("newest") : "",
      deprecated ? l10n.t("deprecated") : "",
      formatRelativeTime(publishedAt, Date.now()),
      publishedBy,
      digest && shortenDigest(digest),
    ),
    ...(notes && { detail: notes }),
    icon: deprecated ? "circle-slash" : "tag",
    value: version,
  };
}

/** The version of a row, or that of the version that a file's or folder's row is in. */
export function findNodeVersion(node: TreeNode | undefined): string | undefined {
  if (node?.kind === "version") return node.version.version;
  return node?.kind === "file" || node?.kind === "folder" ? node.version : undefined;
}

/** The artifact of a row; undefined if it is not published. */
export function findNodeArtifact(node: TreeNode | undefined): VersionedArtifact | undefined {
  switch (node?.kind) {
    case "artifact":
      return toVersionedArtifact(node.artifact);
    case "version":
    case "folder":
    case "file":
      return node.artifact;
    case "server":
    case "group": {
      const { id: ownerId, artifactId: id, name } = node.server;
      return id ? { id, kind: "server", name, ownerId } : undefined;
    }
    case "skill": {
      const { id: ownerId, artifactId: id, name } = node.skill;
      return id ? { id, kind: "skill", name, ownerId } : undefined;
    }
    default:
      return undefined;
  }
}
