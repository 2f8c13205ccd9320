import type { Client } from "../../client/client.ts";
import type { Version } from "../../contract/registry.ts";
import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { back } from "../../core/foundation/ports.ts";
import type { VersionedArtifact } from "../../core/view/nodes.ts";
import type { App, Target } from "../app.ts";
import { type ArtifactQuestion, chooseArtifact } from "./chooseArtifact.ts";
import { chooseVersion } from "./chooseVersion.ts";
import { artifactOf } from "./findNodeArtifact.ts";

/** Offered at once, newest first; older ones are reached from the view. */
const mostVersions = 200;

export interface ArtifactVersion {
  readonly artifact: VersionedArtifact;
  readonly version: Version;
}

interface Answers {
  readonly artifact: VersionedArtifact | undefined;
  readonly version: Version | undefined;
}

/** The version a command was called on; of what has several it is asked which. undefined: escaped, or there is none. */
export async function findArtifactVersion(
  app: App,
  client: Client,
  { node }: Target,
  question: ArtifactQuestion & { readonly placeholder: string },
): Promise<ArtifactVersion | undefined> {
  const known = artifactOf(node, question.kind);
  if (known && node?.kind === "version") return { artifact: known, version: node.version };
  const artifact: Question<Answers> = async (_, step) => {
    const picked = await chooseArtifact(app, client, question, step);
    return picked === undefined || picked === back ? picked : { artifact: picked, version: undefined };
  };
  const version: Question<Answers> = async (answers, step) => {
    if (!answers.artifact) return undefined;
    const versions = await readVersions(client, answers.artifact);
    const { title, placeholder } = question;
    const asked = { title, placeholder, ...(!known && { step }) };
    const picked = versions.length === 1 ? versions[0] : await chooseVersion(app, versions, asked);
    return picked === undefined || picked === back ? picked : { ...answers, version: picked };
  };
  const answers = await askInTurn<Answers>(
    { artifact: known, version: undefined },
    known ? [version] : [artifact, version],
  );
  return answers?.artifact && answers.version && { artifact: answers.artifact, version: answers.version };
}

export async function readVersions(client: Client, { id }: Pick<VersionedArtifact, "id">): Promise<readonly Version[]> {
  return (await client.call("registry.versions", { id, limit: mostVersions })).items;
}
