import * as z from "zod";
import { chooseNextVersion } from "../../contract/semanticVersion.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { publishVersion } from "./publishVersion.ts";
import type { SkillFacts } from "./skillFacts.ts";
import { findVersionRow } from "./versions.ts";

interface Wanted {
  readonly artifactId: string | null;
  readonly organizationId: string;
  readonly facts: SkillFacts;
  readonly version: string | undefined;
  readonly notes: string | undefined;
  readonly publishedBy: string;
}

/** Publishes what the files are now, unless the latest version is that already. Answers the artifact's id. */
export function publishSkillVersion(context: ServiceContext, wanted: Wanted): string {
  const { artifactId, organizationId, facts, notes = "", publishedBy } = wanted;
  const latest = artifactId === null ? undefined : findVersionRow(context.db, artifactId);
  if (artifactId !== null && latest?.digest === facts.content.digest) return artifactId;
  const { name, description } = facts;
  return publishVersion(context, {
    artifact: { id: artifactId, organizationId, kind: "skill", name, title: name, description },
    version: {
      version: versionFor(context, wanted, latest?.version),
      content: facts.content,
      manifest: manifestOf(facts),
      publishedBy,
      notes,
    },
  });
}

/** The one asked for, else the one the front matter says where it is a new one, else the next. */
function versionFor(
  context: ServiceContext,
  { artifactId, facts, version }: Wanted,
  latest: string | undefined,
): string {
  const isTaken = (one: string) => artifactId !== null && findVersionRow(context.db, artifactId, one) !== undefined;
  if (version !== undefined && isTaken(version)) {
    const message = `"${facts.name}" has a version ${version} already; a version never changes.`;
    throw new ServiceProblem("conflict", message, { errors: [{ path: "version", message }] });
  }
  if (version !== undefined) return version;
  return chooseNextVersion(latest, facts.skill.metadata.version, isTaken);
}

/** The front matter as JSON has it: YAML knows values that JSON does not. */
function manifestOf({ skill }: SkillFacts): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(skill.frontMatter)));
}
