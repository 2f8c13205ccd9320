import { describe, expect, test } from "vitest";
import {
  deploymentLogUri,
  readVirtualDocumentId,
  splitVirtualUri,
  textUri,
  versionFileUri,
} from "../../../../../src/extension/base/uris/virtualUris.ts";
import { decodeVirtualUri } from "../../../../support/editor/decodeVirtualUri.ts";

describe("virtual documents", () => {
  test("a URI with invalid percent encoding is rejected", () => {
    for (const uri of ["fairlead:/text/%zz?id%3D1", "fairlead:/text/a?%E0%A4%A"])
      expect(splitVirtualUri(uri)).toBeUndefined();
  });

  test("a log has server and version in its path, and is identified by its deployment", () => {
    const uri = decodeVirtualUri(deploymentLogUri({ id: "dep/1 &~+%x", version: "1.0.0" }, "Orders / EU #1"));
    expect(uri.path).toBe("/deployment/Orders - EU #1 1.0.0.log");
    expect(readVirtualDocumentId(uri)).toEqual({ kind: "log", deploymentId: "dep/1 &~+%x" });
  });

  test("a file has server, version and path in its path, and is identified by its artifact", () => {
    const file = { name: "..", artifactId: "a/b&c", version: "1.0.0+x", path: "tools/get pets.mjs" };
    const uri = decodeVirtualUri(versionFileUri(file));
    expect(uri.path).toBe("/version/1.0.0+x/-/tools/get pets.mjs");
    expect(readVirtualDocumentId(uri)).toEqual({
      kind: "file",
      artifactId: "a/b&c",
      version: "1.0.0+x",
      path: "tools/get pets.mjs",
    });
  });

  test("a text has its name, and its folder if it has one, as its path", () => {
    const uri = decodeVirtualUri(textUri("7", { name: "Pets.json" }));
    expect([uri.path, readVirtualDocumentId(uri)]).toEqual(["/text/Pets.json", { kind: "text", id: "7" }]);
    const inFolder = decodeVirtualUri(textUri("8", { name: "SKILL.md", folder: "greeter" }));
    expect([inFolder.path, readVirtualDocumentId(inFolder)]).toEqual([
      "/text/greeter/SKILL.md",
      { kind: "text", id: "8" },
    ]);
  });

  test("the SKILL.md of a version is in a folder of the skill's name, with which VS Code compares it", () => {
    const file = { name: "greeter", artifactId: "art_1", version: "1.0.0", path: "SKILL.md" };
    expect(decodeVirtualUri(versionFileUri(file)).path).toBe("/version/1.0.0/greeter/SKILL.md");
  });

  test("a name with half a surrogate pair has a valid path", () => {
    const file = { name: "a", artifactId: "b", version: "1.0.0", path: "\ud800/c" };
    expect(readVirtualDocumentId(decodeVirtualUri(versionFileUri(file)))).toMatchObject({
      kind: "file",
      path: "\ufffd/c",
    });
  });

  test("any other URI is rejected", () => {
    const places = ["/", "/deployment", "/deployment/x.log", "/version/a/1.0.0", "/other/a/b/c/d?id=1"];
    for (const uri of places) {
      const [path = "", query = ""] = uri.split("?");
      expect(readVirtualDocumentId({ path, query })).toBeUndefined();
    }
  });
});
