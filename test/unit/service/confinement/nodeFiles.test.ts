import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listNodeFiles } from "../../../../src/service/confinement/nodeFiles.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";

test("a confined program has the files of a portable VS Code, and not the user's data among them", () => {
  const { versions } = process;
  Object.defineProperty(process, "versions", { value: { ...versions, electron: "39.0.0" } });
  onTestFinished(() => void Object.defineProperty(process, "versions", { value: versions }));
  const folder = createTemporaryFolder();
  for (const name of ["data", "locales"]) mkdirSync(join(folder, name));
  for (const name of ["code", "libffmpeg.so"]) writeFileSync(join(folder, name), "");
  const own = listNodeFiles(join(folder, "code")).filter((path) => path.startsWith(folder));
  expect(own.toSorted()).toEqual(["code", "libffmpeg.so", "locales"].map((name) => join(folder, name)));
});
