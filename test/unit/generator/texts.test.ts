import { describe, expect, test } from "vitest";
import { createDocument, generateInputProperty, generateTool } from "../../support/documents/generateFromDocument.ts";

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
});
