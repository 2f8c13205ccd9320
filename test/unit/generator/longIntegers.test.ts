import { expect, test } from "vitest";
import { stringify } from "yaml";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { createDocument, generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";
import { callToolText } from "../../support/servers/callToolText.ts";
import { startDefinedServer } from "../../support/servers/definedServer.ts";
import { startUpstream } from "../../support/servers/upstream.ts";

const long = ["9007199254740993", "-12345678901234567891", "9007199254740995", "9007199254740997", "9007199254740999"];
const [first, second, third, fourth, fifth] = long;
/** The placeholders are replaced by numbers, which JavaScript could not write. */
const schema = { type: "integer", default: "#2", enum: ["#2", "#3", 7], maximum: "#4" };
const withExamples = { type: "integer", example: "#0", examples: ["#1"] };
const withConst = { type: "object", properties: { kind: { const: "#3" } } };
const parameters = [
  { name: "id", in: "query", schema },
  { name: "parent", in: "query", schema: withExamples },
];
const requestBody = { content: { "application/json": { schema: withConst } } };
const document = (servers = [{ url: "https://a.example.com" }]) =>
  createDocument(
    { parameters, requestBody, responses: { 200: { description: "Fine" } } },
    { servers },
    { path: "/pets", method: "post" },
  );
const fill = (text: string) => text.replaceAll(/"#(\d)"/g, (_, index) => long[Number(index)] ?? "");
const texts = { JSON: (value: object) => fill(JSON.stringify(value)), YAML: (value: object) => fill(stringify(value)) };

const readModule = (text: string) =>
  generateFromValidDocument(text)
    .files.filter(({ path }) => path.startsWith("tools/"))
    .map(({ content }) => content)
    .join("");

test.each(Object.entries(texts))(
  "long integers of data keep their digits in the program of a %s document",
  (_, write) => {
    const program = readModule(write(document()));
    expect(program).toContain('import { ExactNumber } from "../runtime.mjs";');
    for (const digits of [first, second, third, fourth]) expect(program).toContain(`new ExactNumber("${digits}")`);
    expect(program.match(/new ExactNumber/g)).toHaveLength(6);
    // Bounds are calculated with.
    expect(program).not.toContain(`"${fifth}"`);
    expect(program).toMatch(/maximum: \d+/);
  },
);

test("a document without long integers needs no exact numbers", () => {
  expect(
    readModule(JSON.stringify(createDocument({ parameters: [{ name: "id", in: "query", schema: { default: 1.5 } }] }))),
  ).not.toContain("ExactNumber");
});

test("the server lists the digits, and checks its input", async () => {
  const upstream = closeAfterTest(await startUpstream((_, response) => void response.writeHead(200).end("{}")));
  const { definition } = generateFromValidDocument(texts.JSON(document([{ url: upstream.origin }])));
  const server = closeAfterTest(await startDefinedServer(definition));
  const headers = { Accept: "application/json, text/event-stream", "Content-Type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const listed = await (await fetch(server.url, { method: "POST", headers, body })).text();
  for (const digits of [first, second, third, fourth]) expect(listed).toContain(digits);
  const name = definition.tools[0]?.name ?? "";
  await callToolText(server.url, name, `{"id":${third}}`);
  expect(upstream.received.map(({ target }) => target)).toEqual([`/pets?id=${third}`]);
  expect(await callToolText(server.url, name, '{"id":8}')).toContain(`${third}, ${fourth}`);
});
