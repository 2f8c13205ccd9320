import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { asObject, asText } from "../../../src/generator/document/jsonValues.ts";
import { createSearchIndex } from "../../../src/text/search/searchIndex.ts";
import { createDocument, generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";

const readFixture = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../fixtures/search", name), "utf8")
    .trim()
    .split("\n");
/** The cells of each line of a file. The last one holds what is wanted. */
const readRows = (name: string) =>
  readFixture(name).flatMap((line) => (line.startsWith("#") ? [] : [line.split(" | ")]));

/** The operations of twelve public documents: two chats, a wiki, a task list, a platform for applications, a media server, a shop, cameras,
 * photos, a helpdesk, a registry of images and invoices. */
const operationSchema = z.object({
  ...{ document: z.string(), method: z.string(), path: z.string(), operationId: z.string().optional() },
  ...{ summary: z.string().default(""), description: z.string().default("") },
});
const searchedOperations = readFixture("operations.jsonl").map((line) => operationSchema.parse(JSON.parse(line)));

interface Query {
  /** undefined: the document is not known. */
  readonly index: ReturnType<typeof createSearchIndex> | undefined;
  readonly query: string;
  /** Methods and paths. */
  readonly wanted: readonly string[];
}

function countPlaces(queries: readonly Query[]) {
  const places = queries.map(({ index, query, wanted }) =>
    (index?.find(query, 5).entries ?? []).findIndex(({ path }) => wanted.includes(path)),
  );
  const [first, found] = [places.filter((place) => place === 0), places.filter((place) => place >= 0)];
  return { all: queries.length, first: first.length, found: found.length };
}

const createToolIndex = (listed: typeof tools) =>
  createSearchIndex(
    listed.map(({ name, title, description, request }) => ({
      ...{ name, title, description },
      path: `${request.method} ${request.path}`,
    })),
  );

const packageFolder = dirname(createRequire(import.meta.url).resolve("@octokit/openapi/package.json"));
const document = readFileSync(join(packageFolder, "generated/api.github.com.json"), "utf8");
const { tools } = generateFromValidDocument(document).definition;

describe("the search in the 1,223 operations of GitHub", () => {
  /** Method and path of each operationId. */
  const requests = new Map(
    Object.entries(asObject(asObject(JSON.parse(document)).paths)).flatMap(([path, item]) =>
      Object.entries(asObject(item)).map(([method, operation]) => [
        asText(asObject(operation).operationId),
        `${method.toUpperCase()} ${path}`,
      ]),
    ),
  );
  const index = createToolIndex(tools);
  const readQueries = (name: string) =>
    readRows(name).map(([query = "", ids = ""]) => {
      return { index, query, wanted: ids.split(" ").map((id) => requests.get(id) ?? `no operation ${id}`) };
    });
  const [natural, heldOut] = [readQueries("naturalQueries.txt"), readQueries("heldOutQueries.txt")];

  test("finds what 53 natural queries mean: 40 first, 50 among the first five", () => {
    const { all, first, found } = countPlaces(natural);
    expect(all).toBe(53);
    expect(first).toBeGreaterThanOrEqual(40);
    expect(found).toBeGreaterThanOrEqual(50);
  });

  test("finds what queries mean that its synonyms were not chosen with", () => {
    const { all, first, found } = countPlaces(heldOut);
    expect(first / all).toBeGreaterThan(0.75);
    expect(found / all).toBeGreaterThan(0.9);
  });

  test("is asked for operations that exist", () => {
    const wanted = [...natural, ...heldOut].flatMap((one) => one.wanted);
    expect(wanted.filter((one) => one.startsWith("no operation"))).toEqual([]);
  });
});

/** The index of the tools of a document with these operations. */
function createDocumentIndex(operations: typeof searchedOperations) {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, operationId, summary, description } of operations) {
    const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({ name, in: "path", required: true }));
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, summary, description, parameters } };
  }
  return createToolIndex(generateFromValidDocument(createDocument({}, { paths })).definition.tools);
}

describe("the search in the 2,645 operations of twelve other products", () => {
  const byDocument = Map.groupBy(searchedOperations, ({ document: name }) => name);
  const indexes = new Map([...byDocument].map(([name, operations]) => [name, createDocumentIndex(operations)]));
  const readQueries = (name: string) =>
    readRows(name).map((cells) => {
      const [query = "", wanted = ""] = cells.slice(-2);
      return { product: cells[0] ?? "", index: indexes.get(cells[0] ?? ""), query, wanted: wanted.split(", ") };
    });
  const [phrased, ofAgents] = [readQueries("phrasedRequests.txt"), readQueries("agentRequests.txt")];

  test("finds what 48 phrases mean: 36 first, 45 among the first five", () => {
    const { all, first, found } = countPlaces(phrased);
    expect(all).toBe(48);
    expect(first).toBeGreaterThanOrEqual(36);
    expect(found).toBeGreaterThanOrEqual(45);
  });

  test("finds what an agent asks for that knows neither it nor the document: 75 of 96 first, 89 among the first five", () => {
    const { all, first, found } = countPlaces(ofAgents);
    expect(all).toBe(96);
    expect(first).toBeGreaterThanOrEqual(75);
    expect(found).toBeGreaterThanOrEqual(89);
  });

  test("is asked for operations that exist", () => {
    const known = new Set(searchedOperations.map((one) => `${one.document} ${one.method} ${one.path}`));
    const wanted = [...phrased, ...ofAgents].flatMap((one) => one.wanted.map((request) => `${one.product} ${request}`));
    expect(wanted.filter((one) => !known.has(one))).toEqual([]);
  });
});
