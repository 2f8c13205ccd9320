import * as z from "zod";
import type { Memory } from "../../../base/ports.ts";
import { formatSourceAddress, type SkillSource } from "./skillSource.ts";

const memoryName = "skillSourceChecks";

const checkSchema = z.object({
  at: z.number(),
  failures: z.number(),
  /** The commit of a repository, the digest of a skill that a server serves, or the digests of an index by the names of its skills. */
  found: z.union([z.string(), z.record(z.string(), z.string())]).exactOptional(),
});
export type SourceCheck = Readonly<z.output<typeof checkSchema>>;
const checksSchema = z.record(z.string(), checkSchema).catch({});

/** The last checks of sources, by their keys. A source without one is not known to the user. */
export const readSourceChecks = (memory: Memory) => checksSchema.parse(memory.read("user", memoryName));

export const writeSourceChecks = (memory: Memory, checks: Readonly<Record<string, SourceCheck>>) =>
  memory.write("user", memoryName, checks);

/** Only what is asked over the web, and can change: not a folder, an archive, or a commit. SSH could ask for a passphrase. */
export function canCheckSource(source: SkillSource): boolean {
  if (!/^https?:/.test(source.url)) return false;
  if (source.kind === "index" || source.kind === "mcp") return true;
  return source.kind === "git" && !/^[0-9a-f]{40}$/i.test(source.ref ?? "");
}

export const formatCheckKey = (source: SkillSource) =>
  source.kind === "git" ? `${source.url}#${source.ref ?? ""}` : formatSourceAddress(source);

/** Remembers that the user opened a source, so that it may be asked from now on. */
export async function rememberSource(memory: Memory, source: SkillSource): Promise<void> {
  if (!canCheckSource(source)) return;
  const checks = readSourceChecks(memory);
  const key = formatCheckKey(source);
  await writeSourceChecks(memory, { ...checks, [key]: checks[key] ?? { at: Date.now(), failures: 0 } });
}
