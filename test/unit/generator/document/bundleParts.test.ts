import { describe, expect, test } from "vitest";
import { analyzeOpenapiDocument } from "../../../../src/generator/analyzeOpenapiDocument.ts";
import { listReferencedFiles } from "../../../../src/text/position/fileReference.ts";
import { createOverlay } from "../../../support/documents/applyOverlayText.ts";
import {
  generateFromDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../../support/documents/generateFromDocument.ts";

const folder = "file:///home/me/api/";
const uri = `${folder}openapi.yaml`;

/** A document and the files beside it, by their names. */
function analyze(text: string, files: Readonly<Record<string, string>> = {}, overlay?: string) {
  const parts = Object.fromEntries(Object.entries(files).map(([name, content]) => [folder + name, content]));
  return analyzeOpenapiDocument(text, { uri, parts, ...(overlay !== undefined && { overlay }) });
}

/** The tools by name that a service makes of what the editor sends. */
function generateTools(text: string, files: Readonly<Record<string, string>>) {
  const analysis = analyze(text, files);
  expect(analysis.problems).toEqual([]);
  const { tools } = generateFromValidDocument(analysis.document ?? text).definition;
  return new Map(tools.map((tool) => [tool.name, tool]));
}

const head = "openapi: 3.1.0\ninfo: { title: Split, version: '1' }\nservers: [{ url: 'https://a.example.com' }]\n";
const answer = "responses: { '200': { description: ok } }";

describe("a document in several files", () => {
  test("has schemas in inline items that refer to their own file, and properties named like keywords", () => {
    const schema = "{ type: array, items: { type: object, properties: { node: { $ref: node.yaml } } } }";
    const body = "requestBody: { content: { application/json: { schema: { $ref: node.yaml } } } }";
    const tools = generateTools(`${head}paths:\n  /n: { post: { operationId: add, ${body}, ${answer} } }\n`, {
      "node.yaml": `type: object\nproperties: { children: ${schema}, leaves: { type: array, items: { properties: { value: { $ref: "50%off.yaml" } } } } }\n`,
      "50%off.yaml": "{ type: string, maxLength: 7 }\n",
    });
    expect(JSON.stringify(tools.get("add")?.inputSchema)).toContain('"maxLength":7');
  });

  test("has the tools of all, with schemas that refer to each other over files in YAML and JSON", () => {
    const body = "requestBody: { content: { application/json: { schema: { $ref: '../schemas/Pet.json' } } } }";
    const tools = generateTools(`${head}paths:\n  /pets: { $ref: paths/pets.yaml }\n`, {
      "paths/pets.yaml": `get: { operationId: listPets, parameters: [{ $ref: "../common.yaml#/limit" }], ${answer} }\npost: { operationId: addPet, ${body}, ${answer} }\n`,
      "common.yaml":
        "limit: { name: limit, in: query, schema: { $ref: '#/number' } }\nnumber: { type: integer, maximum: 9 }\n",
      "schemas/Pet.json": '{ "type": "object", "properties": { "owner": { "$ref": "Owner.yaml" } } }',
      "schemas/Owner.yaml":
        "type: object\nproperties: { name: { type: string }, pets: { type: array, items: { $ref: Pet.json } } }\n",
    });
    expect([...tools.keys()]).toEqual(["listPets", "addPet"]);
    expect(tools.get("listPets")?.inputSchema).toMatchObject({
      properties: { limit: { type: "integer", maximum: 9 } },
    });
    expect(tools.get("addPet")?.inputSchema).toMatchObject({
      $defs: {
        Pet: { properties: { owner: { $ref: "#/$defs/Owner" } } },
        Owner: { properties: { pets: { items: { $ref: "#/$defs/Pet" } } } },
      },
    });
  });

  test("may have its paths, operations, components and texts in files", () => {
    const text = `openapi: 3.1.0\ninfo: { title: Split, version: '1', description: { $ref: about.md } }\nservers: [{ url: 'https://a.example.com' }]\npaths: { $ref: paths.yaml }\ncomponents:\n  schemas: { $ref: schemas.yaml }\n`;
    const files = {
      "about.md": "About pets.",
      "paths.yaml": `/pets:\n  post: { $ref: "add pet.yaml" }\n/cats:\n  post: { $ref: "add%20pet.yaml" }\n`,
      "add%20pet.yaml": `requestBody: { content: { application/json: { schema: { $ref: "openapi.yaml#/components/schemas/Pet" } } } }\n${answer}\n`,
      "schemas.yaml": "Pet: { type: object, properties: { kind: { $ref: '#/Kind' } } }\nKind: { enum: [cat] }\n",
    };
    const bundle = JSON.parse(analyze(text, files).document ?? "");
    expect(bundle.info.description).toBe("About pets.");
    expect(bundle.components.schemas.Pet.properties.kind).toEqual({ $ref: "#/components/schemas/Kind" });
    expect(bundle.paths["/cats"]).toEqual(bundle.paths["/pets"]);
  });

  test("may mean the whole document by `#` in a part, and itself by its own name or `$self`", () => {
    const text = `${head}$self: https://a.example.com/openapi\npaths:\n  /pets: { $ref: pets.yaml }\ncomponents: { parameters: { limit: { name: limit, in: query }, page: { name: page, in: query } } }\n`;
    const parameters = ["#/components/parameters/limit", "https://a.example.com/openapi#/components/parameters/page"];
    const tools = generateTools(text, {
      "pets.yaml": `get: { operationId: listPets, parameters: ${JSON.stringify(parameters.map(($ref) => ({ $ref })))}, ${answer} }\n`,
    });
    expect(Object.keys(Object(tools.get("listPets")?.inputSchema.properties))).toEqual(["limit", "page"]);
  });

  test("has the children of a discriminator that only its mapping names", () => {
    const body = "requestBody: { content: { application/json: { schema: { $ref: Pet.yaml } } } }";
    const { document } = analyze(`${head}paths:\n  /pets: { post: { ${body}, ${answer} } }\n`, {
      "Pet.yaml": "type: object\ndiscriminator: { propertyName: kind, mapping: { cat: Cat.yaml, dog: Dog } }\n",
      "Cat.yaml": "allOf: [{ $ref: Pet.yaml }, { properties: { lives: { type: integer } } }]\n",
    });
    const { schemas } = JSON.parse(document ?? "").components;
    expect(schemas.Pet.discriminator.mapping).toEqual({ cat: "#/components/schemas/Cat", dog: "Dog" });
    expect(schemas.Cat.allOf[0]).toEqual({ $ref: "#/components/schemas/Pet" });
  });

  test("keeps what only looks like a reference: data, and properties that are named so", () => {
    const schema =
      "{ type: object, example: { $ref: no.yaml }, properties: { $ref: { type: string }, default: { $ref: Kind.yaml } } }";
    const { problems, document } = analyze(
      `${head}paths:\n  /pets: { post: { requestBody: { content: { application/json: { schema: ${schema} } } }, ${answer} } }\n`,
      { "Kind.yaml": "enum: [cat]\n" },
    );
    expect(problems).toEqual([]);
    expect(document).toContain('"example":{"$ref":"no.yaml"}');
    expect(document).toContain('"default":{"$ref":"#/components/schemas/Kind"}');
  });

  test("is the one of Swagger 2.0 too", () => {
    const tools = generateTools(
      "swagger: '2.0'\ninfo: { title: Split, version: '1' }\nhost: a.example.com\npaths: { /pets: { $ref: pets.yaml } }\n",
      {
        "pets.yaml": `post: { operationId: addPet, parameters: [{ name: pet, in: body, schema: { $ref: "Pet.yaml" } }], ${answer} }\n`,
        "Pet.yaml": "type: object\nproperties: { name: { type: string } }\n",
      },
    );
    expect(JSON.stringify(tools.get("addPet")?.inputSchema)).toContain('"name":{"type":"string"}');
  });

  test("takes an overlay that names its operations and schemas, and has the digests of all its texts", () => {
    const overlay = createOverlay(`  - target: $.paths['/pets'].get\n    update: { operationId: allPets }\n`);
    const text = `${head}paths:\n  /pets: { $ref: pets.yaml }\n`;
    const read = (part: string) => analyze(text, { "pets.yaml": part }, overlay);
    const { operations, overlayProblems, document } = read(`get: { ${answer} }\n`);
    expect(operations.map(({ id, pointer }) => [id, pointer])).toEqual([["allPets", "/paths/~1pets/get"]]);
    expect(overlayProblems).toEqual([]);
    const digests = JSON.parse(document ?? "")["x-mcp-source"];
    const changed = JSON.parse(read(`get: { ${answer}, summary: All }\n`).document ?? "")["x-mcp-source"];
    expect(changed.overlay).toBe(digests.overlay);
    expect(changed.document).not.toBe(digests.document);
  });
});

describe("what cannot be read of a document in several files", () => {
  test("is an error at its `$ref`, in the file that has it", () => {
    const { ok, problems } = analyze(`${head}paths:\n  /cats: { $ref: cats.yaml }\n  /pets:\n    $ref: pets.yaml\n`, {
      "pets.yaml": `get:\n  parameters:\n    - $ref: "common.yaml#/none"\n  ${answer}\n`,
      "common.yaml": "limit: { name: limit, in: query }\n",
    });
    expect(ok).toBe(false);
    expect(problems.map(({ code, line, column, uri: file }) => [code, line, column, file])).toEqual([
      ["part_missing", 4, 11, undefined],
      ["part_missing", 2, 6, `${folder}pets.yaml`],
    ]);
    expect(problems[0]?.message).toContain('The file "cats.yaml" is not there.');
    expect(problems[1]?.message).toBe('"common.yaml#/none" is not in its file. Correct the reference.');
  });

  test("is shown in the part that is no YAML, and in the part that has any other problem", () => {
    const text = `${head}paths:\n  /pets/{id}:\n    $ref: pets.yaml\n`;
    expect(analyze(text, { "pets.yaml": "get:\n  summary: [a\n" }).problems).toMatchObject([
      { severity: "error", code: "syntax", line: 2, uri: `${folder}pets.yaml` },
    ]);
    expect(analyze(text, { "pets.yaml": `\nget: { ${answer} }\n` }).problems).toMatchObject([
      { code: "undeclared_path_parameter", line: 1, column: 0, uri: `${folder}pets.yaml` },
    ]);
  });

  test("is an error for a document that comes alone, while references to the web are as they were", () => {
    const document = {
      openapi: "3.1.0",
      paths: { "/a": { get: {} }, "/b": { $ref: "b.yaml" }, "/c": { $ref: "https://a.example.com/c.yaml" } },
    };
    const { ok, problems } = generateFromDocument(document);
    expect(ok).toBe(false);
    expect(problems).toEqual([
      {
        severity: "error",
        code: "part_missing",
        message:
          'The file "b.yaml" is not there. Generate in the editor from a folder that has all files, upload them as `parts`, or bundle them into one.',
        ...{ pointer: "/paths/~1b/$ref", line: 0, column: 50 },
      },
    ]);
    const web = generateFromDocument({ ...document, paths: { "/a": { get: {} }, "/c": document.paths["/c"] } });
    expect([web.ok, ...readProblemCodes(web)]).toEqual([true, "path_left_out", "no_absolute_server"]);
  });

  test("ends where files contain each other without end", () => {
    const twice = { "a.yaml": "get: { x: { $ref: a.yaml }, y: { $ref: a.yaml } }\n" };
    const { problems } = analyze(`${head}paths:\n  /a: { $ref: a.yaml }\n`, twice);
    expect(problems.map(({ code }) => code)).toContain("parts_repeated");
    const itself = analyze(`${head}paths:\n  /a: { $ref: a.yaml }\n`, { "a.yaml": "$ref: a.yaml\n" });
    expect(itself.problems.map(({ code }) => code)).toContain("path_left_out");
  });
});

test("finds the files that a text may refer to", () => {
  const list = (text: string) => listReferencedFiles(text, uri).map((file) => file.replace("file:///home/me/", ""));
  expect(list(`a: { $ref: b.yaml }\nb: {$ref: 'c d.yml#/x'}\nc: { $ref: ./{id}/e.json#/y, x: 1 }\n`)).toEqual([
    "api/c%20d.yml",
    "api/b.yaml",
    "api/%7Bid%7D/e.json",
  ]);
  expect(list('{"$ref": "../up.json#/a", "mapping": {"a": "f.yaml"}}')).toEqual(["up.json", "api/f.yaml"]);
  expect(
    list('$ref: "#/a"\nb: { $ref: https://a.example.com/a.yaml }\nc: { $ref: openapi.yaml#/x }\nd: { $ref: .env }'),
  ).toEqual([]);
  expect(list("$ref: '\\\\evil\\s\\x.yaml'\nb: { $ref: /\\evil/s/x.yaml }\nc: { $ref: \\/evil/x.yaml }")).toEqual([]);
  const share = listReferencedFiles("$ref: '\\s\\x.yaml'", "file://computer/share/a.yaml");
  expect(share).toEqual(["file://computer/s/x.yaml"]);
});
