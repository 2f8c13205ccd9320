import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { SKILL_LIMITS, SkillsClient, SkillVerificationError } from "@modelcontextprotocol/client/ext/skills";
import * as l10n from "@vscode/l10n";
import { parse } from "yaml";
import * as z from "zod";
import type { FileContent } from "../../text/files/fileContent.ts";
import { McpError } from "./createMcpError.ts";
import type { McpSkill, McpSkillDigest } from "./mcpConnection.ts";

type Skill = Awaited<ReturnType<SkillsClient["get"]>>["skill"];

const frontMatterSchema = z.record(z.string(), z.unknown());

export function createSkillsClient(client: Client): SkillsClient {
  return new SkillsClient(client, {
    skipInvalid: true,
    parseFrontmatter: (yaml) => frontMatterSchema.parse(parse(yaml) ?? {}),
  });
}

/** The skills that a server lists; none where it does not serve them. */
export async function listMcpSkills(skills: SkillsClient, options: RequestOptions): Promise<readonly McpSkill[]> {
  if (!skills.supported) return [];
  const listed = await skills.list({}, options);
  return listed.skills.map(({ uri, frontmatter: { name, description } }) => ({ uri, name, description }));
}

/** Reads all files of a skill and checks each by the size and the digest that the server lists. */
export async function readMcpSkill(
  skills: SkillsClient,
  uri: string,
  options: RequestOptions,
): Promise<readonly FileContent[]> {
  const { skill } = await skills.get(uri, options);
  const files: FileContent[] = [];
  for (const { uri: file } of listResources(skill))
    files.push({ path: toPath(uri, file), bytes: await readFile(skills, skill, file, options) });
  return files;
}

/** The digests that a server lists for the files of a skill. */
export async function readMcpSkillDigests(
  skills: SkillsClient,
  uri: string,
  options: RequestOptions,
): Promise<readonly McpSkillDigest[]> {
  const { skill } = await skills.get(uri, options);
  return listResources(skill).map(({ uri: file, digest }) => ({ path: toPath(uri, file), digest }));
}

const toPath = (uri: string, file: string) => decodeURIComponent(file.slice(uri.length - "SKILL.md".length));

function listResources({ uri, resources }: Skill) {
  if (resources === "dynamic")
    throw new McpError(
      l10n.t`${uri} is not read: its server creates its files again for each request, so they cannot be verified. Ask its owner for a skill with fixed files.`,
    );
  const bytes = resources.reduce((sum, { size }) => sum + size, 0);
  if (resources.length > SKILL_LIMITS.files || bytes > SKILL_LIMITS.bytes)
    throw new McpError(l10n.t`${uri} is not read: it has more than ${SKILL_LIMITS.files} files or 16 MiB.`);
  return resources;
}

async function readFile(skills: SkillsClient, skill: Skill, file: string, options: RequestOptions) {
  try {
    return (await skills.read(skill, file, { ...options, cacheMode: "refresh" })).bytes;
  } catch (error) {
    if (!(error instanceof SkillVerificationError)) throw error;
    throw new McpError(
      l10n.t`Nothing of ${skill.uri} is used: ${file} is not what its server lists (${error.reason}). Try again.`,
      { cause: error },
    );
  }
}
