import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Skill } from "../../../src/contract/skills.ts";
import type { SkillRoot } from "../../../src/extension/base/skillFolders.ts";
import { createSkillText } from "../skills/skillText.ts";
import { writeFile } from "../writeFile.ts";
import { createCommandFixture } from "./commandFixture.ts";

type FixtureOptions = NonNullable<Parameters<typeof createCommandFixture>[1]>;
type Served = Parameters<typeof createCommandFixture>[0];

/** The path of an installed file for Claude Code. */
export const claudeSkillPath = (name: string, file = "SKILL.md") => `workspace/.claude/skills/${name}/${file}`;

/** A command fixture with a temporary workspace and home folder on disk. */
export async function createSkillFixture(served: Served, options: FixtureOptions = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-skills-")));
  const workspace = join(base, "workspace");
  const home = join(base, "home");
  for (const folder of [workspace, home]) mkdirSync(folder);
  const uri = (path: string) => pathToFileURL(path).toString();
  const roots: readonly SkillRoot[] = [
    { scope: "workspace", uri: uri(workspace), name: "workspace" },
    { scope: "user", uri: uri(home), name: "home" },
  ];
  const fixture = await createCommandFixture(served, { ...options, roots });
  fixture.documents.isFolder = async (folder) => existsSync(fileURLToPath(folder));
  fixture.documents.readFolder = async (folder) => readFiles(fileURLToPath(folder));
  fixture.documents.findSkills = async () =>
    globSync(["**/SKILL.md", ".*/**/SKILL.md"], { cwd: workspace, exclude: ["**/node_modules/**"] })
      .map(dirname)
      .sort()
      .map((path) => ({ uri: uri(join(workspace, path)), label: path }));

  const close = async () => {
    await fixture.close();
    rmSync(base, { recursive: true, force: true });
  };
  const write = (path: string, text: string) => void writeFile(base, path, text);
  const read = (path: string) => readFileSync(join(base, path), "utf8");
  return {
    ...fixture,
    home,
    write,
    folder: (path: string) => uri(join(workspace, path)),
    /** Writes a skill's folder in the workspace and returns its URI. */
    source: (name: string, files: Readonly<Record<string, string>> = {}) => {
      for (const [path, text] of Object.entries({ "SKILL.md": createSkillText(name), ...files }))
        write(`workspace/skills/${name}/${path}`, text);
      return uri(join(workspace, "skills", name));
    },
    /** All files with their texts, by path relative to the parent of workspace and home. */
    tree: (below = "") => Object.fromEntries(readFiles(join(base, below)).map(({ path, bytes }) => [path, `${bytes}`])),
    read,
    readLock: (path = "workspace/skills-lock.json") => JSON.parse(read(path)),
    /** A file of a skill that Claude Code has in the workspace. */
    readInstalled: (name: string, path = "SKILL.md") => read(claudeSkillPath(name, path)),
    /** The row of the first skill that was added from elsewhere than a service. */
    addedNode: async () => {
      const copies = (await fixture.app.localSkills.copies()).filter(({ record }) => record.service === undefined);
      return { kind: "addedSkill", name: copies[0]?.name ?? "", copies } as const;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Publishes a skill with these files. */
export async function publishTestSkill(
  served: Served,
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Skill> {
  const texts = { "SKILL.md": createSkillText(name), ...more };
  const files = Object.entries(texts).map(([path, content]) => ({ path, encoding: "utf8" as const, content }));
  return served.api.call("skills.create", { projectId: served.project.id, publish: true, files });
}

function readFiles(folder: string): { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => ({ path: relative(".", path), bytes: readFileSync(join(folder, path)) }));
}
