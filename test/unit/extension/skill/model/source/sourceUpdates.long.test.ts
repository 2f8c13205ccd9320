import { expect, test } from "vitest";
import type { McpSkillDigest } from "../../../../../../src/client/mcp/mcpConnection.ts";
import { computeContentDigest, computeFileDigest } from "../../../../../../src/extension/base/fileDigest.ts";
import { openGitRepository } from "../../../../../../src/extension/skill/model/disk/openGitRepository.ts";
import type { SkillCopy } from "../../../../../../src/extension/skill/model/skillCopies.ts";
import type { FetchSourceBytes } from "../../../../../../src/extension/skill/model/source/fetchSourceBytes.ts";
import type { OpenGitRepository } from "../../../../../../src/extension/skill/model/source/openGitSource.ts";
import { rememberSource } from "../../../../../../src/extension/skill/model/source/sourceChecks.ts";
import { createSourceUpdates } from "../../../../../../src/extension/skill/model/source/sourceUpdates.ts";
import { createMapMemory } from "../../../../../support/editor/mapMemory.ts";
import { createTestRepository } from "../../../../../support/skills/gitRepository.ts";
import { createSkillText } from "../../../../../support/skills/skillText.ts";

const url = "https://git.example.com/skills.git";
const minuteMs = 60_000;

/** Checks with real Git, for which `url` is the repository; `requests` are the addresses that were asked. */
function createChecks({ target = url, memory = createMapMemory() } = {}) {
  const requests: string[] = [];
  const state = {
    isAllowed: true,
    now: 0,
    target,
    index: "",
    served: undefined as readonly McpSkillDigest[] | undefined,
  };
  const openRepository: OpenGitRepository = async (signal) => {
    const opened = await openGitRepository(signal);
    const run: typeof opened.run = (args, options) => {
      if (args.includes(url)) requests.push(args.slice(args.indexOf("ls-remote")).join(" "));
      return opened.run(
        args.map((one) => (one === url ? state.target : one)),
        options,
      );
    };
    return { ...opened, run };
  };
  const fetchSourceBytes: FetchSourceBytes = async (address) => {
    requests.push(address);
    return address.endsWith("/agent-skills/index.json") ? Buffer.from(state.index) : undefined;
  };
  const mcp: Parameters<typeof createSourceUpdates>[0]["mcp"] = {
    findKey: async (address) => {
      requests.push(address);
      return { kind: "url", url: address };
    },
    use: async (_key, _signal, work) => {
      if (!state.served) throw new Error("This window is not connected to it.");
      const { served } = state;
      return work({ readSkillDigests: async () => served });
    },
  };
  const log = { info: () => {}, error: () => {} };
  const updates = createSourceUpdates({
    ...{ openGitRepository: openRepository, fetchSourceBytes, mcp, memory, log },
    isAllowed: () => state.isAllowed,
    now: () => state.now,
  });
  /** The answer after the checks that the first question started. */
  const ask = async (copy: SkillCopy) => {
    updates.isNewer([copy]);
    await updates.settled();
    return updates.isNewer([copy]);
  };
  return { updates, requests, state, ask, memory };
}

function createCopy(
  entry: Readonly<Record<string, unknown>>,
  commit?: string,
  scope: SkillCopy["scope"] = "user",
): SkillCopy {
  const lock = { root: "file:///work", path: "" };
  const record = {
    ...{ path: ".claude/skills/s", agent: "claude-code", version: "1", digest: "sha256:0", files: [] },
    ...(commit !== undefined && { commit }),
  };
  const folder = { root: "file:///work", path: record.path };
  return { name: "s", scope, folder, lock, record, state: { kind: "same" }, entry };
}

const gitEntry = { source: url, sourceUrl: url, sourceType: "git", skillPath: "s/SKILL.md" };

test("a repository has something newer when its reference is another commit than the recorded one", async () => {
  using repository = createTestRepository();
  const first = repository.commit({ "s/SKILL.md": createSkillText("s") });
  const { ask, state, updates } = createChecks({ target: repository.url });
  const copy = createCopy(gitEntry, first);
  expect(await ask(copy)).toBe(false);
  repository.commit({ "s/SKILL.md": createSkillText("s", "Second.") });
  expect(await ask(copy)).toBe(false);
  state.now = 60 * minuteMs;
  expect(updates.isNewer([copy])).toBe(false);
  await updates.settled();
  expect(updates.isNewer([copy])).toBe(true);
});

test("a copy without a recorded commit is not compared", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  const { ask } = createChecks({ target: repository.url });
  expect(await ask(createCopy(gitEntry))).toBe(false);
});

test("a tag is the commit that it names, and is before a branch of its name", async () => {
  using repository = createTestRepository();
  const tagged = repository.commit({ "s/SKILL.md": createSkillText("s") });
  repository.git("tag", "--annotate", "--message=one", "v1");
  repository.commit({ "s/SKILL.md": createSkillText("s", "Second.") });
  repository.git("branch", "v1");
  repository.git("branch", "other/main");
  const branch = repository.git("rev-parse", "main");
  const { ask } = createChecks({ target: repository.url });
  expect(await ask(createCopy({ ...gitEntry, ref: "v1" }, tagged))).toBe(false);
  expect(await ask(createCopy({ ...gitEntry, ref: "main" }, branch))).toBe(false);
  expect(await ask(createCopy({ ...gitEntry, ref: "main" }, tagged))).toBe(true);
});

test("a source is asked once an hour, by all skills and all windows together, and only for its references", async () => {
  using repository = createTestRepository();
  const commit = repository.commit({ "s/SKILL.md": createSkillText("s") });
  const { ask, requests, state, memory } = createChecks({ target: repository.url });
  await ask(createCopy(gitEntry, commit));
  await ask(createCopy({ ...gitEntry, skillPath: "t/SKILL.md" }, "0".repeat(40)));
  state.now = 59 * minuteMs;
  await ask(createCopy(gitEntry, commit));
  const other = createChecks({ target: repository.url, memory });
  expect(await other.ask(createCopy(gitEntry, "0".repeat(40)))).toBe(true);
  expect(requests).toEqual([`ls-remote --quiet ${url} HEAD`]);
  expect(other.requests).toEqual([]);
});

test("a source that cannot be checked says nothing, and is asked less and less often", async () => {
  const { ask, requests, state } = createChecks({ target: "file:///no/such/repository" });
  const copy = createCopy(gitEntry, "0".repeat(40));
  const counts: number[] = [];
  for (let hour = 0; hour <= 31; hour += 1) {
    state.now = hour * 60 * minuteMs;
    expect(await ask(copy)).toBe(false);
    counts.push(requests.length);
  }
  const asked = counts.flatMap((count, hour) => (count > (counts[hour - 1] ?? 0) ? [hour] : []));
  expect(asked).toEqual([0, 2, 6, 14, 30]);
});

test.each([
  ["a fixed commit", { ...gitEntry, ref: "0".repeat(40) }],
  [
    "SSH, which could ask for a passphrase",
    { ...gitEntry, source: "git@example.com:a/b.git", sourceUrl: "git@example.com:a/b.git" },
  ],
  ["a repository on this disk", { ...gitEntry, source: "file:///a", sourceUrl: "file:///a" }],
  ["a folder", { source: "/a/b", sourceType: "local" }],
  ["an archive", { source: "https://example.com/a.zip", sourceType: "download" }],
])("nothing is asked for %s", async (_, entry) => {
  const { ask, requests } = createChecks();
  expect(await ask(createCopy(entry, "1".repeat(40)))).toBe(false);
  expect(requests).toEqual([]);
});

test("nothing is asked or said when it is not allowed", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  const { ask, requests, state } = createChecks({ target: repository.url });
  const copy = createCopy(gitEntry, "0".repeat(40));
  state.isAllowed = false;
  expect(await ask(copy)).toBe(false);
  expect(requests).toEqual([]);
  state.isAllowed = true;
  expect(await ask(copy)).toBe(true);
  state.isAllowed = false;
  expect(await ask(copy)).toBe(false);
});

const indexUrl = "https://example.com";
const digestOf = (digit: string) => `sha256:${digit.repeat(64)}`;
const createIndex = (digit: string) =>
  JSON.stringify({
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [{ name: "s", description: "d", type: "archive", url: "/s.zip", digest: digestOf(digit) }],
  });

test("an index has something newer when it says another digest; the skill itself is not fetched", async () => {
  const { ask, requests, state } = createChecks();
  const entry = {
    source: "example.com",
    sourceUrl: indexUrl,
    sourceType: "well-known",
    wellKnownDigest: digestOf("1"),
  };
  state.index = createIndex("1");
  expect(await ask(createCopy(entry))).toBe(false);
  state.index = createIndex("2");
  state.now = 60 * minuteMs;
  expect(await ask(createCopy(entry))).toBe(true);
  const isOther = createCopy({ ...entry, wellKnownDigest: undefined });
  expect(await ask(isOther)).toBe(false);
  expect(requests).toEqual(Array(2).fill("https://example.com/.well-known/agent-skills/index.json"));
});

test("a server that cannot be reached says nothing", async () => {
  const { ask, requests } = createChecks();
  const served = { source: "https://example.com/mcp", sourceType: "mcp", skillPath: "skill://s/SKILL.md" };
  expect(await ask(createCopy(served))).toBe(false);
  expect(requests).toEqual(["https://example.com/mcp"]);
});

test("a server has another skill when the digests of its files differ, without those that are never installed", async () => {
  const { ask, state } = createChecks();
  const files = [{ path: "SKILL.md", bytes: Buffer.from("One.") }];
  const copy = createCopy({ source: "https://example.com/mcp", sourceType: "mcp", skillPath: "skill://s/SKILL.md" });
  const installed = { ...copy, record: { ...copy.record, digest: computeContentDigest(files) } };
  const listed = files.map(({ path, bytes }) => ({ path, digest: computeFileDigest(bytes) }));
  state.served = [...listed, { path: ".idea/x.md", digest: computeFileDigest("x") }];
  expect(await ask(installed)).toBe(false);
  state.now = 60 * minuteMs;
  state.served = [...state.served, { path: "more.md", digest: computeFileDigest("x") }];
  expect(await ask(installed)).toBe(true);
});

test("what only the lock file of a workspace names is not asked before the user has opened it", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  const { ask, requests, memory, state } = createChecks({ target: repository.url });
  const copy = createCopy(gitEntry, "0".repeat(40), "workspace");
  expect([await ask(copy), requests]).toEqual([false, []]);
  await rememberSource(memory, { kind: "git", url, ref: undefined, folder: undefined });
  state.now = Date.now() + 61 * minuteMs;
  expect(await ask(copy)).toBe(true);
  expect(requests).toHaveLength(1);
});
