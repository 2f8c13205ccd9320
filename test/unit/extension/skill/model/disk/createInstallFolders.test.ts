import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { FolderPath } from "../../../../../../src/extension/base/skillFolders.ts";
import { createInstallFolders } from "../../../../../../src/extension/skill/model/disk/createInstallFolders.ts";
import { FolderError } from "../../../../../../src/text/files/folderRules.ts";
import { createTemporaryFolder } from "../../../../../support/createTemporaryFolder.ts";
import { propertyRuns } from "../../../../../support/propertyRuns.ts";
import { writeFile } from "../../../../../support/writeFile.ts";

let base: string;
let workspace: string;
let home: string;
beforeEach(() => {
  base = createTemporaryFolder();
  workspace = join(base, "workspace");
  home = join(base, "home");
  for (const folder of [workspace, home, join(base, "outside")]) mkdirSync(folder);
});

const uri = (path: string) => pathToFileURL(path).toString();
const folders = () =>
  createInstallFolders("here", () => [
    { scope: "workspace", uri: uri(workspace), name: "workspace" },
    { scope: "user", uri: uri(home), name: "home" },
  ]);
const folderPath = (path = ".claude/skills/greeter", root = workspace): FolderPath => ({ root: uri(root), path });
const file = (path: string, text = path) => ({ path, bytes: Buffer.from(text) });
const put = (path: string, text: string) => writeFile(base, path, text);
/** All files with their texts, and all links. */
const everything = (folder = base): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => !lstatSync(join(folder, name)).isDirectory())
      .map((name) => [
        name,
        lstatSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), "utf8") : "a link",
      ]),
  );

describe("writing", () => {
  test.each([".git", ".GIT/hooks", ".claude/skills/git~1", ".hg"])("refuses the folder %s", async (path) => {
    await expect(folders().change(folderPath(path), { write: [file("pre-commit")] })).rejects.toThrow(FolderError);
    expect(everything()).toEqual({});
  });

  test("creates a new folder with all its files and leaves nothing else", async () => {
    await folders().change(folderPath(), { write: [file("SKILL.md"), file("scripts/run.js")] });
    expect(everything()).toEqual({
      "workspace/.claude/skills/greeter/SKILL.md": "SKILL.md",
      "workspace/.claude/skills/greeter/scripts/run.js": "scripts/run.js",
    });
    const rights = lstatSync(join(workspace, ".claude/skills/greeter")).mode & 0o777;
    expect(rights).toBe(lstatSync(join(workspace, ".claude/skills")).mode & 0o777);
  });

  test("replaces and removes files of an existing folder and keeps the others", async () => {
    put("workspace/.claude/skills/greeter/SKILL.md", "old");
    put("workspace/.claude/skills/greeter/old/note.md", "old");
    put("workspace/.claude/skills/greeter/mine.md", "mine");
    await folders().change(folderPath(), { write: [file("SKILL.md", "new"), file("a/b.md")], remove: ["old/note.md"] });
    expect(everything(join(workspace, ".claude/skills/greeter"))).toEqual({
      "SKILL.md": "new",
      "a/b.md": "a/b.md",
      "mine.md": "mine",
    });
    expect(existsSync(join(workspace, ".claude/skills/greeter/old"))).toBe(false);
  });

  test("removes a folder with its last file, and keeps its surroundings", async () => {
    await folders().change(folderPath(), { write: [file("SKILL.md"), file("scripts/run.js")] });
    await folders().change(folderPath(), { remove: ["SKILL.md", "scripts/run.js"] });
    expect(readdirSync(join(workspace, ".claude/skills"))).toEqual([]);
  });

  test("never removes the root", async () => {
    await folders().change(folderPath(""), { write: [file("skills-lock.json")] });
    await folders().change(folderPath(""), { remove: ["skills-lock.json"] });
    expect(readdirSync(workspace)).toEqual([]);
  });

  test("leaves each file old or new after a failure, and no other file", async () => {
    put("workspace/.claude/skills/greeter/SKILL.md", "old");
    put("workspace/.claude/skills/greeter/b.md", "old");
    mkdirSync(join(workspace, ".claude/skills/greeter/c.md"));
    const write = [file("SKILL.md", "new"), file("b.md", "new"), file("c.md", "new")];
    await expect(folders().change(folderPath(), { write })).rejects.toThrow('"c.md" exists there and is not a file');
    expect(everything(join(workspace, ".claude/skills/greeter"))).toEqual({ "SKILL.md": "old", "b.md": "old" });
  });
});

describe("links", () => {
  test("are refused if they lead out of the workspace", async () => {
    symlinkSync(join(base, "outside"), join(workspace, ".claude"));
    await expect(folders().change(folderPath(), { write: [file("SKILL.md")] })).rejects.toThrow(
      "leads out of its folder",
    );
    expect(readdirSync(join(base, "outside"))).toEqual([]);
  });

  test("are followed if they stay in the workspace", async () => {
    mkdirSync(join(workspace, ".agents"));
    symlinkSync(join(workspace, ".agents"), join(workspace, ".claude"));
    await folders().change(folderPath(), { write: [file("SKILL.md")] });
    expect(everything(join(workspace, ".agents"))).toEqual({ "skills/greeter/SKILL.md": "SKILL.md" });
  });

  test("are followed in the home folder", async () => {
    symlinkSync(join(base, "outside"), join(home, ".claude"));
    await folders().change(folderPath(".claude/skills/greeter", home), { write: [file("SKILL.md")] });
    expect(everything(join(base, "outside"))).toEqual({ "skills/greeter/SKILL.md": "SKILL.md" });
  });

  test("are refused at the path of the skill's folder, or of a folder or a file in it", async () => {
    const greeter = join(workspace, ".claude/skills/greeter");
    mkdirSync(dirname(greeter), { recursive: true });
    symlinkSync(join(base, "outside"), greeter);
    await expect(folders().change(folderPath(), { write: [file("SKILL.md")] })).rejects.toThrow("It is a link");
    rmSync(greeter);
    mkdirSync(greeter);
    symlinkSync(join(base, "outside"), join(greeter, "scripts"));
    symlinkSync(join(base, "outside/file"), join(greeter, "file.md"));
    await expect(folders().change(folderPath(), { write: [file("scripts/a.js")] })).rejects.toThrow("a link there");
    await expect(folders().change(folderPath(), { write: [file("file.md")] })).rejects.toThrow(
      "exists there and is not a file",
    );
    await expect(folders().change(folderPath(), { remove: ["scripts/a.js"] })).rejects.toThrow("a link there");
    expect(readdirSync(join(base, "outside"))).toEqual([]);
  });

  test("are not read", async () => {
    put("outside/secret.md", "secret");
    put("workspace/.claude/skills/greeter/SKILL.md", "text");
    symlinkSync(join(base, "outside/secret.md"), join(workspace, ".claude/skills/greeter/link.md"));
    symlinkSync(join(base, "outside"), join(workspace, ".claude/skills/greeter/more"));
    const found = await folders().read(folderPath(), ["link.md", "more/secret.md", "../../../../outside/secret.md"]);
    expect(found?.map(({ path }) => path)).toEqual(["SKILL.md"]);
  });
});

test("reads an ignored file only if it is requested by path", async () => {
  for (const name of ["SKILL.md", ".env", "node_modules/a.js"]) put(`workspace/.claude/skills/greeter/${name}`, name);
  const paths = async (always: readonly string[]) =>
    (await folders().read(folderPath(), always))?.map(({ path }) => path);
  expect(await paths([])).toEqual(["SKILL.md"]);
  expect(await paths([".env", "gone.md"])).toEqual(["SKILL.md", ".env"]);
  expect(await folders().read(folderPath(".claude/skills/other"))).toBeUndefined();
});

test("refuses a file of a terabyte without reading it", async () => {
  put("workspace/.claude/skills/greeter/SKILL.md", "hello");
  truncateSync(join(workspace, ".claude/skills/greeter/SKILL.md"), 2 ** 40);
  await expect(folders().read(folderPath())).rejects.toThrow("has more than 20 MiB");
});

test("accepts a path to remove that does not exist below a file to write", async () => {
  put("workspace/.claude/skills/greeter/SKILL.md", "hello");
  await folders().change(folderPath(), { write: [file("notes")], remove: ["notes/old.md"] });
  expect((await folders().read(folderPath()))?.map(({ path }) => path).sort()).toEqual(["SKILL.md", "notes"]);
});

test("refuses folders that are not on this machine", async () => {
  const elsewhere = { root: "vscode-vfs://github/a/b", path: "skills/greeter" };
  await expect(folders().change(elsewhere, { write: [file("SKILL.md")] })).rejects.toThrow("on this machine only");
});

describe("hostile paths", () => {
  const nasty = fc.constantFrom(
    ...["..", "../..", "/etc/passwd", "C:\\x", "C:/x", "\\\\server\\share", "a\0b", "con", "NUL.txt", "a.", "a ", "."],
    ...[
      "",
      "//",
      "a//b",
      "a/../../b",
      "A",
      "a",
      "ﬁ",
      "fi",
      "é",
      "e\u0301",
      "link",
      "link/x",
      "ß",
      "ss",
      "a:b",
      "file",
      "file/x",
    ],
  );
  const path = fc.oneof(
    nasty,
    fc.string({ maxLength: 12 }),
    fc.array(nasty, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
  );

  test("write nothing outside the target, and nothing at all if one path is invalid", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { minLength: 1, maxLength: 3 }),
        fc.oneof(fc.constant("file"), path),
        fc.boolean(),
        async (paths, removed, isThere) => {
          rmSync(workspace, { recursive: true, force: true });
          mkdirSync(workspace);
          put("workspace/keep.md", "keep");
          put("outside/keep.md", "keep");
          if (isThere) {
            put("workspace/.claude/skills/greeter/file", "file");
            symlinkSync(join(base, "outside"), join(workspace, ".claude/skills/greeter/link"));
          }
          const before = everything();
          const change = { write: paths.map((name) => file(name)), remove: [removed] };
          const refused = await folders()
            .change(folderPath(), change)
            .then(
              () => false,
              () => true,
            );
          const after = everything();
          if (refused) {
            expect(after).toEqual(before);
            return;
          }
          const inside = (name: string) => name.startsWith("workspace/.claude/skills/greeter/");
          const others = (all: Record<string, string>) => Object.entries(all).filter(([name]) => !inside(name));
          expect(others(after)).toEqual(others(before));
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  test("of the target folder are refused before anything is created", async () => {
    await fc.assert(
      fc.asyncProperty(
        path.filter((name) => /(^|\/)\.\.?(\/|$)|\\|\0|^\/|:/.test(name)),
        async (name) => {
          const before = everything();
          await expect(folders().change(folderPath(name), { write: [file("SKILL.md")] })).rejects.toThrow();
          expect(everything()).toEqual(before);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});
