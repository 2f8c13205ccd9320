import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { addSkillFrom } from "../../../../../../src/extension/skill/commands/source/addSkillFrom.ts";
import { uninstallSkill } from "../../../../../../src/extension/skill/commands/uninstallSkill.ts";
import { updateSkill } from "../../../../../../src/extension/skill/commands/updateSkill.ts";
import {
  addGlobalCopy,
  emptyGlobalLock,
  getGlobalLockFile,
} from "../../../../../../src/extension/skill/model/skillsLock.ts";
import { computeToolHash } from "../../../../../../src/extension/skill/model/toolHashes.ts";
import { rowOf } from "../../../../../../src/extension/workbench/nodes.ts";
import type { ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture } from "../../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";
import { createTestRepository } from "../../../../../support/skills/gitRepository.ts";
import { createSkillText } from "../../../../../support/skills/skillText.ts";

const served = await useServedService();

type Fixture = Awaited<ReturnType<typeof createSkillFixture>>;

const lockPath = "home/.agents/.skill-lock.json";
const open = (answers: readonly ScriptedAnswer[], actions: readonly string[] = []) =>
  createSkillFixture(served, { answers, actions });

/** Chooses these agents' folders of the user. */
function chooseUserFolders(fixture: Fixture, agents: readonly string[]): void {
  fixture.app.prompts.pickMany = async ({ choices }) =>
    choices.flatMap(({ value }) => {
      const isTarget = typeof value === "object" && value !== null && "scope" in value && "agent" in value;
      return (!isTarget && value !== "more") ||
        (isTarget && value.scope === "user" && agents.includes(String(value.agent)))
        ? [value]
        : [];
    });
}

const theirs = {
  ...{ source: "acme/other", sourceType: "github", sourceUrl: "https://github.com/acme/other.git", ref: "main" },
  ...{ skillPath: "other/SKILL.md", skillFolderHash: "0".repeat(40), pluginName: "pack" },
  ...{ installedAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
  note: "kept",
};
const theirLock = { version: 3, skills: { zebra: theirs }, dismissed: { tip: true }, lastSelectedAgents: ["codex"] };

test("a skill for the user is in the global lock file of the command line tool: added, updated and removed", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s"), "s/a.md": "a" });
  await using fixture = await open(["Address", `${repository.url}#main`, "Update"]);
  fixture.write(lockPath, JSON.stringify(theirLock, null, 2));
  chooseUserFolders(fixture, ["agents", "claude-code"]);
  await addSkillFrom(fixture.app, {});
  const before = fixture.readLock(lockPath);
  expect(before).toEqual({ ...theirLock, skills: { zebra: theirs, s: expect.anything() } });
  // The tool's own fields come first, in its order.
  const own = ["source", "sourceType", "sourceUrl", "ref", "skillPath", "skillFolderHash", "installedAt", "updatedAt"];
  expect(Object.keys(before.skills.s)).toEqual([...own, "fairlead"]);
  expect(before.skills.s).toMatchObject({
    ...{ source: repository.url, sourceUrl: repository.url, sourceType: "git", ref: "main", skillPath: "s/SKILL.md" },
    skillFolderHash: computeToolHash([
      { path: "SKILL.md", bytes: Buffer.from(createSkillText("s")) },
      { path: "a.md", bytes: Buffer.from("a") },
    ]),
    fairlead: { copies: [{ path: ".agents/skills/s" }, { path: ".claude/skills/s" }] },
  });

  repository.commit({ "s/a.md": "b" });
  await updateSkill(fixture.app, { node: await fixture.addedNode() });
  const after = fixture.readLock(lockPath);
  expect(fixture.read("home/.claude/skills/s/a.md")).toBe("b");
  expect(after.skills.s.skillFolderHash).not.toBe(before.skills.s.skillFolderHash);
  expect(after.skills.s.installedAt).toBe(before.skills.s.installedAt);
  expect(after.skills.s.updatedAt >= before.skills.s.updatedAt).toBe(true);

  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  expect(fixture.tree()).toEqual({ [lockPath]: JSON.stringify(theirLock, null, 2) });
});

test("the hash of a repository on GitHub is that of Git's tree, with which the tool compares", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s"), "s/.env": "left out" });
  await using fixture = await open(["Address", "acme/skills"]);
  chooseUserFolders(fixture, ["agents"]);
  const { openGitRepository } = fixture.app;
  const app = {
    ...fixture.app,
    openGitRepository: async (signal: AbortSignal) => {
      const opened = await openGitRepository(signal);
      const run: typeof opened.run = (args, options) =>
        opened.run(
          args.map((one) => (one === "https://github.com/acme/skills.git" ? repository.url : one)),
          options,
        );
      return { ...opened, run };
    },
  };
  await addSkillFrom(app, {});
  expect(fixture.readLock(lockPath).skills.s).toMatchObject({
    ...{ source: "acme/skills", sourceType: "github", sourceUrl: "https://github.com/acme/skills.git" },
    skillFolderHash: repository.git("rev-parse", "HEAD:s"),
  });
});

test.each([
  ["{", "it is not JSON"],
  ['{"version":3}', '"skills"'],
  ['{"version":4,"skills":{}}', "has version 4 of its format, and only version 3 is understood"],
])(
  "a global lock file that is damaged or newer is refused with its place, and nothing is written: %s",
  async (text, reason) => {
    using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
    await using fixture = await open(["Address", repository.url]);
    fixture.write(lockPath, text);
    const before = fixture.tree();
    chooseUserFolders(fixture, ["agents"]);
    const adding = addSkillFrom(fixture.app, {});
    await expect(adding).rejects.toThrow(reason);
    await expect(adding).rejects.toThrow(join(fixture.home, ".agents/.skill-lock.json"));
    expect(fixture.tree()).toEqual(before);
  },
);

test.each([
  [4, "has version 4 of its format"],
  [1, undefined],
])("a global lock file of version %s hides only its own skills", async (version, problem) => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Address", repository.url, ["Claude Code"]]);
  fixture.write(lockPath, JSON.stringify({ version, skills: {} }));
  await addSkillFrom(fixture.app, {});
  expect((await fixture.app.localSkills.copies()).map(({ scope, name }) => `${scope} ${name}`)).toEqual([
    "workspace s",
  ]);
  const found = fixture.app.localSkills.lockProblem();
  expect(found === undefined ? found : found.includes(problem ?? "")).toBe(problem === undefined ? undefined : true);
});

test("a skill that the tool added gets a copy for another agent, and the tool's copy is listed on", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Address", repository.url]);
  installAsTool(fixture, repository, hashOf("s"));
  chooseUserFolders(fixture, ["cursor"]);
  mkdirSync(join(fixture.home, ".cursor"));
  await addSkillFrom(fixture.app, {});
  const listCopies = async () =>
    (await fixture.app.localSkills.copies()).map(({ folder, state }) => `${folder.path} ${state.kind}`);
  expect(await listCopies()).toEqual([".agents/skills/s same", ".cursor/skills/s same"]);
});

test("links to nothing in place of agents' folders hide no copies, and do not stop an uninstallation", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Address", repository.url, ["Claude Code"]]);
  await addSkillFrom(fixture.app, {});
  for (const folder of ["home/.roo", "workspace/.roo"])
    symlinkSync("/no/such/folder", join(fixture.home, "..", folder));
  expect((await fixture.app.localSkills.copies()).map(({ name }) => name)).toEqual(["s"]);
  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  expect(await fixture.app.localSkills.copies()).toEqual([]);
});

/** As the tool writes it: the files in `~/.agents`, and a link in another agent's folder. */
function installAsTool(fixture: Fixture, repository: ReturnType<typeof createTestRepository>, hash: string) {
  const text = createSkillText("s");
  const entry = {
    ...{ source: repository.url, sourceType: "git", sourceUrl: repository.url, skillPath: "s/SKILL.md" },
    ...{ skillFolderHash: hash, installedAt: theirs.installedAt, updatedAt: theirs.updatedAt },
  };
  fixture.write(lockPath, JSON.stringify({ version: 3, skills: { s: entry }, dismissed: {} }, null, 2));
  fixture.write("home/.agents/skills/s/SKILL.md", text);
  const folder = join(fixture.home, ".claude/skills");
  mkdirSync(folder, { recursive: true });
  symlinkSync("../../.agents/skills/s", join(folder, "s"));
  return join(folder, "s");
}

const hashOf = (name: string) => computeToolHash([{ path: "SKILL.md", bytes: Buffer.from(createSkillText(name)) }]);

test("a skill that the tool added for the user is shown and updated, and removed with its links; Undo puts all back", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Update"], ["Undo"]);
  const link = installAsTool(fixture, repository, hashOf("s"));
  const node = await fixture.addedNode();
  expect(rowOf(node).describe(node, 0).description).toBe(`Codex and other agents · ${repository.url}`);
  repository.commit({ "s/SKILL.md": createSkillText("s", "Second.") });
  await updateSkill(fixture.app, { node });
  expect(fixture.read("home/.claude/skills/s/SKILL.md")).toBe(createSkillText("s", "Second."));
  expect(fixture.readLock(lockPath).skills.s.installedAt).toBe(theirs.installedAt);
  const before = fixture.tree();
  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  await expect.poll(() => fixture.tree()).toEqual(before);
  expect(readlinkSync(link)).toBe("../../.agents/skills/s");
  fixture.app.messages.info = async () => {};
  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  expect(fixture.tree()).toEqual({});
  expect(() => lstatSync(link)).toThrow("ENOENT");
});

test("when the lock file proves nothing, the row says nothing about changes and uninstalling asks about all files", async () => {
  using repository = createTestRepository();
  await using fixture = await open([true]);
  installAsTool(fixture, repository, "");
  const node = await fixture.addedNode();
  expect(rowOf(node).describe(node, 0)).toMatchObject({
    description: `Codex and other agents · ${repository.url}`,
    icon: "package",
  });
  await uninstallSkill(fixture.app, { node });
  expect(fixture.prompts.questions).toEqual(["Remove all 1 file of s?"]);
  expect(fixture.prompts.details[0]).toMatch(/Nothing says which files in ~\/.agents\/skills\/s were changed/);
  expect(fixture.tree()).toEqual({});
});

test("the global lock file is in the state folder where the user has one", () => {
  const home = { uri: "file:///home/me" };
  const stateHome = { root: "file:///", path: "var/state" };
  expect(getGlobalLockFile(home)).toEqual({ root: home.uri, path: ".agents/.skill-lock.json" });
  expect(getGlobalLockFile({ ...home, stateHome })).toEqual({
    root: "file:///",
    path: "var/state/skills/.skill-lock.json",
  });
});

test("a state folder that does not exist yet is created for the lock file", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Address", repository.url]);
  const [user] = fixture.app.folders.roots().filter(({ scope }) => scope === "user");
  if (!user) throw new Error("There is no user root.");
  const stateHome = { root: pathToFileURL("/").href, path: join(fixture.home, ".local/state").slice(1) };
  const roots = [{ ...user, stateHome }];
  chooseUserFolders(fixture, ["agents"]);
  await addSkillFrom({ ...fixture.app, folders: { ...fixture.app.folders, roots: () => roots } }, {});
  expect(Object.keys(fixture.tree())).toEqual([
    "home/.agents/skills/s/SKILL.md",
    "home/.local/state/skills/.skill-lock.json",
  ]);
});

test("a skill of the index has the address of the site beside its own, as the tool writes it", () => {
  const source = { source: "example.com", sourceType: "well-known", sourceUrl: "https://example.com/s/SKILL.md" };
  const copy = { path: ".agents/skills/s", agent: "agents", version: "1", digest: "sha256:0", files: [] };
  const fields = { ...source, skillFolderHash: "", sourceBaseUrl: "https://example.com", wellKnownDigest: "sha256:1" };
  const lock = addGlobalCopy(emptyGlobalLock, "s", copy, [], fields, theirs.updatedAt);
  expect(lock.skills.s).toMatchObject({ ...fields, updatedAt: theirs.updatedAt });
  expect(lock.skills.s).not.toHaveProperty("computedHash");
});
