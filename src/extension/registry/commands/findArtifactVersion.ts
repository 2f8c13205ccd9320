import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { VersionedArtifact } from "../model/versionedArtifact.ts";
import { type ArtifactQuestion, chooseArtifact } from "./chooseArtifact.ts";
import { chooseVersion } from "./chooseVersion.ts";
import { findNodeArtifact } from "./findNodeArtifact.ts";

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
  question: ArtifactQuestion & { readonly placeholder: string },
): Promise<ArtifactWithVersion | undefined> {
  const nodeArtifact = findNodeArtifact(node, question.kind);
  if (nodeArtifact && node?.kind === "version") return { artifact: nodeArtifact, version: node.version };
  const artifact: SequenceQuestion<Answers> = async (_, step) => {
    const picked = await chooseArtifact(app, client, question, step);
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
