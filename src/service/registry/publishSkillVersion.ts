import * as z from "zod";
import type { FileEntry } from "../../contract/files.ts";
import { chooseNextVersion } from "../../contract/semanticVersion.ts";
import type { SkillProblem } from "../../contract/skills.ts";
import { isValidSkill, lintSkill } from "../../skills/lint/lintSkill.ts";
import { readSkill } from "../../skills/readSkill.ts";
import type { ParsedSkill } from "../../skills/skill.ts";
import { findPathProblems } from "../../text/filePaths.ts";
import type { Caller, ServiceContext } from "../context.ts";
import { createFieldProblem } from "../http/serviceProblem.ts";
import { publishVersion } from "./publishVersion.ts";
import { checkSubmittedFiles, toVersionContent, type VersionContent } from "./versionContent.ts";
import { findVersionRow } from "./versions.ts";

interface SkillPublication {
  readonly artifactId: string | null;
  readonly facts: SkillFacts;
  readonly version: string | undefined;
  readonly notes: string | undefined;
}

/** Publishes the files unless they equal the latest version. Returns the artifact's id. */
export function publishSkillVersion(
  context: ServiceContext,
  { organizationId, userName: publishedBy }: Caller,
  publication: SkillPublication,
): string {
  const { artifactId, facts, notes = "" } = publication;
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
    throw createFieldProblem("conflict", "version", message);
  }
  if (version !== undefined) return version;
  return chooseNextVersion(latest, facts.skill.metadata.version, isTaken);
}

/** Converts the front matter to JSON, because YAML has values that JSON does not. */
function toManifest({ skill }: SkillFacts): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(skill.frontMatter)));
}

/** A parsed skill and its problems. */
export interface SkillFacts {
  readonly name: string;
  readonly description: string;
  readonly skill: ParsedSkill;
  readonly content: VersionContent;
  readonly valid: boolean;
  readonly problems: readonly SkillProblem[];
}

/** Throws if the files cannot be stored or are not a skill. Other problems are returned for the author. */
export function readSkillFacts(files: readonly FileEntry[]): SkillFacts {
  checkSubmittedFiles(files);
  const content = toVersionContent(files);
  const skill = readSkill(content.files);
  if (!skill) throw createUnusableProblem('There is no "SKILL.md" among the files.');
  const { name, description } = skill;
  if (name === undefined) throw createUnusableProblem('"SKILL.md" has no name in its front matter.');
  if (name.includes("/") || findPathProblems([name]).length > 0)
    throw createUnusableProblem(`The name ${JSON.stringify(name)} cannot be a folder name.`);
  if (description === undefined) throw createUnusableProblem('"SKILL.md" has no description in its front matter.');
  const lintProblems = lintSkill(content.files);
  const problems = lintProblems.map(({ path, line, column, severity, code, message }) => ({
    path,
    line,
    column,
    severity,
    code,
    message,
  }));
  return { name, description, skill, content, valid: isValidSkill(lintProblems), problems };
}

const createUnusableProblem = (message: string) => createFieldProblem("unusable", "files", message);
