import { describe, expect, test } from "vitest";
import { generateInputProperty } from "../../../support/documents/generateFromDocument.ts";

describe("a schema of an input", () => {
  test("lacks formats that say nothing to a model", () => {
    for (const format of ["int32", "float", "double"])
      expect(generateInputProperty({ type: "number", format })).toEqual({ type: "number" });
  });

  test("shows examples only where they say more than the schema", () => {
    const examplesOf = (schema: object) => Object(generateInputProperty({ type: "string", ...schema })).examples;
    const description = "The role of the user.";
    for (const example of [
      "{{PAGE_ID}}",
      "<id>",
      "string",
      null,
      "A long sentence that is nothing but a sample of words, and more.",
    ])
      expect(examplesOf({ examples: [example] })).toBeUndefined();
    expect(examplesOf({ examples: ["CEO"] })).toEqual(["CEO"]);
    expect(examplesOf({ description, examples: ["CEO"] })).toBeUndefined();
    expect(examplesOf({ description, examples: ["CEO"], pattern: "^[A-Z]+$" })).toEqual(["CEO"]);
    expect(examplesOf({ description, examples: ["role_12345"] })).toEqual(["role_12345"]);
    expect(examplesOf({ description: "Such as role_12345.", examples: ["role_12345"] })).toBeUndefined();
    expect(examplesOf({ format: "date-time", examples: ["2012-12-12T10:53:43Z"] })).toBeUndefined();
  });

  test("has its title whole where that is its description", () => {
    const title = `The mode. ${"It says how the job runs. ".repeat(10)}`.trim();
    expect(generateInputProperty({ type: "string", title })).toEqual({ type: "string", description: title });
    expect(generateInputProperty({ type: "string", title, description: "A mode." })).toMatchObject({
      title: expect.stringMatching(/^.{1,99}…$/),
      description: "A mode.",
    });
    expect(generateInputProperty({ type: "string", title: "Mode" })).toEqual({ type: "string", title: "Mode" });
  });
});
