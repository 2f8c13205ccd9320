import { expect, test } from "vitest";
import { parseLockFile } from "../../../../src/service/dependencies/lockFile.ts";
import { createLockFile } from "../../../support/packages/packageRegistry.ts";

const linux = { os: "linux", cpu: "x64", libc: "glibc" };
const resolved = { resolved: "https://packages.example/a.tgz", integrity: "sha512-AAAA" };

const list = (packages: Record<string, object>, platform = linux) =>
  parseLockFile(createLockFile(["a"], packages))
    .listPackages(platform)
    .map(({ folder }) => folder);

test("packages for production are listed with their places; those for development and inside of others are not", () => {
  expect(
    list({
      "node_modules/a": resolved,
      "node_modules/a/node_modules/@scope/b": resolved,
      "node_modules/c": { ...resolved, dev: true },
      "node_modules/d": { ...resolved, devOptional: true },
      "node_modules/e": { ...resolved, extraneous: true },
      "node_modules/a/node_modules/f": { version: "1.0.0", inBundle: true },
      "packages/g": { version: "1.0.0" },
    }),
  ).toEqual(["node_modules/a", "node_modules/a/node_modules/@scope/b", "node_modules/d"]);
});

test.each([
  ["its system", { os: ["linux", "darwin"] }, true],
  ["another system", { os: ["win32"] }, false],
  ["all systems but another", { os: ["!win32"] }, true],
  ["all systems but its own", { os: ["!linux"] }, false],
  ["another processor", { cpu: ["arm64"] }, false],
  ["another C library", { libc: ["musl"] }, false],
  ["any system", { os: ["any"] }, true],
])("an optional package for %s", (_, limits, isListed) => {
  expect(list({ "node_modules/a": { ...resolved, ...limits, optional: true } })).toHaveLength(isListed ? 1 : 0);
});

test("a package with a C library of its own is for Linux alone", () => {
  const packages = { "node_modules/a": { ...resolved, libc: ["glibc"], optional: true } };
  expect(list(packages, { os: "darwin", cpu: "arm64", libc: undefined as never })).toEqual([]);
});

test.each([
  ["that is needed on another system", { ...resolved, os: ["win32"] }, "does not run on linux x64"],
  ["that is a link", { link: true, resolved: "packages/a" }, "is a link to another folder"],
  ["of a Git repository", { resolved: "git+ssh://git@host/a.git#1", integrity: "sha512-AAAA" }, "names no archive"],
  ["without a digest", { resolved: "https://packages.example/a.tgz" }, "names no archive with a digest"],
  ["without a URL", { integrity: "sha512-AAAA" }, "--no-omit-lockfile-registry-resolved"],
])("a package %s is refused with what to do", (_, entry, message) => {
  expect(() => list({ "node_modules/a": entry })).toThrow(message);
});

test.each(["node_modules/../../a", "/node_modules/a", "node_modules//a", "node_modules/..\\a"])(
  "a package at %s is refused",
  (folder) => {
    expect(() => list({ [folder]: resolved })).toThrow("is not a path of a package");
  },
);

test.each([["{}"], ["[]"], ["not JSON"], [JSON.stringify({ lockfileVersion: 1, dependencies: {} })]])(
  "%s is not a lock file, and the message says how to create one",
  (text) => {
    expect(() => parseLockFile(text)).toThrow("npm install --package-lock-only");
  },
);

test("a lock file with too many packages is refused", () => {
  const packages = Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`node_modules/p${n}`, resolved]));
  expect(() => list(packages)).toThrow("names 2001 packages; at most 2000");
});
