import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { fillFolder } from "../../../../../../src/extension/skill/model/disk/containedChange.ts";
import { createTemporaryFolder } from "../../../../../support/createTemporaryFolder.ts";

let base: string;
beforeEach(() => {
  base = createTemporaryFolder();
  for (const folder of ["chosen", "outside"]) mkdirSync(join(base, folder));
});

const file = (path: string) => ({ path, bytes: Buffer.from(path) });
const fill = (folder: string, write: readonly ReturnType<typeof file>[], remove: readonly string[] = []) =>
  fillFolder(folder, { write, remove });

test("fills a folder that is chosen through a link, and creates a missing one", async () => {
  symlinkSync(join(base, "chosen"), join(base, "link"));
  writeFileSync(join(base, "chosen", "kept.txt"), "kept");
  await fill(join(base, "link"), [file("a/b.txt")]);
  await fill(join(base, "new", "one"), [file("c.txt")]);
  expect(readFileSync(join(base, "chosen", "a", "b.txt"), "utf8")).toBe("a/b.txt");
  expect(readFileSync(join(base, "new", "one", "c.txt"), "utf8")).toBe("c.txt");
  expect(existsSync(join(base, "chosen", "kept.txt"))).toBe(true);
});

test("creates a new folder with all files, or leaves nothing", async () => {
  writeFileSync(join(base, "file"), "");
  await expect(fill(join(base, "new"), [file("a.txt"), file("A.txt")])).rejects.toThrow("Nothing was written to new");
  await expect(fill(join(base, "file", "new"), [file("a.txt")])).rejects.toThrow();
  expect(readdirSync(base).toSorted()).toEqual(["chosen", "file", "outside"]);
});

test("makes no Git repository of a folder together with what is there", async () => {
  const folder = join(base, "chosen");
  await fill(folder, [file("docs/objects/x"), file("docs/refs/x")]);
  await expect(fill(folder, [file("docs/HEAD")])).rejects.toThrow('"docs/HEAD": It makes its folder a Git repository');
  expect(existsSync(join(folder, "docs", "HEAD"))).toBe(false);
});

test("removes what a crash left ten minutes ago, and no folder of the user", async () => {
  const names = [".fairlead-data", ".fairlead-stage-mine", ".fairlead-stage-aB3xY9", ".fairlead-stage-recent"];
  for (const name of names) mkdirSync(join(base, "chosen", name));
  const old = new Date(Date.now() - 601_000);
  for (const name of names.slice(0, 3)) utimesSync(join(base, "chosen", name), old, old);
  await fill(join(base, "chosen"), [file("a.txt")]);
  expect(readdirSync(join(base, "chosen")).toSorted()).toEqual([
    ...[".fairlead-data", ".fairlead-stage-mine", ".fairlead-stage-recent", "a.txt"],
  ]);
});

test("two changes at once do not make a Git repository together", async () => {
  const folder = join(base, "chosen");
  const results = await Promise.allSettled([
    fill(folder, [file("a/HEAD"), file("a/config")]),
    fill(folder, [file("a/objects/x"), file("a/refs/x")]),
  ]);
  // Either may be the first.
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(readdirSync(join(folder, "a")).toSorted().join()).toMatch(/^(?:HEAD,config|objects,refs)$/);
});
