import { createHash } from "node:crypto";
import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import { findVersionRow, readVersionFiles } from "../registry/versions.ts";
import { packFiles } from "../storage/packFiles.ts";
import { selectSkills, skillRow } from "../storage/rows/skillRow.ts";
import type { VersionRow } from "../storage/rows/versionRow.ts";
import { createWhereClause } from "../storage/whereClause.ts";

/** Agent Skills Discovery: https://github.com/cloudflare/agent-skills-discovery-rfc. */
const schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const nameRule = z.string().regex(/^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);
const mostSkills = 1000;
const mostDescription = 1024;
const mostDigests = 5000;

/** What Agent Skills Discovery serves for an organization. */
export function createSkillIndex(context: ServiceContext) {
  /** By the digest of a version, because a version never changes. */
  const digests = new Map<string, string>();
  const readDigest = async ({ version }: ListedSkill): Promise<string> => {
    const known = digests.get(version.digest);
    if (known !== undefined) return known;
    const archive = await packFiles(readVersionFiles(context.db, version.id));
    const digest = `sha256:${createHash("sha256").update(archive).digest("hex")}`;
    if (digests.size >= mostDigests) digests.clear();
    digests.set(version.digest, digest);
    return digest;
  };
  return {
    /** The published skills with the digests of their archives. Of several projects' skills with one name, the newest is listed. */
    list: async (organizationId: string): Promise<object> => {
      const skills = [];
      for (const skill of listSkills(context, organizationId)) {
        const { name, description } = skill;
        const url = `/.well-known/agent-skills/${name}.tar.gz`;
        const short = description.slice(0, mostDescription) || name;
        skills.push({ name, type: "archive", description: short, url, digest: await readDigest(skill) });
      }
      return { $schema: schema, skills };
    },
    /** The archive that the index lists as this file; undefined: it lists none. */
    read: async (organizationId: string, file: string) => {
      const name = /^(.+)\.tar\.gz$/.exec(file)?.[1];
      const [skill] = name === undefined ? [] : listSkills(context, organizationId, name);
      return skill && packFiles(readVersionFiles(context.db, skill.version.id));
    },
  };
}

interface ListedSkill {
  readonly name: string;
  readonly description: string;
  readonly version: Pick<VersionRow, "digest" | "id">;
}

/** Those of a name, or all. */
function listSkills({ db }: ServiceContext, organizationId: string, only?: string): readonly ListedSkill[] {
  const { where, values } = createWhereClause([
    ["p.organization_id = ?", organizationId],
    ["s.name = ?", only],
  ]);
  const sql = `${selectSkills} WHERE ${where} AND s.artifact_id IS NOT NULL
    AND coalesce(s.archived_at, p.archived_at) IS NULL ORDER BY s.id DESC LIMIT ?`;
  const found = new Map<string, ListedSkill>();
  for (const row of db.all(skillRow, sql, ...values, mostSkills)) {
    const { name, description, artifact_id: artifactId } = row;
    const version = artifactId === null ? undefined : findVersionRow(db, artifactId);
    if (!version || found.has(name) || !nameRule.safeParse(name).success) continue;
    found.set(name, { name, description, version });
  }
  return [...found.values()];
}
