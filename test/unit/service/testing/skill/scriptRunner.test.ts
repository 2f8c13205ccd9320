import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeSkillFolder } from "../../../../../src/service/testing/skill/scriptRunner.ts";
import { propertyRuns } from "../../../../support/propertyRuns.ts";
import { createRunFolder } from "../../../../support/skills/skillRun.ts";

const part = fc.constantFrom("a", "B", "b", "..", ".", "", "con", "x.", "scripts", "\u0000", "ä", "a\u0308", "C:", "~");
const path = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .chain((parts) => fc.constantFrom("/", "\\").map((separator) => parts.join(separator)));

test("a list with an invalid path writes nothing, and any other list writes only inside the run's folder", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(path, { minLength: 1, maxLength: 4 }), async (paths) => {
      const root = await mkdtemp(join(tmpdir(), "fairlead-lay-out-"));
      try {
        const workDir = join(root, "run");
        await mkdir(workDir);
        const files = paths.map((path) => ({ path, bytes: new Uint8Array([97]) }));
        const folder = await writeSkillFolder(workDir, files).catch(() => undefined);
        const written = await readdir(root, { recursive: true, withFileTypes: true });
        const names = written.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
        const expected = folder === undefined ? [] : paths.map((path) => join(folder, path));
        expect(names.sort()).toEqual(expected.sort());
        expect(await readdir(root)).toEqual(["run"]);
      } finally {
        await rm(root, { recursive: true, force: true });
      }
    }),
    { numRuns: propertyRuns(150) },
  );
});

test("a path that leaves the folder is named in the error", async () => {
  const files = [{ path: "../SKILL.md", bytes: new Uint8Array() }];
  await expect(writeSkillFolder(await createRunFolder(), files)).rejects.toThrow('"../SKILL.md" cannot be written.');
});
