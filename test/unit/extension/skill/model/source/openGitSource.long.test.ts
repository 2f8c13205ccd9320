import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openGitRepository } from "../../../../../../src/extension/skill/model/disk/openGitRepository.ts";
import { openGitSource } from "../../../../../../src/extension/skill/model/source/openGitSource.ts";
import { createGitSource } from "../../../../../../src/extension/skill/model/source/skillSource.ts";
import { createTestRepository } from "../../../../../support/skills/gitRepository.ts";
import { createSkillText } from "../../../../../support/skills/skillText.ts";

const { signal } = new AbortController();
const open = (url: string, ref?: string, folder?: string) =>
  openGitSource(openGitRepository, createGitSource(url, ref, folder), signal);

// Tests of other files create repositories at the same time.
let temporary = "";
beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), "fairlead-git-test-"));
  for (const name of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(name, temporary);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
});
const countRepositories = () => globSync("fairlead-git-*", { cwd: tmpdir() }).length;

async function readOnly(url: string, ref?: string, folder?: string) {
  await using opened = await open(url, ref, folder);
  const [skill] = opened.skills;
  if (!skill) throw new Error("There is no skill.");
  return await skill.read(signal);
}

test("lists the skills of a repository, and reads the bytes of one", async () => {
  using repository = createTestRepository();
  const bytes = String.fromCodePoint(13, 10, 9, 233);
  const commit = repository.commit({
    "skills/one/SKILL.md": createSkillText("one"),
    "skills/one/scripts/run.sh": bytes,
    "skills/two/SKILL.md": createSkillText("two"),
    "skills/two/nested/SKILL.md": createSkillText("nested"),
    "node_modules/x/SKILL.md": createSkillText("x"),
    "README.md": "No skill.",
  });
  const before = countRepositories();
  await using opened = await open(repository.url);
  expect(opened.skills.map(({ name, folder }) => [name, folder])).toEqual([
    ["one", "skills/one"],
    ["two", "skills/two"],
  ]);
  const skill = await opened.skills[0]?.read(signal);
  expect(skill?.commit).toBe(commit);
  expect(skill?.files.map((file) => [file.path, Buffer.from(file.bytes).toString()])).toEqual([
    ["SKILL.md", createSkillText("one")],
    ["scripts/run.sh", bytes],
  ]);
  await opened[Symbol.asyncDispose]();
  expect(countRepositories()).toBe(before);
});

test("fetches only what is read where the server allows it", async () => {
  using repository = createTestRepository();
  repository.git("config", "uploadpack.allowFilter", "true");
  repository.commit({ "a/SKILL.md": createSkillText("a"), "a/more.md": "more", "big.bin": "x".repeat(100_000) });
  const commands: string[] = [];
  await using opened = await openGitSource(
    async (given) => {
      const real = await openGitRepository(given);
      return {
        ...real,
        run: (args, options) => {
          commands.push(`${args[0]} ${options?.input ?? ""}`);
          return real.run(args, options);
        },
      };
    },
    createGitSource(repository.url),
    signal,
  );
  expect((await opened.skills[0]?.read(signal))?.files.map(({ path }) => path)).toEqual(["SKILL.md", "more.md"]);
  const fetched = commands.filter((command) => command.startsWith("fetch ")).join("");
  expect(fetched).toContain(repository.git("rev-parse", "HEAD:a/more.md"));
  expect(fetched).not.toContain(repository.git("rev-parse", "HEAD:big.bin"));
});

test("stops reading a skill when this is cancelled", async () => {
  using repository = createTestRepository({ "a/SKILL.md": createSkillText("a") });
  await using opened = await open(repository.url);
  await expect(opened.skills[0]?.read(AbortSignal.abort(new Error("cancelled")))).rejects.toThrow("cancelled");
});

test("reads a branch, a tag, a commit and a folder", async () => {
  using repository = createTestRepository();
  const first = repository.commit({ "s/SKILL.md": createSkillText("s", "First.") });
  repository.git("tag", "--annotate", "v1", "--message=v1");
  repository.git("branch", "older");
  const second = repository.commit({ "s/SKILL.md": createSkillText("s", "Second.") });
  const commits = [undefined, "main", "older", "v1", first].map(
    async (ref) => (await readOnly(repository.url, ref)).commit,
  );
  expect(await Promise.all(commits)).toEqual([second, second, first, first, first]);
  expect((await readOnly(repository.url, undefined, "s")).folder).toBe("s");
});

test("takes a skill at the root of a repository as the whole of it", async () => {
  using repository = createTestRepository({ "SKILL.md": "no front matter", "sub/SKILL.md": createSkillText("sub") });
  const skill = await readOnly(repository.url);
  expect(skill.name).toBe(repository.folder.split("/").at(-1));
  expect(skill.files.map(({ path }) => path)).toEqual(["SKILL.md", "sub/SKILL.md"]);
});

describe("a hostile repository", () => {
  test("runs nothing: neither hooks, nor filters, nor its configuration", async () => {
    using repository = createTestRepository();
    const marker = join(repository.folder, "ran");
    const script = `#!/bin/sh\ntouch ${marker}\n`;
    for (const hook of ["post-checkout", "reference-transaction", "pre-auto-gc", "post-merge", "fsmonitor-watchman"])
      writeFileSync(join(repository.folder, ".git", "hooks", hook), script, { mode: 0o755 });
    repository.commit({
      "s/SKILL.md": createSkillText("s"),
      ".gitattributes": "* filter=evil\n",
      ".gitmodules": `[submodule "evil"]\n\tpath = s/evil\n\turl = ext::touch ${marker}\n`,
    });
    for (const [key, value] of [
      ["filter.evil.smudge", `touch ${marker}`],
      ["core.fsmonitor", `touch ${marker}`],
      ["core.sshCommand", `touch ${marker}`],
      ["uploadpack.packObjectsHook", `touch ${marker}`],
      ["core.hooksPath", join(repository.folder, ".git", "hooks")],
    ])
      repository.git("config", key ?? "", value ?? "");
    // The test's own commits ran the hooks.
    rmSync(marker);
    await readOnly(repository.url);
    expect(existsSync(marker)).toBe(false);
  });

  test("cannot bring links, submodules or the contents of Git LFS, and this is said", async () => {
    using repository = createTestRepository();
    repository.write({
      "s/SKILL.md": createSkillText("s"),
      "s/model.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
    });
    symlinkSync("/etc/passwd", join(repository.folder, "s", "link"));
    const head = repository.commit({});
    repository.git("update-index", "--add", "--cacheinfo", `160000,${head},s/module`);
    repository.git("commit", "--quiet", "--message=module");
    const { files, omissions } = await readOnly(repository.url);
    expect(files.map(({ path }) => path)).toEqual(["SKILL.md", "model.bin"]);
    expect(omissions.join(" ")).toMatch(/links: link\. .*submodules: module\. .*pointers are here: model\.bin/);
  });

  test.each([".git", ".GIT", "git~1", ".hg", ".g\u200cit"])("with a skill named %s is refused", async (name) => {
    using repository = createTestRepository({ "s/SKILL.md": createSkillText(name), "s/hooks/pre-commit": "#!/bin/sh" });
    await expect(readOnly(repository.url)).rejects.toThrow(/cannot be a folder's name/);
  });

  test("with a tree that unfolds to a billion files is refused", async () => {
    using repository = createTestRepository();
    const blob = repository.git("hash-object", "-w", "--stdin");
    let tree = makeTree(
      repository,
      Array.from({ length: 10 }, (_, index) => `100644 blob ${blob}\tf${index}`),
    );
    for (let depth = 0; depth < 9; depth += 1)
      tree = makeTree(
        repository,
        Array.from({ length: 10 }, (_, index) => `040000 tree ${tree}\td${index}`),
      );
    const commit = repository.git("commit-tree", tree, "-m", "bomb");
    repository.git("update-ref", "refs/heads/main", commit);
    await expect(open(repository.url)).rejects.toThrow(/lists more than can be read/);
  }, 30_000);

  test("with a file that is too large is refused before it is read", async () => {
    using repository = createTestRepository({ "s/SKILL.md": createSkillText("s"), "s/big": "x".repeat(21 * 2 ** 20) });
    await expect(readOnly(repository.url)).rejects.toThrow(/s has more than 2000 files or 20 MiB/);
  });

  test("with twins by case, or a name that is a path, is refused", async () => {
    using repository = createTestRepository({ "s/SKILL.md": createSkillText("s"), "s/a.md": "a", "s/A.md": "A" });
    await expect(readOnly(repository.url)).rejects.toThrow(/same as/);
    repository.commit({ "s/SKILL.md": createSkillText("../../s") });
    await expect(readOnly(repository.url)).rejects.toThrow(/cannot be a folder's name/);
  });
});

function makeTree(repository: ReturnType<typeof createTestRepository>, lines: readonly string[]): string {
  mkdirSync(join(repository.folder, ".git", "tmp"), { recursive: true });
  const file = join(repository.folder, ".git", "tmp", "tree");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return repository.git("-c", `alias.mk=!git mktree < ${file}`, "mk");
}

test("a repository, a reference or a folder that is not there is an error that names it, and leaves nothing behind", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  const before = countRepositories();
  await expect(open(`${repository.url}-gone`)).rejects.toThrow(/git fetch failed: .*gone/);
  await expect(open(repository.url, "no-such")).rejects.toThrow(/git fetch failed: .*no-such/);
  await expect(open(repository.url, undefined, "no/such")).rejects.toThrow(/no such folder/);
  await expect(
    openGitSource(openGitRepository, createGitSource(repository.url), AbortSignal.abort()),
  ).rejects.toThrow();
  expect(countRepositories()).toBe(before);
});

test("Git's own repository variables of the environment have no effect", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  const config = readFileSync(join(repository.folder, ".git", "config"), "utf8");
  process.env.GIT_DIR = join(repository.folder, ".git");
  try {
    await readOnly(repository.url);
  } finally {
    delete process.env.GIT_DIR;
  }
  expect(readFileSync(join(repository.folder, ".git", "config"), "utf8")).toBe(config);
});
