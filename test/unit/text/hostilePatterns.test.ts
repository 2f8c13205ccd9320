import { expect, test } from "vitest";
import { findPackages } from "../../../src/service/dependencies/installPackages.ts";
import { extractJson } from "../../../src/service/testing/skill/model/chat.ts";
import { createOutputLevelReader } from "../../../src/text/output/outputLevels.ts";
import { createLockFile } from "../../support/packages/packageRegistry.ts";

const lock = createLockFile(["greet"], {
  "node_modules/greet": { resolved: "https://packages.example/greet.tgz", integrity: "sha512-AAAA" },
});
const importsOf = (code: string) => {
  const files = [
    { path: "a.mjs", content: Buffer.from(code) },
    { path: "package-lock.json", content: Buffer.from(lock) },
  ];
  return findPackages(files, () => ({ os: "linux", cpu: "x64", libc: "glibc" })).length;
};

/** The time of each is in minutes to hours if it grows with the square or the cube of the text's length. */
test.each<[string, () => unknown, unknown]>([
  ["a line of a log", () => createOutputLevelReader()("failed a=".repeat(40_000)), "info"],
  ["the imports of a module", () => importsOf(`import${" ".repeat(1_000_000)}(`), 0],
  ["an import far away", () => importsOf(`import${" ".repeat(100_000)}("greet")`), 1],
  ["the answer of a model", () => extractJson(`\`\`\`${"\n".repeat(100_000)}`), undefined],
  ["a fence in the answer of a model", () => extractJson('Here:\n```json\n{ "a": 1 }\n```\nand {}'), { a: 1 }],
])("%s is read in a time that grows with its length alone", (_, read, expected) => {
  expect(read()).toEqual(expected);
});
