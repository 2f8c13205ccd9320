import { describe, expect, test } from "vitest";
import { readGeneratedSurface } from "../../../src/surface/generatedSurface.ts";
import { generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";
import { createPetDocument } from "../../support/documents/petDocument.ts";

type File = Parameters<typeof readGeneratedSurface>[0][number];

function filesOf(document: unknown, options: Parameters<typeof generateFromValidDocument>[1] = {}) {
  const { files, definition } = generateFromValidDocument(document, options);
  const bytes = files.map((file): File => ({ path: file.path, bytes: Buffer.from(file.content, file.encoding) }));
  return { files: bytes, definition };
}

const changeFile = (files: readonly File[], path: string, change: (text: string) => string): File[] =>
  files.map((file) =>
    file.path === path ? { path, bytes: Buffer.from(change(Buffer.from(file.bytes).toString())) } : file,
  );

describe("reading the tools of a generated server from its files", () => {
  test("finds each tool as it is listed, with its operation", () => {
    const { files, definition } = filesOf(createPetDocument());
    expect(readGeneratedSurface(files)).toEqual(
      definition.tools.map(({ request, ...tool }) => ({
        ...tool,
        operation: `${request.method} ${request.path}`,
      })),
    );
  });

  test("reads names, texts and numbers of all kinds", () => {
    const parameters = [
      { name: "__proto__", in: "query", schema: { type: "string", default: '"quoted"\\ \u2028 {[' } },
      { name: "odd name", in: "query", schema: { type: "number", minimum: -1.5e-7, maximum: 1e21 } },
      { name: "big", in: "query", schema: { type: "integer", format: "int64", maximum: 9_007_199_254_740_992 } },
      { name: "flag", in: "query", schema: { type: ["boolean", "null"], enum: [true, false, null] } },
    ];
    const get = { operationId: "list", parameters, responses: { 200: { description: "fine" } } };
    const { files, definition } = filesOf({
      openapi: "3.1.0",
      info: { title: "Odd", version: "1" },
      servers: [{ url: "http://127.0.0.1:9" }],
      paths: { "/odd": { get } },
    });
    expect(readGeneratedSurface(files)?.map(({ inputSchema }) => inputSchema)).toEqual(
      definition.tools.map(({ inputSchema }) => JSON.parse(JSON.stringify(inputSchema))),
    );
  });

  test("takes the list of a module once, so that a few lines do not stand for millions of tools", () => {
    const { files } = filesOf(createPetDocument());
    const spread = /\.\.\.\w+,?/;
    const repeated = changeFile(files, "server.mjs", (text) =>
      text.replace(spread, (found) => `${found.replace(/,?$/, ",")} ${found}`),
    );
    expect(readGeneratedSurface(files)).toBeDefined();
    expect(repeated).not.toEqual(files);
    expect(readGeneratedSurface(repeated)).toBeUndefined();
  });

  test.each([
    ["five million characters", `export const pets = ["${"x".repeat(5_000_000)}"];\n`],
    ["half a million values", `export const pets = [${"0,".repeat(500_000)}];\n`],
  ])("does not read a module of more than %s", (_, text) => {
    const { files } = filesOf(createPetDocument());
    expect(readGeneratedSurface(changeFile(files, "tools/pets.mjs", () => text))).toBeUndefined();
  });

  const chain = (length: number, list: (previous: string) => string) =>
    Array.from({ length }, (_, index) => `const c${index + 1} = [${list(`c${index}`)}];\n`).join("");
  test.each([
    ["values", `const c0 = [0];\n${chain(20, (one) => `${one}, ${one}`)}`],
    ["characters", `const c0 = "${"x".repeat(100_000)}";\nconst list = [${"c0, ".repeat(201)}];\n`],
    ["levels", `const c0 = [0];\n${chain(200, (one) => one)}`],
  ])("does not read constants that stand for too many %s together", (_, constants) => {
    const { files } = filesOf(createPetDocument());
    const readWith = (added: string) =>
      readGeneratedSurface(changeFile(files, "tools/pets.mjs", (text) => `${added}${text}`));
    expect(readWith(`const c0 = [0];\n${chain(10, (one) => `${one}, ${one}`)}`)).toBeDefined();
    expect(readWith(constants)).toBeUndefined();
  });

  test("names the tools of search mode as they are called", () => {
    const { files } = filesOf(createPetDocument(), { maxTools: 1 });
    expect(readGeneratedSurface(files)?.map(({ name }) => name)).toContain("call_operation listPets");
  });

  test("lists the pinned tools of search mode under their own names too", () => {
    const operationId = '"operationId": "listPets",';
    const document = createPetDocument().replace(operationId, `${operationId} "x-mcp": { "pinned": true },`);
    const namesOf = (maxTools: number) =>
      (readGeneratedSurface(filesOf(document, { maxTools }).files) ?? []).map(({ name }) => name);
    const searched = namesOf(1);
    expect(searched.filter((name) => !name.startsWith("call_operation "))).toEqual(["listPets"]);
    expect(searched).toContain("call_operation listPets");
    expect(namesOf(100).filter((name) => name === "listPets")).toHaveLength(1);
    const pinned = readGeneratedSurface(filesOf(document).files)?.filter((tool) => tool.pinned);
    expect(pinned?.map(({ name }) => name)).toEqual(["listPets"]);
  });

  test("follows the user's edit of a description", () => {
    const { files } = filesOf(createPetDocument());
    const edited = changeFile(files, "tools/pets.mjs", (text) =>
      text.replace(/description: "[^"]*"/, 'description: "Mine"'),
    );
    expect(readGeneratedSurface(edited)?.map(({ description }) => description)).toContain("Mine");
  });

  test.each([
    ["code in the server", "server.mjs", (text: string) => `console.log(1);\n${text}`],
    [
      "code in a tool",
      "tools/pets.mjs",
      (text: string) => text.replace("export const", "const secret = read();\nexport const"),
    ],
    [
      "a computed value",
      "tools/pets.mjs",
      (text: string) => text.replace(/description: "[^"]*"/, "description: [1].join()"),
    ],
    ["an unknown list", "server.mjs", (text: string) => text.replace("...pets", "...other")],
    ["a cut file", "tools/pets.mjs", (text: string) => text.slice(0, -10)],
  ])("does not know the tools of a server with %s", (_, path, change) => {
    const { files } = filesOf(createPetDocument());
    expect(readGeneratedSurface(changeFile(files, path, change))).toBeUndefined();
  });

  test("does not know the tools of other code", () => {
    expect(readGeneratedSurface([{ path: "index.js", bytes: Buffer.from("") }])).toBeUndefined();
  });
});
