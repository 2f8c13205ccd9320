import type { McpConnection } from "../../../../client/mcp/mcpConnection.ts";
import { isIgnoredName } from "../../../../text/files/folderRules.ts";
import { formatFileList } from "../../../../text/formatFileList.ts";
import { readErrorMessage } from "../../../base/failure.ts";
import { computeFileDigest } from "../../../base/fileDigest.ts";
import type { Logger, Memory } from "../../../base/ports.ts";
import type { McpAccess } from "../../../tools/model/mcpAccess.ts";
import type { McpServerKey } from "../../../tools/model/mcpTarget.ts";
import type { SkillCopy } from "../skillCopies.ts";
import { readLockedSource } from "./lockedSource.ts";
import type { OpenGitRepository } from "./openGitSource.ts";
import { openIndexSource } from "./openIndexSource.ts";
import type { SourceAccess } from "./openSkillSource.ts";
import { formatSourceAddress, type GitSource, type SkillSource } from "./skillSource.ts";
import {
  canCheckSource,
  formatCheckKey,
  readSourceChecks,
  type SourceCheck,
  writeSourceChecks,
} from "./sourceChecks.ts";

export type SourceUpdates = ReturnType<typeof createSourceUpdates>;

interface SkillServers extends Pick<McpAccess, "findKey"> {
  use<T>(
    key: McpServerKey,
    signal: AbortSignal,
    work: (connection: Pick<McpConnection, "readSkillDigests">) => Promise<T>,
  ): Promise<T>;
}

interface Parts extends Pick<SourceAccess, "fetchSourceBytes" | "openGitRepository"> {
  readonly mcp: SkillServers;
  readonly memory: Memory;
  readonly log: Pick<Logger, "error" | "info">;
  /** Whether sources may be asked now. */
  readonly isAllowed: () => boolean;
  readonly now: () => number;
}

type LocatedSource = NonNullable<ReturnType<typeof readLockedSource>>;
type McpSource = Extract<SkillSource, { kind: "mcp" }>;

const hourMs = 3_600_000;
/** After failures, a source is asked after 2, 4, 8 and at last 16 hours. */
const mostFailures = 4;
const forgottenMs = 365 * 24 * hourMs;
const longestMs = 30_000;
const mostListBytes = 2 ** 20;

/**
 * What is known of the sources of added skills, without a download of a skill. Each source is asked once an hour at most, by all
 * windows together, and one after another. What only the lock file of a workspace names is not asked: somebody else may have written
 * it.
 */
export function createSourceUpdates(parts: Parts) {
  const { memory, log, isAllowed, now } = parts;
  const pending = new Set<string>();
  let queue = Promise.resolve();
  const check = async (key: string, source: SkillSource) => {
    const before = readSourceChecks(memory)[key];
    let result: SourceCheck;
    try {
      const found = await readNewest(parts, source, AbortSignal.timeout(longestMs));
      result = { at: now(), failures: 0, ...(found !== undefined && { found }) };
    } catch (error) {
      log.info(`${formatSourceAddress(source)} could not be checked: ${readErrorMessage(error)}`);
      result = { at: now(), failures: Math.min((before?.failures ?? 0) + 1, mostFailures) };
    }
    const recent = Object.entries(readSourceChecks(memory)).filter(([, { at }]) => now() - at < forgottenMs);
    await writeSourceChecks(memory, { ...Object.fromEntries(recent), [key]: result });
  };
  const startCheck = (key: string, source: SkillSource) => {
    if (pending.has(key)) return;
    pending.add(key);
    queue = queue
      .then(() => (isAllowed() ? check(key, source) : undefined))
      .catch((error: unknown) => log.error("The check of a skill's source could not be saved", error))
      .finally(() => pending.delete(key));
  };
  return {
    /** Whether the source of a skill has something newer. It starts a check when the last one is old, and does not wait for it. */
    isNewer: (copies: readonly SkillCopy[]): boolean => {
      const [first] = copies;
      const located = first && readLockedSource(first.entry, first.name, first.lock);
      if (!located || !isAllowed() || !canCheckSource(located.source)) return false;
      const key = formatCheckKey(located.source);
      const known = readSourceChecks(memory)[key];
      if (!known && first.scope === "workspace") return false;
      if (!known || now() - known.at >= hourMs * 2 ** known.failures) startCheck(key, located.source);
      return known !== undefined && copies.some((copy) => differs(copy, located, known));
    },
    /** The checks that run now; for tests. */
    settled: () => queue,
  };
}

/** What is not recorded is not compared. */
function differs({ entry, record }: SkillCopy, { source, folder }: LocatedSource, { found }: SourceCheck): boolean {
  const recordedNow = source.kind === "mcp" ? record.digest : record.commit;
  if (typeof found === "string") return recordedNow !== undefined && recordedNow !== found;
  const [recorded, newest] = [entry.wellKnownDigest, found?.[folder]];
  return typeof recorded === "string" && newest !== undefined && recorded !== newest;
}

async function readNewest(access: Parts, source: SkillSource, signal: AbortSignal): Promise<SourceCheck["found"]> {
  if (source.kind === "git") return readCommit(access.openGitRepository, source, signal);
  if (source.kind === "mcp") return readServedDigest(access.mcp, source, signal);
  await using opened = await openIndexSource(access.fetchSourceBytes, source.url, signal);
  return Object.fromEntries(opened.skills.flatMap(({ folder, digest }) => (digest ? [[folder, digest]] : [])));
}

/** The digest that the skill would have, by those of its files. */
async function readServedDigest(mcp: SkillServers, { url, uri }: McpSource, signal: AbortSignal) {
  const key = await mcp.findKey(url, signal);
  const files = await mcp.use(key, signal, (connection) => connection.readSkillDigests(uri, signal));
  return computeFileDigest(formatFileList(files.filter(({ path }) => !path.split("/").some(isIgnoredName))));
}

/** The commit that a fetch of the reference would get: as in Git, a tag is before a branch. Nobody is asked to sign in. */
async function readCommit(openRepository: OpenGitRepository, { url, ref }: GitSource, signal: AbortSignal) {
  await using repository = await openRepository(signal);
  const names = ref === undefined ? ["HEAD"] : [`refs/tags/${ref}^{}`, `refs/tags/${ref}`, `refs/heads/${ref}`, ref];
  const quiet = ["credential.interactive=false", "core.askPass=", "http.followRedirects=false"].flatMap((one) => [
    "-c",
    one,
  ]);
  const listing = await repository.run([...quiet, "ls-remote", "--quiet", url, ...names], {
    signal,
    most: mostListBytes,
  });
  const lines = listing.toString().split("\n");
  const commits = new Map(lines.map((line) => [line.slice(41), line.slice(0, 40)]));
  return names.map((name) => commits.get(name)).find((commit) => commit !== undefined);
}
