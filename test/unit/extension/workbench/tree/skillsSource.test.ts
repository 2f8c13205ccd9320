import { describe, expect, test } from "vitest";
import { writeSelectedProject } from "../../../../../src/extension/project/model/selectedProject.ts";
import { installSkill } from "../../../../../src/extension/skill/commands/installSkill.ts";
import { publishSkill } from "../../../../../src/extension/skill/commands/publishSkill.ts";
import { openSkillLinks } from "../../../../../src/extension/skill/model/skillLinks.ts";
import { createSkillNode, skillProblemTreeRow } from "../../../../../src/extension/skill/rows/skillTreeRows.ts";
import { rowOf, type TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createSkillsSource } from "../../../../../src/extension/workbench/tree/skillsSource.ts";
import { createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { createPageRequest, createTestTree } from "../../../../support/editor/testTree.ts";
import { formatTreeRows } from "../../../../support/editor/treeRowTexts.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { createSkillText } from "../../../../support/skills/skillText.ts";

const served = await useServedService();

type Fixture = Awaited<ReturnType<typeof createSkillFixture>>;

function treeOf({ app, memory }: Fixture, updates?: { readonly isNewer: () => boolean }) {
  const { connections, filters, localSkills: local, folders, versions } = app;
  const openLinks = () => openSkillLinks(memory, connections.active()?.id ?? "");
  const source = createSkillsSource({
    ...{ localSkills: local, links: openLinks, machine: folders.machine },
    ...(updates && { sourceUpdates: updates }),
  });
  const tree = createTestTree({ view: "fairlead.skills", source, connections, filters, memory, versions });
  return { source, tree, filters };
}

/** The rows with these names, without relative times. */
const rows = (nodes: readonly TreeNode[], ...names: string[]) =>
  formatTreeRows(nodes)
    .filter((row) => names.some((name) => row.startsWith(name)))
    .map((row) => row.replace(/ · [^·|]* ago$| · just now$/, ""));
const find = (nodes: readonly TreeNode[], name: string) =>
  nodes.find((node) => node.kind === "skill" && node.skill.name === name);

describe("the view of skills", () => {
  test("shows hosted skills with their local folders and copies, then folders that are not hosted", async () => {
    const skill = await publishTestSkill(served, "tree-hosted");
    await using fixture = await createSkillFixture(served, { answers: [["Claude Code"], "Install Anyway"] });
    fixture.source("tree-hosted");
    fixture.source("tree-alone");
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    const { tree } = treeOf(fixture);
    const roots = await tree.children();
    expect(rows(roots, "tree-hosted", "tree-alone")).toEqual([
      "tree-hosted | 0.1.0",
      "tree-alone | not published · skills/tree-alone",
    ]);
    const children = await tree.children(find(roots, "tree-hosted"));
    expect(rows(children, "skills/", "Claude")).toEqual([
      "skills/tree-hosted | as published",
      "Claude Code | up to date · 0.1.0 · workspace",
    ]);
  });

  test("shows the copies that are there when the rows below a skill are read, not when its own row was, and reads them again if their row changed", async () => {
    const skill = await publishTestSkill(served, "tree-later");
    await using fixture = await createSkillFixture(served, { answers: [["Claude Code"], "Install Anyway"] });
    const { tree } = treeOf(fixture);
    const { tree: read } = treeOf(fixture);
    const earlier = find(await tree.children(), "tree-later");
    expect(rows(await read.children(find(await read.children(), "tree-later")), "Claude")).toEqual([]);
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    const installed = ["Claude Code | up to date · 0.1.0 · workspace"];
    expect(rows(await tree.children(earlier), "Claude")).toEqual(installed);
    await read.refresh();
    expect(rows(await read.children(find(await read.children(), "tree-later")), "Claude")).toEqual(installed);
  });

  test("says when the source of an added skill has something newer, and nothing when it is not known", async () => {
    await using fixture = await createSkillFixture(served, {});
    const entry = { source: "acme/skills", sourceType: "github", skillPath: "added/SKILL.md", computedHash: "" };
    fixture.write("workspace/skills-lock.json", JSON.stringify({ version: 1, skills: { added: entry } }));
    fixture.write("workspace/.agents/skills/added/SKILL.md", createSkillText("added"));
    const found = "added | Codex and other agents · acme/skills · changed since";
    let isNewer = false;
    const { tree } = treeOf(fixture, { isNewer: () => isNewer });
    expect(rows(await tree.children(), "added")).toEqual([found]);
    isNewer = true;
    await tree.refresh();
    expect(rows(await tree.children(), "added")).toEqual([`${found} · newer commit at its source`]);
  });

  test("shows a folder once, even if two projects have a skill with its name", async () => {
    const projects = [served.project, await served.api.call("projects.create", { name: "Another" })];
    for (const { id } of projects)
      await publishTestSkill({ ...served, project: { ...served.project, id } }, "tree-twice");
    await using fixture = await createSkillFixture(served, {});
    fixture.source("tree-twice");
    const { tree } = treeOf(fixture);
    const named = (await tree.children()).filter((node) => node.kind === "skill" && node.skill.name === "tree-twice");
    const below = await Promise.all(named.map((node) => tree.children(node)));
    expect([named.length, rows(below.flat(), "skills/")]).toEqual([2, ["skills/tree-twice | as published"]]);
  });

  test("problems of the same kind at the same position have different ids", () => {
    const problem = { code: "yaml", path: "SKILL.md", line: 3, column: 1, severity: "error" } as const;
    const of = { skill: undefined, source: undefined };
    const ids = ["One thing.", "Another."].map((message) =>
      skillProblemTreeRow.id({ kind: "problem", of, problem: { ...problem, message } }),
    );
    expect(new Set(ids).size).toBe(2);
  });

  test("shows changes of the folder, of a copy, and an available update", async () => {
    const skill = await publishTestSkill(served, "tree-drift");
    await using fixture = await createSkillFixture(served, {
      answers: [["Claude Code"], "Install Anyway", ["SKILL.md"], "0.2.0", ""],
    });
    const folder = fixture.source("tree-drift");
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    fixture.write("workspace/skills/tree-drift/SKILL.md", createSkillText("tree-drift", "Better."));
    fixture.write("workspace/.claude/skills/tree-drift/notes.md", "mine");
    fixture.app.localSkills.notice(`${folder}/SKILL.md`);
    const { tree } = treeOf(fixture);
    const readRows = async () => {
      await tree.refresh();
      const roots = await tree.children();
      return [
        ...rows(roots, "tree-drift"),
        ...rows(await tree.children(find(roots, "tree-drift")), "skills/", "Claude"),
      ];
    };
    expect(await readRows()).toEqual([
      "tree-drift | installed copy changed · folder changed · 0.1.0",
      "skills/tree-drift | changed since it was published",
      "Claude Code | changed since (1 file) · 0.1.0 · workspace",
    ]);
    await publishSkill(fixture.app, { resource: folder });
    expect(await readRows()).toEqual([
      "tree-drift | update available · installed copy changed · 0.2.0",
      "skills/tree-drift | as published",
      "Claude Code | changed since (1 file) · update available: 0.2.0 · 0.1.0 · workspace",
    ]);
  });

  test("shows copies that came with the workspace, and copies on other machines", async () => {
    const skill = await publishTestSkill(served, "tree-elsewhere");
    await using fixture = await createSkillFixture(served, { answers: [["Claude Code"], "Install Anyway"] });
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    const { items } = await served.api.call("skill.installations", { id: skill.id });
    for (const { id } of items) await served.api.call("skill.uninstall", { id: skill.id, installationId: id });
    const target = { scope: "user", agent: "codex", path: "/home/me/x", machine: "laptop" } as const;
    await served.api.call("skill.install", { id: skill.id, target });
    const { tree } = treeOf(fixture);
    const children = await tree.children(find(await tree.children(), "tree-elsewhere"));
    expect(rows(children, "Claude", "Codex")).toEqual([
      "Claude Code | up to date · 0.1.0 · workspace",
      "Codex (older versions) | on laptop · 0.1.0 · user",
    ]);
  });

  test("a copy keeps its row when the service gets a record of it", async () => {
    const skill = await publishTestSkill(served, "tree-kept");
    await using fixture = await createSkillFixture(served, { answers: [["Claude Code"], "Install Anyway"] });
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    const readIds = async () => {
      const { tree } = treeOf(fixture);
      const children = await tree.children(find(await tree.children(), "tree-kept"));
      return children.filter(({ kind }) => kind === "installation").map((node) => rowOf(node).id(node));
    };
    const recorded = await readIds();
    const { items } = await served.api.call("skill.installations", { id: skill.id });
    for (const { id } of items) await served.api.call("skill.uninstall", { id: skill.id, installationId: id });
    expect(recorded).toEqual([expect.stringContaining("tree-kept")]);
    expect(await readIds()).toEqual(recorded);
  });

  test("a copy has one row, whatever records and pages there are of it", async () => {
    const skill = await publishTestSkill(served, "tree-once");
    await using fixture = await createSkillFixture(served, { answers: [["Claude Code"], "Install Anyway"] });
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    const { path = "" } = (await served.api.call("skill.installations", { id: skill.id })).items[0]?.target ?? {};
    const target = { scope: "workspace", agent: "cursor", path, machine: fixture.app.folders.machine } as const;
    await served.api.call("skill.install", { id: skill.id, target });
    const { nextCursor } = await served.api.call("skill.installations", { id: skill.id, limit: 1 });
    const { source, tree } = treeOf(fixture);
    const read = requireValue(source.children?.(requireValue(find(await tree.children(), "tree-once"))));
    const pages = await Promise.all(
      [undefined, nextCursor ?? ""].map((cursor) => read({ ...createPageRequest(served.api), cursor })),
    );
    const rowsOf = pages.map(({ nodes }) => nodes.filter((node) => node.kind === "installation" && node.copy).length);
    expect(rowsOf).toEqual([1, 0]);
  });

  test("filters by text, including folders of the workspace, and by the selected project", async () => {
    await publishTestSkill(served, "tree-one");
    await publishTestSkill(served, "tree-two");
    await using fixture = await createSkillFixture(served);
    fixture.source("tree-one-local");
    fixture.source("tree-two-local");
    const { tree, filters } = treeOf(fixture);
    await filters.write("fairlead.skills", "tree-one");
    expect(rows(await tree.children(), "tree-")).toEqual([
      "tree-one | 0.1.0",
      "tree-one-local | not published · skills/tree-one-local",
    ]);
    await filters.write("fairlead.skills", "nothing-like-this");
    expect(formatTreeRows(await tree.children())).toEqual(['No skills match "nothing-like-this"']);
    await filters.write("fairlead.skills", "tree-one");
    const { id } = fixture.app.connections.active() ?? { id: "" };
    await writeSelectedProject(fixture.memory, id, { id: "prj_other", name: "Other" });
    await tree.refresh();
    expect(rows(await tree.children(), "tree-one ")).toEqual([]);
  });

  test("shows that installations cannot be read, and shows the rest", async () => {
    await publishTestSkill(served, "tree-locked");
    await using fixture = await createSkillFixture(served);
    fixture.write("workspace/skills-lock.json", "{");
    const roots = formatTreeRows(await treeOf(fixture).tree.children());
    expect(roots[0]).toBe("Installed copies cannot be read");
    expect(roots.some((row) => row.startsWith("tree-locked"))).toBe(true);
  });

  test("looks for skills until the workspace is searched, and says when the search was given up", async () => {
    await using fixture = await createSkillFixture(served);
    const given = Promise.withResolvers<void>();
    let giveUp = true;
    fixture.documents.findSkills = async (onGivenUp) => {
      await given.promise;
      if (giveUp) onGivenUp?.();
      return [];
    };
    const { tree } = treeOf(fixture);
    const reading = tree.children();
    expect(tree.state()).toMatchObject({ kind: "waiting", message: "Looking for skills..." });
    given.resolve();
    const note = "The search for skills was given up";
    expect(rows(await reading, note)).toHaveLength(1);
    expect(tree.state()).toMatchObject({ kind: "filled", message: undefined });
    giveUp = false;
    await tree.refresh();
    expect(rows(await tree.children(), note)).toEqual([]);
  });

  test("omits a folder that cannot be read, and logs the reason", async () => {
    await using fixture = await createSkillFixture(served);
    fixture.source("tree-fine");
    fixture.documents.findSkills = async () => [
      { uri: fixture.folder("skills/gone"), label: "skills/gone" },
      { uri: fixture.folder("skills/tree-fine"), label: "skills/tree-fine" },
    ];
    expect((await fixture.app.localSkills.sources()).map(({ name }) => name)).toEqual(["tree-fine"]);
    expect(fixture.logged.some((line) => line.startsWith("warning The skill in skills/gone could not be read"))).toBe(
      true,
    );
  });

  test("reads a folder again only after it changed", async () => {
    await using fixture = await createSkillFixture(served);
    const folder = fixture.source("tree-kept");
    let reads = 0;
    const { readFolder } = fixture.documents;
    fixture.documents.readFolder = (uri) => {
      reads += 1;
      return readFolder(uri);
    };
    const { localSkills } = fixture.app;
    await localSkills.sources();
    await localSkills.sources();
    expect(localSkills.notice(fixture.folder("elsewhere/file.md"))).toBe(false);
    await localSkills.sources();
    expect(reads).toBe(1);
    expect(localSkills.notice(`${folder}/scripts/new.js`)).toBe(true);
    await localSkills.sources();
    expect(reads).toBe(2);
    // VS Code reports only the top of a deleted folder, and each new file by name.
    expect(localSkills.notice(fixture.folder("skills"))).toBe(true);
    expect(localSkills.notice(fixture.folder("elsewhere/SKILL.md"))).toBe(true);
  });
});
