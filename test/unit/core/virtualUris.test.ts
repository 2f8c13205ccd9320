import { describe, expect, test } from "vitest";
import { deploymentLogUri, readVirtualPath, versionFileUri } from "../../../src/core/virtualUris.ts";

/** As VS Code hands a path over: decoded. */
const pathOf = (uri: string) => decodeURIComponent(new URL(uri).pathname);

describe("virtual documents", () => {
  test("a log is found by its deployment, whatever the server is called", () => {
    const uri = deploymentLogUri({ id: "dep/1 ~x", version: "1.0.0" }, "Orders / EU #1");
    expect(uri.startsWith("fairlead:/deployment/")).toBe(true);
    expect(pathOf(uri).endsWith("/Orders - EU #1 1.0.0.log")).toBe(true);
    expect(readVirtualPath(pathOf(uri))).toEqual({ kind: "log", deploymentId: "dep/1 ~x" });
  });

  test("a file is found by artifact, version and path", () => {
    const uri = versionFileUri({
      serverId: "srv/1",
      artifactId: "a/b",
      version: "1.0.0+x",
      path: "tools/get pets.mjs",
    });
    expect(readVirtualPath(pathOf(uri))).toEqual({
      kind: "file",
      artifactId: "a/b",
      version: "1.0.0+x",
      path: "tools/get pets.mjs",
    });
  });

  test("anything else is none of ours", () => {
    for (const path of ["/", "/deployment", "/deployment//x", "/deployment/a/b/c", "/version/a/b", "/other/a/b/c/d"])
      expect(readVirtualPath(path)).toBeUndefined();
  });
});
