import * as z from "zod";
import { chooseNextVersion } from "../../contract/semanticVersion.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { publishVersion } from "./publishVersion.ts";
import type { SkillFacts } from "./skillFacts.ts";
import { findVersionRow } from "./versions.ts";

interface SkillPublication {
  readonly artifactId: string | null;
  readonly organizationId: string;
  readonly facts: SkillFacts;
  readonly version: string | undefined;
  readonly notes: string | undefined;
  readonly publishedBy: string;
}

/** Publishes the files unless they equal the latest version. Returns the artifact's id. */
export function publishSkillVersion(context: ServiceContext, publication: SkillPublication): string {
  const { artifactId, organizationId, facts, notes = "", publishedBy } = publication;
  const latest = artifactId === null ? undefined : findVersionRow(context.db, artifactId);
  if (artifactId !== null && latest?.digest === facts.content.digest) return artifactId;
  const { name, description } = facts;
  return publishVersion(context, {
    artifact: { id: artifactId, organizationId, kind: "skill", name, title: name, description },
    version: {
      version: chooseVersion(context, publication, latest?.version),
      content: facts.content,
      manifest: toManifest(facts),
      publishedBy,
      notes,
    },
  });
}

/** Returns the requested version, else a new version in the front matter, else the next one. */
function chooseVersion(
  context: ServiceContext,
  { artifactId, facts, version }: SkillPublication,
  latest: string | undefined,
): string {
  const isTaken = (candidate: string) =>
    artifactId !== null && findVersionRow(context.db, artifactId, candidate) !== undefined;
  if (version !== undefined && isTaken(version)) {
    const message = `"${facts.name}" already has a version ${version}. Choose another version number.`;
    throw new ServiceProblem("conflict", message, { errors: [{ path: "version", message }] });
  }
  if (version !== undefined) return version;
  return chooseNextVersion(latest, facts.skill.metadata.version, isTaken);
}

/** Converts the front matter to JSON, because YAML has values that JSON does not. */
function toManifest({ skill }: SkillFacts): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(skill.frontMatter)));
}
