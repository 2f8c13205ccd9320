import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { findPackages, installPackages } from "../../../../src/service/dependencies/installPackages.ts";
import type { LockedPackage } from "../../../../src/service/dependencies/lockFile.ts";
import { createPackageArchives, type PackageArchives } from "../../../../src/service/dependencies/packageArchives.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { longTest } from "../../../support/longTest.ts";
import {
  createIntegrity,
  createLockFile,
  createPackageArchive,
  startPackageRegistry,
} from "../../../support/packages/packageRegistry.ts";

const { signal } = new AbortController();
const linux = () => ({ os: "linux", cpu: "x64", libc: "glibc" });
const file = (path: string, text: string) => ({ path, content: Buffer.from(text) });

const createArchives = (folder = createTemporaryFolder(), from?: "private") =>
  createPackageArchives(folder, { from, clock: () => new Date() });

async function serve(archives: Record<string, Buffer>) {
  const registry = await startPackageRegistry(archives);
  const locked = (name: string, integrity = createIntegrity(archives[name] ?? Buffer.alloc(0))): LockedPackage => ({
    folder: `node_modules/${name}`,
    url: new URL(`${registry.url}/${name}`),
    integrity,
  });
  return { ...registry, locked };
}

const lock = createLockFile(["greet"], {
  "node_modules/greet": { resolved: "https://packages.example/greet.tgz", integrity: "sha512-AAAA" },
});

test.each([
  ['import { hello } from "greet";', 1],
  ['import "greet/polyfill";', 1],
  ['const hello = require("greet");', 1],
  ['await import("greet")', 1],
  ['import { hello } from "greeting";', 0],
  ['const name = "greet";', 0],
])("code with %s needs %d packages", (code, count) => {
  expect(findPackages([file("server.mjs", code), file("package-lock.json", lock)], linux)).toHaveLength(count);
});

test("a server without a lock file needs no packages, and its packages are its own matter", () => {
  expect(findPackages([file("server.mjs", 'import "greet";')], linux)).toEqual([]);
});

test("packages are written without the folder of their archive, nested ones below theirs", async () => {
  const greet = await createPackageArchive({ "package.json": "{}", "lib/index.js": "export const hello = 1;" });
  const { locked } = await serve({ greet });
  const folder = createTemporaryFolder();
  const nested = { ...locked("greet"), folder: "node_modules/other/node_modules/greet" };
  await installPackages(folder, [locked("greet"), nested], createArchives(), signal);
  const text = "export const hello = 1;";
  expect(readFileSync(join(folder, "node_modules/greet/lib/index.js"), "utf8")).toBe(text);
  expect(readFileSync(join(folder, "node_modules/other/node_modules/greet/lib/index.js"), "utf8")).toBe(text);
});

test("an archive is fetched once, and used again without a network", async () => {
  const greet = await createPackageArchive({ "index.js": "" });
  const { locked, requests } = await serve({ greet });
  const kept = createTemporaryFolder();
  await installPackages(createTemporaryFolder(), [locked("greet")], createArchives(kept), signal);
  await installPackages(createTemporaryFolder(), [locked("greet")], createArchives(kept), signal);
  expect(requests).toEqual(["greet"]);
});

test("a damaged archive in the store is fetched again, and one that is not used for 90 days is removed", async () => {
  const [greet, bye] = [
    await createPackageArchive({ "index.js": "1" }),
    await createPackageArchive({ "index.js": "2" }),
  ];
  const { locked, requests } = await serve({ greet, bye });
  const kept = createTemporaryFolder();
  const archives = createArchives(kept);
  await archives.read(locked("greet"), signal);
  const [name = ""] = readdirSync(kept);
  const old = new Date(Date.now() - 91 * 24 * 3_600_000);
  utimesSync(join(kept, name), old, old);
  await archives.read(locked("bye"), signal);
  expect(existsSync(join(kept, name))).toBe(false);
  const [other = ""] = readdirSync(kept);
  rmSync(join(kept, other));
  expect(await archives.read(locked("bye"), signal)).toEqual(bye);
  expect(requests).toEqual(["greet", "bye", "bye"]);
});

test("an archive with another digest is refused and not kept", async () => {
  const { locked } = await serve({ greet: await createPackageArchive({ "index.js": "" }) });
  const kept = createTemporaryFolder();
  const other = locked("greet", createIntegrity(Buffer.from("other")));
  await expect(createArchives(kept).read(other, signal)).rejects.toThrow("its digest differs");
  expect(readdirSync(kept)).toEqual([]);
});

test("a digest of SHA-1 alone is refused", async () => {
  const { locked } = await serve({ greet: await createPackageArchive({ "index.js": "" }) });
  const weak = locked("greet", "sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=");
  await expect(createArchives().read(weak, signal)).rejects.toThrow("no SHA-2 digest");
});

test("a package that is not there is named with its URL", async () => {
  const { locked, url } = await serve({});
  await expect(createArchives().read(locked("gone"), signal)).rejects.toThrow(`${url}/gone answered 404`);
});

test("the lock file of a member of a team does not lead to the machine of the service", async () => {
  const greet = await createPackageArchive({ "index.js": "" });
  const { locked, requests } = await serve({ greet });
  await expect(createArchives(createTemporaryFolder(), "private").read(locked("greet"), signal)).rejects.toThrow(
    "further inside",
  );
  expect(requests).toEqual([]);
});

test("paths that leave the folder, and links, are left out", async () => {
  const evil = await createPackageArchive({ "index.js": "1", "../../outside.js": "2" }, [
    { header: { name: "package/link", size: 0, type: "symlink", linkname: "../../.." } },
    { header: { name: "package/link/through.js", size: 1, type: "file" }, body: "3" },
  ]);
  const { locked } = await serve({ evil });
  const outer = createTemporaryFolder();
  const folder = join(outer, "server");
  await installPackages(folder, [locked("evil")], createArchives(), signal);
  expect(readdirSync(outer)).toEqual(["server"]);
  expect(readdirSync(join(folder, "node_modules/evil")).sort()).toEqual(["index.js", "link"]);
  expect(readFileSync(join(folder, "node_modules/evil/link/through.js"), "utf8")).toBe("3");
});

test("an archive that cannot be unpacked is named", async () => {
  const { locked } = await serve({ broken: Buffer.from("not an archive") });
  await expect(installPackages(createTemporaryFolder(), [locked("broken")], createArchives(), signal)).rejects.toThrow(
    "The archive of node_modules/broken cannot be unpacked",
  );
});

test("when a package fails, the others are given up before the failure is reported, and write nothing", async () => {
  const late = await createPackageArchive({ "index.js": "" });
  const { locked } = await serve({ broken: Buffer.from(""), late });
  const ended: string[] = [];
  const archives: PackageArchives = {
    read: async (one, stop) => {
      if (one.folder.endsWith("broken")) throw new Error("The first reason.");
      await new Promise((resolve) => stop.addEventListener("abort", resolve));
      ended.push(one.folder);
      return late;
    },
  };
  const folder = createTemporaryFolder();
  const installing = installPackages(folder, [locked("late"), locked("broken")], archives, signal);
  await expect(installing).rejects.toThrow("The first reason.");
  expect(ended).toEqual(["node_modules/late"]);
  expect(readdirSync(folder)).toEqual([]);
});

longTest("an archive with too many entries is not unpacked, and one with as many blocks is", async () => {
  const many = gzipSync(Buffer.alloc(512 * 50_001));
  const large = await createPackageArchive({ "package.json": "{}", "large.bin": "x".repeat(512 * 50_001) });
  const { locked } = await serve({ many, large });
  await expect(installPackages(createTemporaryFolder(), [locked("many")], createArchives(), signal)).rejects.toThrow(
    "it has more than 50000 files",
  );
  const folder = createTemporaryFolder();
  await installPackages(folder, [locked("large")], createArchives(), signal);
  expect(readdirSync(join(folder, "node_modules/large")).sort()).toEqual(["large.bin", "package.json"]);
});
