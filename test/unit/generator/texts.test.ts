import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  generateInputProperty,
  generateTool,
} from "../../support/documents/generateFromDocument.ts";

const textsOf = (operation: object) => {
  const { title, description } = generateTool(createDocument(operation, {}, { path: "/pets" }));
  return { title, description };
};

describe("the title and description of a tool", () => {
  test("are the operation's summary and description", () => {
    expect(textsOf({ summary: "List pets.", description: "All of them." })).toEqual({
      title: "List pets",
      description: "List pets.\n\nAll of them.",
    });
    expect(textsOf({ summary: "List pets", description: "List pets, all of them." })).toEqual({
      title: "List pets",
      description: "List pets, all of them.",
    });
  });

  test.each([
    ["Delete a pet", "Deletes one pet by its id."],
    ["Get all pets", "Returns the pets. Sorted."],
    ["Remove pet", "Delete this pet"],
    ["犬の一覧", "犬の一覧を返す。"],
    ["List categories", "Retrieves a category per line.\n\nMore."],
  ])("omit a summary that the description repeats: %s", (summary, description) => {
    expect(textsOf({ summary, description })).toEqual({ title: summary, description });
  });

  test.each([
    ["Delete a pet", "Deletes an owner."],
    ["Delete a pet", "Not for all. Deletes a pet."],
    ["Lock a pet", "Updates a pet."],
    ["For all", "Everything for all."],
  ])("keep a summary that the first sentence does not repeat: %s", (summary, description) => {
    expect(textsOf({ summary, description }).description).toBe(`${summary}\n\n${description}`);
  });

  test("are its name or its request if the document has no text", () => {
    expect(textsOf({ operationId: "listPets" })).toEqual({ title: "List pets", description: "GET /pets" });
    expect(textsOf({})).toEqual({ title: "GET /pets", description: "GET /pets" });
  });

  test("state that an operation is deprecated", () => {
    expect(textsOf({ summary: "Old", deprecated: true }).description).toBe("Deprecated.\n\nOld");
  });

  test("are limited in length", () => {
    expect(textsOf({ description: "word ".repeat(1000) }).description.length).toBeLessThanOrEqual(1000);
    expect(textsOf({ summary: "word ".repeat(100) }).title.length).toBeLessThanOrEqual(100);
  });

  test("show invisible characters: direction marks, tags, control characters", () => {
    expect(textsOf({ summary: "a\u202Eb\u{E0041}c\u200Bd\u0007e\uFEFF\u00ADf" }).title).toBe(
      "a<U+202E>b<U+E0041>c<U+200B>d<U+0007>ef",
    );
    expect(generateInputProperty({ type: "string", description: "x\u2066y" })).toEqual({
      type: "string",
      description: "x<U+2066>y",
    });
  });

  test("keep emoji and the joiners of scripts", () => {
    expect(textsOf({ summary: "👩‍🚀 ❤️ می‌خواهم" }).title).toBe("👩‍🚀 ❤️ می‌خواهم");
  });

  test("are text where the document has HTML or Markdown", () => {
    const description =
      "<p>Creates a <b>pet</b>,<br/>as in [pets](https://example.com/pets).</p><ul><li>one</li><li>two</li></ul>";
    expect(textsOf({ description }).description).toBe(
      "Creates a pet,\nas in pets (https://example.com/pets).\n\n- one\n- two",
    );
    expect(textsOf({ description: "## Pets\n\n> [!NOTE]\n> **All** *of* them &amp; 2 * 3 * 4" }).description).toBe(
      "Pets\n\nNote:\nAll of them & 2 * 3 * 4",
    );
    expect(textsOf({ description: "Takes `a < b` and <id>, __init__ too; ![a picture](p.png)" }).description).toBe(
      "Takes `a < b` and <id>, __init__ too; a picture",
    );
    expect(textsOf({ description: "__NOTE__: *one*, a\\_b and __Two words__" }).description).toBe(
      "NOTE: one, a_b and Two words",
    );
    expect(generateInputProperty({ type: "string", description: "<em>Its</em> name" })).toEqual({
      type: "string",
      description: "Its name",
    });
  });

  test("make relative links whole by the documentation's address, else keep their text", () => {
    const description = 'See [pets](/docs/pets), <a href="more">more</a> and [above](#above).';
    const externalDocs = { url: "https://example.com/api/" };
    expect(textsOf({ description, externalDocs }).description).toBe(
      "See pets (https://example.com/docs/pets), more (https://example.com/api/more) and above.",
    );
    expect(textsOf({ description }).description).toBe("See pets, more and above.");
  });

  test("are not cut inside a word", () => {
    const { title } = textsOf({ summary: `Short ${"x".repeat(200)}` });
    expect(title).toBe("Short…");
  });

  test("tell tools apart: several with one title have their ids in words, or their requests", () => {
    const titlesOf = (paths: object) =>
      generateFromValidDocument(createDocument({}, { paths })).definition.tools.map(({ title }) => title);
    const list = (operationId?: string) => ({ get: { operationId, summary: "List" } });
    expect(
      titlesOf({ "/teams": list("list-teams"), "/apps": list("appsList"), "/a": { get: { summary: "One" } } }),
    ).toEqual(["List teams", "Apps list", "One"]);
    expect(titlesOf({ "/teams": list(), "/apps": list("appsList") })).toEqual([
      "List (GET /teams)",
      "List (GET /apps)",
    ]);
    const stated = { get: { summary: "List", "x-mcp": { title: "List" } } };
    expect(titlesOf({ "/teams": stated, "/apps": list() })).toEqual(["List", "List (GET /apps)"]);
  });

  test("name the request where several tools have the same one", () => {
    const description = "Connects a pet.";
    const paths = { "/a": { get: { description }, post: { description } }, "/b": { get: { description: "Other." } } };
    const { tools } = generateFromValidDocument(createDocument({}, { paths })).definition;
    expect(tools.map((tool) => tool.description)).toEqual([
      "Connects a pet.\n\nRequests GET /a.",
      "Connects a pet.\n\nRequests POST /a.",
      "Other.",
    ]);
  });
});
