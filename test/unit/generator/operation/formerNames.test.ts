import { describe, expect, test } from "vitest";
import { createDocument, generateFromValidDocument } from "../../../support/documents/generateFromDocument.ts";

type Ids = Readonly<Record<string, string | object>>;

/** The names of the tools by their paths after generations in a row, each from operations with these ids by path. */
function generateInARow(...generations: readonly Ids[]): Readonly<Record<string, string>> {
  let tools: readonly { readonly name: string; readonly request: { readonly path: string } }[] = [];
  let latest: { path: string; bytes: Uint8Array }[] = [];
  for (const ids of generations) {
    const paths = Object.fromEntries(
      Object.entries(ids).map(([path, id]) => {
        return [path, { get: { responses: {}, ...(typeof id === "string" ? { operationId: id } : id) } }];
      }),
    );
    const server = generateFromValidDocument(createDocument({}, { paths }), { latest });
    latest = server.files.map(({ path, content }) => ({ path, bytes: Buffer.from(content) }));
    tools = server.definition.tools;
  }
  return Object.fromEntries(tools.map(({ name, request }) => [request.path, name]));
}

describe("in the next version a tool", () => {
  test("keeps its name when new operations have names in another style", () => {
    const first = { "/a": "listPets", "/b": "pets/remove" };
    const added = { "/c": "get-pet", "/d": "add-pet", "/e": "feed-pet" };
    expect(generateInARow(first, { ...added, ...first })).toMatchObject({ "/a": "listPets", "/b": "petsRemove" });
  });

  test("that is new is named in the style of the others", () => {
    const first = { "/a": "listPets", "/b": "list" };
    const added = { "/c": "get-pet", "/d": "add-pet" };
    expect(generateInARow(first, { ...added, ...first })).toMatchObject({ "/c": "getPet", "/d": "addPet" });
    expect(generateInARow({ "/b": "list" }, { ...added, "/b": "list" })).toMatchObject({
      "/c": "get-pet",
      "/b": "list",
    });
  });

  test("keeps its name when an earlier operation has the same id", () => {
    const names = generateInARow(
      { "/b": "same" },
      { "/a": "same", "/b": "same" },
      { "/0": "Same", "/a": "same", "/b": "same" },
    );
    expect(names).toEqual({ "/b": "same", "/a": "same_2", "/0": "same_3" });
  });

  test("keeps its name when its operation has another id, which a new operation may have", () => {
    expect(generateInARow({ "/a": "list" }, { "/a": "listAll" })).toEqual({ "/a": "list" });
    expect(generateInARow({ "/a": "list" }, { "/a": "listAll", "/b": "list" })).toEqual({
      "/a": "list",
      "/b": "list_2",
    });
  });

  test("leaves the name of an operation that is gone to another one", () => {
    expect(generateInARow({ "/a": "list" }, { "/b": "list" })).toEqual({ "/b": "list" });
  });

  test("has the name that `x-mcp` gives, and without it that of its id again", () => {
    const given = { operationId: "list", "x-mcp": { name: "all" } };
    expect(generateInARow({ "/a": "list" }, { "/a": given })).toEqual({ "/a": "all" });
    expect(generateInARow({ "/a": given }, { "/a": "list" })).toEqual({ "/a": "list" });
    expect(generateInARow({ "/a": "all" }, { "/a": "all", "/b": given })).toEqual({ "/a": "all_2", "/b": "all" });
  });

  test("has a name by `x-mcp` of 64 characters", () => {
    const name = "n".repeat(64);
    expect(generateInARow({ "/a": { "x-mcp": { name } } })).toEqual({ "/a": name });
  });
});
