import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printValue } from "../../../src/generator/output/serverFiles.ts";
import { readGeneratedSurface } from "../../../src/surface/generatedSurface.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { findFileFlaws, recordingRuntime } from "../../support/documents/findFileFlaws.ts";
import {
  createDocument,
  generateFromDocument,
  generateFromValidDocument,
} from "../../support/documents/generateFromDocument.ts";

const paths = {
  "/pets": { get: { tags: ["Pet shop"], summary: "a | b `c`", operationId: "list" } },
  "/class": { get: { tags: ["class"] } },
  "/v1/2fa/{x}": { get: {}, parameters: [{ name: "x", in: "path", required: true, schema: { type: "string" } }] },
};
const document = createDocument(
  {},
  { paths, info: { title: "Pets\n# Not a heading", version: "1", description: "<q>All</q> of them" } },
);
const file = (path: string) =>
  generateFromValidDocument(document).files.find((item) => item.path === path)?.content ?? "";

describe("the files of a server", () => {
  test("are its program, one module per group of tools, and project files", () => {
    expect(
      generateFromValidDocument(document)
        .files.map(({ path }) => path)
        .sort(),
    ).toEqual([
      ...[".env.example", "Dockerfile", "README.md", "package.json", "runtime.mjs", "server.json", "server.mjs"],
      ...["tools/2fa.mjs", "tools/class.mjs", "tools/pet-shop.mjs"],
    ]);
    expect(file("server.mjs")).toContain('import { petShop } from "./tools/pet-shop.mjs";');
    expect(file("tools/class.mjs")).toMatch(/^export const classTools = \[/);
    expect(file("tools/2fa.mjs")).toMatch(/^export const tools2fa = \[/);
  });

  test("have names that are valid on every system, for any tags", () => {
    const tags = ["x".repeat(20_000), "CON", "con tools", "../../escape", "a\\b:c"];
    const tagged = tags.map((tag, index) => [`/p${index}`, { get: { tags: [tag] } }]);
    const { files } = generateFromValidDocument(createDocument({}, { paths: Object.fromEntries(tagged) }));
    expect(files.map(({ path }) => path).filter((path) => path.startsWith("tools/"))).toEqual([
      `tools/${"x".repeat(40)}.mjs`,
      ...["tools/con--tools.mjs", "tools/con-tools.mjs", "tools/escape.mjs", "tools/a-b-c.mjs"],
    ]);
  });

  test.each([
    [["OAuth 2", "OAuth2", "o_auth 2"]],
    [["default", "Default tools", "default tools 2"]],
    [["1", "tools 1", "tools1"]],
    [["serve", "serve tools"]],
    [["globalThis", "constructor", "undefined", "NaN", "let", "of", "Object"]],
    [["é", "e", "E", "e!"]],
    [["con", "con--tools", "con tools"]],
  ])("have unique names and load for the tags %j", async (tags) => {
    const tagged = tags.map((tag, index) => [`/p${index}`, { get: { tags: [tag] } }]);
    const generated = generateFromValidDocument(createDocument({}, { paths: Object.fromEntries(tagged) }), {}, [
      recordingRuntime,
    ]);
    expect(await findFileFlaws(generated, createTemporaryFolder())).toEqual([]);
  });

  test("hold once, as a constant, what several tools of a module share", async () => {
    const refer = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
    const describeParent = (name: string, letter: string) => {
      const parent = { $ref: `#/components/schemas/${name}` };
      return { type: "object", description: letter.repeat(100), properties: { parent } };
    };
    const answer = { type: "object", description: "z".repeat(100) };
    const schemas = { pet: describeParent("pet", "x"), owner: describeParent("owner", "y"), answer };
    const responses = { 200: { description: "Fine", content: refer("answer") } };
    const createPath = (name: string) => {
      const operation = { tags: ["body"], requestBody: { content: refer(name) }, responses };
      return { post: operation, put: operation };
    };
    const paths = { "/a": createPath("pet"), "/b": createPath("owner") };
    const shared = createDocument({}, { paths, components: { schemas } });
    const generated = generateFromValidDocument(shared, {}, [recordingRuntime]);
    const names = ["const defs", "const body_2", "const defs_2", "export const body"];
    const module = generated.files.find(({ path }) => path === "tools/body.mjs")?.content ?? "";
    expect(module.match(/^(?:export )?const \w+/gm)).toEqual(names);
    expect(module.match(/x{100}|y{100}|z{100}/g)).toHaveLength(3);
    expect(await findFileFlaws(generated, createTemporaryFolder())).toEqual([]);
    const bytes = generated.files.map(({ path, content }) => ({ path, bytes: Buffer.from(content) }));
    const read = readGeneratedSurface(bytes)?.map(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]);
    expect(read).toEqual(generated.definition.tools.map((tool) => [tool.inputSchema, tool.outputSchema]));
  });

  test("are the same bytes for the same input", () => {
    expect(generateFromValidDocument(document)).toEqual(generateFromValidDocument(document));
  });

  test("contain the manifest of the MCP registry", () => {
    expect(JSON.parse(file("server.json"))).toEqual(generateFromValidDocument(document).manifest);
    expect(generateFromValidDocument(document).manifest).toMatchObject({
      name: "local/pet-shop",
      title: "Pet shop",
      version: "1.2.3",
      packages: [{ transport: { type: "streamable-http" }, environmentVariables: [{ name: "API_BASE_URL" }] }],
    });
    expect(String(generateFromValidDocument(document).manifest.description).length).toBeLessThanOrEqual(100);
  });

  test("escape texts of the document as markup and in comments", () => {
    expect(file("README.md")).toContain("| `list` | a \\| b \\`c\\` | `GET /pets` |");
    expect(file("README.md")).toContain("\\<q\\>All");
    const description = "line\nPORT=1";
    const schemes = { key: { type: "apiKey", in: "query", name: "k", description } };
    const secured = generateFromValidDocument(
      createDocument({ security: [{ key: [] }] }, { components: { securitySchemes: schemes } }, { path: "/pets" }),
    );
    expect(secured.files.find(({ path }) => path === ".env.example")?.content).toContain(
      "# line PORT=1. Sent to pets.example.com, as query k. Required.\nAPI_KEY=\n",
    );
  });

  test("list at most 200 tools in the README, and the number of the others", () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`/a${index}`, { get: {} }]));
    const result = generateFromValidDocument(createDocument({}, { paths: many }));
    expect(result.definition.mode).toBe("search");
    expect(result.toolCount).toBe(250);
    expect(result.files.find(({ path }) => path === "README.md")?.content).toContain("... and 50 more");
  });

  test("offer search above the configured number of tools", () => {
    expect(generateFromValidDocument(document, { maxTools: 3 }).definition.mode).toBe("direct");
    expect(
      generateFromValidDocument(createDocument({}, { paths: { ...paths, "/d": { get: {} } } }), { maxTools: 3 })
        .definition.mode,
    ).toBe("search");
  });
});

test("more files than a version may have are a problem", () => {
  const runtime = [{ path: "runtime.mjs", content: "x".repeat(64 * 2 ** 20), encoding: "utf8" as const }];
  const { ok, problems } = generateFromDocument(document, {}, runtime);
  expect([ok, problems.map(({ code }) => code)]).toEqual([false, ["too_large"]]);
});

describe("a value as a literal", () => {
  test("is readable: short parts on one line, names without unnecessary quotes", () => {
    expect(printValue({ a: [1, "x"], "b-c": null })).toBe('{ a: [1, "x"], "b-c": null }');
    expect(printValue({ list: ["x".repeat(60), "y".repeat(60)], none: [], empty: {} })).toBe(
      `{\n  list: [\n    "${"x".repeat(60)}",\n    "${"y".repeat(60)}",\n  ],\n  none: [],\n  empty: {},\n}`,
    );
  });

  test("is not mostly indentation, however deep it is", () => {
    const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => [inner, "x".repeat(120)], 1);
    const indents = printValue(deep)
      .split("\n")
      .map((line) => line.length - line.trimStart().length);
    expect(Math.max(...indents)).toBe(60);
  });

  test("evaluates to the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const evaluate = new Function(`return (${printValue(value)});`);
        expect(JSON.stringify(evaluate())).toBe(JSON.stringify(value));
      }),
    );
    const proto: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    expect(JSON.stringify(new Function(`return (${printValue(proto)});`)())).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    );
  });
});
