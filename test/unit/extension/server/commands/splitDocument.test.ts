import { expect, test } from "vitest";
import { generateServer } from "../../../../../src/extension/server/commands/generateServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const folder = "file:///home/me/api/";
const uri = `${folder}openapi.yaml`;
const document = `openapi: 3.1.0
info: { title: Split, version: "1" }
servers: [{ url: "https://a.example.com" }]
paths:
  /pets/{id}: { $ref: paths/pets.yaml }
`;
const served = await useServedService();

test("cancelling while many files are read reads no more of them, without a message", async () => {
  const names = Array.from({ length: 120 }, (_, index) => `part${index}.yaml`);
  const paths = names.map((name, index) => `  /${index}: { $ref: ${name} }\n`).join("");
  const files = Object.fromEntries(names.map((name) => [folder + name, "get: { responses: {} }"]));
  const cancel = { title: "Reading openapi.yaml", message: "Files read: 50" };
  const documents = { [uri]: document + paths, ...files };
  await using fixture = await createCommandFixture(served, { documents, cancel });
  const read: string[] = [];
  const { readPart } = fixture.documents;
  fixture.documents.readPart = async (of, part) => {
    read.push(part);
    return readPart(of, part);
  };
  await generateServer(fixture.app, { resource: uri });
  expect(read).toHaveLength(50);
  expect(fixture.messages.shown).toEqual([]);
});

async function generate(parts: Readonly<Record<string, string>>) {
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [folder + name, text]));
  await using fixture = await createCommandFixture(served, { documents: { [uri]: document, ...files } });
  await generateServer(fixture.app, { resource: uri });
  return { messages: fixture.messages.shown, problems: fixture.documents.problems };
}

test("a document in several files becomes a server, and the problems of a part are shown in the part", async () => {
  const { messages, problems } = await generate({
    "paths/pets.yaml": "\nget: { operationId: readPet, responses: {} }\n",
  });
  expect(messages).toEqual([
    "info: Generated Split 0.1.0 with 1 tool. The Problems view shows what was left out or assumed (1). [Deploy, Open Code]",
  ]);
  expect(problems.get(uri)).toEqual([]);
  expect(problems.get(`${folder}paths/pets.yaml`)).toMatchObject([
    { code: "undeclared_path_parameter", line: 1, column: 0 },
  ]);
});

test("a document without one of its files is no server, and only the reference is marked", async () => {
  const { messages, problems } = await generate({});
  expect(messages).toEqual([
    'warning: openapi.yaml cannot be used: The file "paths/pets.yaml" is not there. Correct the reference, or add the file: in the editor to the folder of the document, in a request to the API to its `parts`. [Show Problems]',
  ]);
  expect(problems.get(uri)).toMatchObject([{ severity: "error", code: "part_missing", line: 4, column: 16 }]);
  expect(problems.get(`${folder}paths/pets.yaml`)).toEqual([]);
});
