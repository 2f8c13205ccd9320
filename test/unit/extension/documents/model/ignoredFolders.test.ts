import { expect, test } from "vitest";
import { isInIgnoredFolder } from "../../../../../src/extension/documents/model/ignoredFolders.ts";

test("a file is ignored for a folder of its workspace, not for one that the workspace is in", () => {
  const isIgnored = (path: string) => isInIgnoredFolder(path, "/home/ada/build/api");
  expect(isIgnored("/home/ada/build/api/openapi.yaml")).toBe(false);
  expect(isIgnored("/home/ada/build/api/builder/openapi.yaml")).toBe(false);
  expect(isIgnored("/home/ada/build/api/dist/openapi.yaml")).toBe(true);
  expect(isIgnored("/home/ada/build/api/a/.git/index.json")).toBe(true);
  expect(isInIgnoredFolder("/build/api.yaml", "/")).toBe(true);
});
