import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { computeContentDigest } from "../../../../../../src/extension/base/fileDigest.ts";
import { publishSkill } from "../../../../../../src/extension/skill/commands/publishSkill.ts";
import { fillFolder } from "../../../../../../src/extension/skill/model/disk/containedChange.ts";
import { createSkillNode } from "../../../../../../src/extension/skill/rows/skillTreeRows.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture, publishTestSkill } from "../../../../../support/editor/skillFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";
import { createTestRepository } from "../../../../../support/skills/gitRepository.ts";
import { createSkillText } from "../../../../../support/skills/skillText.ts";

const served = await useServedService();

const open = (...answers: readonly ScriptedAnswer[]) => createSkillFixture(served, { answers });

/** A repository that takes pushes, with an identity for commits. */
function createRemote() {
  const repository = createTestRepository();
  repository.git("config", "receive.denyCurrentBranch", "ignore");
  repository.git("config", "uploadpack.allowFilter", "true");
  return repository;
}

describe("to a Git branch", () => {
  const identity = {
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  beforeAll(() => void Object.assign(process.env, identity));
  afterAll(() => {
    for (const name of Object.keys(identity)) delete process.env[name];
  });

  test("a commit has the files of the version with its digest, and replaces those of an older one", async () => {
    using remote = createRemote();
    remote.commit({ "skills/pushed/old.md": "old", "skills/other/SKILL.md": "stays", "README.md": "stays" });
    const skill = await publishTestSkill(served, "pushed", { "a/b.md": "b" });
    await using fixture = await open("Git Branch", `${remote.url}#main`, true, "Git Branch", `${remote.url}#main`);
    await publishSkill(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.prompts.questions.at(-1)).toBe(`Push pushed 0.1.0 to ${remote.url}?`);
    const paths = remote.git("ls-tree", "-r", "--name-only", "main").split("\n");
    expect(paths).toEqual(["README.md", "skills/other/SKILL.md", "skills/pushed/SKILL.md", "skills/pushed/a/b.md"]);
    const files = ["SKILL.md", "a/b.md"].map((path) => ({
      path,
      bytes: Buffer.from(path === "a/b.md" ? "b" : createSkillText("pushed")),
    }));
    expect(remote.git("show", "main:skills/pushed/SKILL.md")).toBe(createSkillText("pushed").trim());
    expect(remote.git("log", "-1", "--format=%B", "main")).toBe(
      `pushed 0.1.0\n\nDigest: ${computeContentDigest(files)}`,
    );
    await publishSkill(fixture.app, { node: createSkillNode(skill) });
    await fixture.messages.waitFor("pushed 0.1.0 is on the branch main of");
    expect(remote.git("rev-list", "--count", "main")).toBe("2");
  });

  test("a new branch begins at the default one, and an empty repository gets its first commit", async () => {
    using remote = createRemote();
    using empty = createRemote();
    remote.commit({ "README.md": "stays" });
    const skill = await publishTestSkill(served, "branching");
    await using fixture = await open(
      "Git Branch",
      `${remote.url}#skills`,
      true,
      "Git Branch",
      `${empty.url}#main`,
      true,
    );
    await publishSkill(fixture.app, { node: createSkillNode(skill) });
    expect(remote.git("ls-tree", "-r", "--name-only", "skills").split("\n")).toEqual([
      "README.md",
      "skills/branching/SKILL.md",
    ]);
    await publishSkill(fixture.app, { node: createSkillNode(skill) });
    expect(empty.git("ls-tree", "-r", "--name-only", "main")).toBe("skills/branching/SKILL.md");
  });

  test("nothing is pushed without the answer, and no hook of the user's folder runs", async () => {
    using remote = createRemote();
    const before = remote.commit({ "README.md": "stays" });
    const skill = await publishTestSkill(served, "unpushed");
    await using fixture = await open(
      "Git Branch",
      `${remote.url}#main`,
      false,
      escapeAnswer,
      "Git Branch",
      escapeAnswer,
    );
    for (let count = 0; count < 3; count += 1) await publishSkill(fixture.app, { node: createSkillNode(skill) });
    expect(remote.git("rev-parse", "main")).toBe(before);
  });

  test("an address without a branch cannot be entered", async () => {
    const skill = await publishTestSkill(served, "unnamed");
    await using fixture = await open("Git Branch", "owner/name");
    await expect(publishSkill(fixture.app, { node: createSkillNode(skill) })).rejects.toThrow(
      /Enter a Git repository with its branch/,
    );
  });
});

test("as a plugin: the skills and running servers of the project in a new folder, without a secret", async () => {
  const skill = await publishTestSkill(served, "bundled", { "scripts/x.sh": "x" });
  const live = await createTinyServer(served, "Pet Shop", "healthy");
  await deployTinyServer(served, live);
  await createTinyServer(served, "Stopped", "healthy");
  await using fixture = await open("Agent Plugin", "Agent Plugin");
  const parent = join(fixture.home, "plugins");
  mkdirSync(parent);
  fixture.documents.promptForFolder = async () => pathToFileURL(parent).href;
  fixture.documents.isFolder = async (uri) => existsSync(new URL(uri));
  fixture.documents.changeFolder = async (uri, { write }) => fillFolder(new URL(uri).pathname, { write, remove: [] });
  await publishSkill(fixture.app, { node: createSkillNode(skill) });
  const tree = fixture.tree("home/plugins/default");
  expect(JSON.parse(tree["plugin.json"] ?? "")).toMatchObject({ name: "default" });
  expect(JSON.parse(tree["mcp.json"] ?? "")).toMatchObject({
    mcpServers: { "pet-shop": { type: "streamable-http", url: `${served.service.url}/mcp/${live.id}` } },
  });
  expect(tree[".claude-plugin/plugin.json"]).toBeUndefined();
  expect(tree["skills/bundled/scripts/x.sh"]).toBe("x");
  expect(tree["skills/bundled/SKILL.md"]).toBe(createSkillText("bundled"));
  await publishSkill(fixture.app, { node: createSkillNode(skill) });
  await fixture.messages.waitFor("is there already");
});
