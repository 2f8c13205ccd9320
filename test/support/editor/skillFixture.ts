import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Skill } from "../../../src/contract/skills.ts";
import type { SkillRoot } from "../../../src/core/foundation/ports.ts";
import { createSkillText } from "../skills/skillText.ts";
import { createCommandFixture } from "./commandFixture.ts";

type Given = NonNullable<Parameters<typeof createCommandFixture>[1]>;
type Served = Parameters<typeof createCommandFixture>[0];

/** The commands' world with a workspace and a home on the disk, which go with it. */
export async function createSkillFixture(served: Served, given: Given = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-skills-")));
  const workspace = join(base, "workspace");
  const home = join(base, "home");
  for (const folder of [workspace, home]) mkdirSync(folder);
  const uri = (path: string) => pathToFileURL(path).toString();
  const roots: readonly SkillRoot[] = [
    { scope: "workspace", uri: uri(workspace), name: "workspace" },
    { scope: "user", uri: uri(home), name: "home" },
  ];
  const bench = await createCommandFixture(served, { ...given, roots });
  bench.documents.readFolder = async (folder) => filesOf(fileURLToPath(folder));
  bench.documents.findSkills = async () =>
    globSync("**/SKILL.md", { cwd: workspace, exclude: ["**/node_modules/**"] })
      .map(dirname)
      .sort()
      .map((path) => ({ uri: uri(join(workspace, path)), label: path }));

  const close = async () => {
    await bench.close();
    rmSync(base, { recursive: true, force: true });
  };
  const write = (path: string, text: string) => {
    const target = join(base, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  return {
    ...bench,
    home,
    write,
    folder: (path: string) => uri(join(workspace, path)),
    /** A skill's folder in the workspace, as a URI. */
    source: (name: string, files: Readonly<Record<string, string>> = {}) => {
      for (const [path, text] of Object.entries({ "SKILL.md": createSkillText(name), ...files }))
        write(`workspace/skills/${name}/${path}`, text);
      return uri(join(workspace, "skills", name));
    },
    /** Every file with its text, by its path from the folder that holds workspace and home. */
    tree: (below = "") => Object.fromEntries(filesOf(join(base, below)).map(({ path, bytes }) => [path, `${bytes}`])),
    read: (path: string) => readFileSync(join(base, path), "utf8"),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A published skill of these files. */
export async function publishTestSkill(
  served: Served,
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Skill> {
  const texts = { "SKILL.md": createSkillText(name), ...more };
  const files = Object.entries(texts).map(([path, content]) => ({ path, encoding: "utf8" as const, content }));
  return served.api.call("skills.create", { projectId: served.project.id, publish: true, files });
}

function filesOf(folder: string): { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => ({ path: relative(".", path), bytes: readFileSync(join(folder, path)) }));
}
