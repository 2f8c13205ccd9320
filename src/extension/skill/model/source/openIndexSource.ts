import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { folderLimits } from "../../../../text/files/folderRules.ts";
import { toVisibleText } from "../../../../text/toVisibleText.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { LargeResponseError } from "../../../base/fetchLimited.ts";
import { computeFileDigest } from "../../../base/fileDigest.ts";
import { computeIndexDigest } from "../toolHashes.ts";
import type { FetchSourceBytes } from "./fetchSourceBytes.ts";
import { createLargeSkillError, type OfferedSkill, type OpenedSource, toSourceSkill } from "./openedSource.ts";
import { archiveLimits, readArchive } from "./readArchive.ts";
import { SkillSourceError } from "./skillSource.ts";

const mostIndexBytes = 4 * 2 ** 20;
/** The older form names each file, and each is a request. */
const mostFiles = 200;

const skillName = z.string().regex(/^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);
const described = { name: skillName, description: z.string() };
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** Agent Skills Discovery 0.2.0: https://github.com/cloudflare/agent-skills-discovery-rfc. Entries of other types are not read. */
const entrySchema = z.object({ ...described, type: z.enum(["skill-md", "archive"]), url: z.string(), digest });
const indexSchema = z.object({
  $schema: z.literal("https://schemas.agentskills.io/discovery/0.2.0/schema.json"),
  skills: z.array(z.unknown()).max(5000),
});
/** The older form. */
const olderEntrySchema = z.object({ ...described, files: z.array(z.string()).min(1).max(mostFiles) });
const olderIndexSchema = z.object({ $schema: z.undefined().optional(), skills: z.array(olderEntrySchema).max(5000) });

/** Below the address, then at the root of its origin, as the discovery says. */
export async function openIndexSource(
  fetchBytes: FetchSourceBytes,
  url: string,
  signal: AbortSignal,
): Promise<OpenedSource> {
  const site = url.replace(/\/\.well-known\/.*$|\/+$/, "");
  const bases = [...new Set([site, new URL(url).origin])];
  const places = [".well-known/agent-skills", ".well-known/skills"];
  for (const base of bases) {
    for (const place of places) {
      const folder = `${base}/${place}`;
      const bytes = await fetchBytes(`${folder}/index.json`, mostIndexBytes, signal);
      // Some sites answer every address with a page.
      const index = bytes && tryParseJson(new TextDecoder().decode(bytes));
      if (index === undefined) continue;
      const skills = readIndex(fetchBytes, folder, index);
      return { skills, [Symbol.asyncDispose]: async () => {} };
    }
  }
  throw new SkillSourceError(l10n.t`${url} has no index of skills at /.well-known/agent-skills/index.json.`);
}

function readIndex(fetchBytes: FetchSourceBytes, folder: string, index: unknown): readonly OfferedSkill[] {
  const current = indexSchema.safeParse(index);
  if (current.success) {
    const entries = current.data.skills.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
    return entries.map(({ description, ...entry }) => ({
      name: entry.name,
      description: toVisibleText(description),
      folder: entry.name,
      digest: entry.digest,
      read: (signal) => readArtifact(fetchBytes, `${folder}/index.json`, entry, signal),
    }));
  }
  const older = olderIndexSchema.safeParse(index);
  if (!older.success)
    throw new SkillSourceError(l10n.t`${folder}/index.json is no index of skills that is understood.`);
  return older.data.skills.map(({ name, description, files }) => ({
    name,
    description: toVisibleText(description),
    folder: name,
    read: (signal) => readFiles(fetchBytes, `${folder}/${name}`, { name, files }, signal),
  }));
}

type Artifact = Omit<z.output<typeof entrySchema>, "description">;

async function readArtifact(
  fetchBytes: FetchSourceBytes,
  index: string,
  { name, type, url, digest }: Artifact,
  signal: AbortSignal,
) {
  const address = URL.parse(url, index);
  if (address?.origin !== new URL(index).origin)
    throw new SkillSourceError(
      l10n.t`The index lists ${name} at ${address?.origin ?? url}, which is not where the index is. Nothing was fetched there.`,
    );
  const bytes = await fetchBytes(address.href, archiveLimits.bytes, signal);
  if (!bytes) throw new SkillSourceError(l10n.t`The index lists ${name}, but there is nothing at ${address.href}.`);
  const found = computeFileDigest(bytes);
  if (found !== digest)
    throw new SkillSourceError(
      l10n.t`Nothing of ${name} is read: its digest is ${found}, and the index says ${digest}.`,
    );
  const files: readonly FileContent[] = type === "skill-md" ? [{ path: "SKILL.md", bytes }] : await readArchive(bytes);
  if (!files.some(({ path }) => path === "SKILL.md"))
    throw new SkillSourceError(l10n.t`The archive of ${name} has no SKILL.md at its root.`);
  return toSourceSkill({ name, folder: name, files, indexDigest: digest });
}

async function readFiles(
  fetchBytes: FetchSourceBytes,
  base: string,
  { name, files: paths }: { readonly name: string; readonly files: readonly string[] },
  signal: AbortSignal,
) {
  // The paths are checked before one of them becomes an address.
  toSourceSkill({ name, folder: name, files: paths.map((path) => ({ path, bytes: new Uint8Array() })) });
  const files: FileContent[] = [];
  let left = folderLimits.bytes;
  for (const path of paths) {
    const address = `${base}/${path.split("/").map(encodeURIComponent).join("/")}`;
    const bytes = await fetchBytes(address, left, signal).catch((cause: unknown) => {
      throw cause instanceof LargeResponseError ? createLargeSkillError(name) : cause;
    });
    if (!bytes)
      throw new SkillSourceError(l10n.t`The index lists "${path}" of ${name}, but there is nothing at ${address}.`);
    files.push({ path, bytes });
    left -= bytes.byteLength;
  }
  return toSourceSkill({ name, folder: name, files, indexDigest: computeIndexDigest(files) });
}
