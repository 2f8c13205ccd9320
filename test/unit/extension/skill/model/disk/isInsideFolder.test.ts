import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isInsideFolder } from "../../../../../../src/extension/skill/model/disk/containedPath.ts";

const base = await mkdtemp(join(tmpdir(), "fairlead-inside-"));
afterAll(() => rm(base, { recursive: true }));
const folder = join(base, "api");
await mkdir(join(folder, "paths"), { recursive: true });
await mkdir(join(base, "api-private"));
for (const file of ["api/paths/pets.yaml", "api-private/secret.yaml"]) await writeFile(join(base, file), "get: {}\n");
await symlink(join(base, "api-private"), join(folder, "private"));
await symlink(join(base, "api-private", "secret.yaml"), join(folder, "secret.yaml"));
await symlink(join(folder, "paths"), join(folder, "ways"));
await symlink(folder, join(base, "link"));

test.each([
  ["a file in it", folder, "api/paths/pets.yaml", true],
  ["a file that is reached by a link within it", folder, "api/ways/pets.yaml", true],
  ["a file of a folder that is a link", join(base, "link"), "link/paths/pets.yaml", true],
  ["a file beside it", folder, "api-private/secret.yaml", false],
  ["a link to a file outside of it", folder, "api/secret.yaml", false],
  ["a file behind a link to a folder outside of it", folder, "api/private/secret.yaml", false],
  ["a file that does not exist", folder, "api/none.yaml", false],
])("says whether a folder holds %s", async (_, root, file, expected) => {
  expect(await isInsideFolder(root, join(base, file))).toBe(expected);
});
