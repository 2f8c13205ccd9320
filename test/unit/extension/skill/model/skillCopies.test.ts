import { hostname } from "node:os";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createInstallFolders } from "../../../../../src/extension/skill/model/disk/createInstallFolders.ts";
import { readLockFile, updateLockFile } from "../../../../../src/extension/skill/model/skillCopies.ts";
import { setLockEntry } from "../../../../../src/extension/skill/model/skillsLock.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";

test("two updates of a lock file at once are both kept, also after one that failed", async () => {
  const root = pathToFileURL(createTemporaryFolder()).href;
  const folders = createInstallFolders(hostname(), () => [{ scope: "workspace", uri: root, name: "w" }]);
  const lock = { root, path: "" };
  const add = (name: string) =>
    updateLockFile(folders, lock, (before) => setLockEntry(before, name, { sourceType: "github" }));
  const failed = updateLockFile(folders, lock, () => {
    throw new Error("not written");
  });
  await Promise.allSettled([failed, add("one"), add("two")]);
  await expect(failed).rejects.toThrow("not written");
  expect(Object.keys((await readLockFile(folders, lock)).skills)).toEqual(["one", "two"]);
});
