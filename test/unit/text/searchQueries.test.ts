import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { asObject, asText } from "../../../src/generator/document/jsonValues.ts";
import { createSearchIndex } from "../../../src/text/search/searchIndex.ts";
import { heldOutQueries, type NaturalQuery, naturalQueries } from "../../judge/githubQueries.ts";
import { agentRequests } from "../../judge/search/agentRequests.ts";
import { phrasedRequests } from "../../judge/search/phrasedRequests.ts";
import { readSearchedOperations, type SearchedOperation } from "../../judge/search/readSearchedOperations.ts";
import { createDocument, generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";

const packageFolder = dirname(createRequire(import.meta.url).resolve("@octokit/openapi/package.json"));
const document = readFileSync(join(packageFolder, "generated/api.github.com.json"), "utf8");
const { tools } = generateFromValidDocument(document).definition;
/** Method and path of each operationId. */
const requests = new Map(
  Object.entries(asObject(asObject(JSON.parse(document)).paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([method, operation]) => [
      asText(asObject(operation).operationId),
      `${method.toUpperCase()} ${path}`,
    ]),
  ),
);
const createToolIndex = (listed: typeof tools) =>
  createSearchIndex(
    listed.map(({ name, title, description, request }) => ({
      ...{ name, title, description },
      path: `${request.method} ${request.path}`,
    })),
  );
const index = createToolIndex(tools);

function countPlaces(queries: readonly NaturalQuery[]) {
  const places = queries.map(({ query, operationIds }) => {
    const wanted = operationIds.map((id) => requests.get(id));
    return index.find(query, 5).entries.findIndex(({ path }) => wanted.includes(path));
  });
  return { first: places.filter((place) => place === 0).length, found: places.filter((place) => place >= 0).length };
}

describe("the search in the 1,223 operations of GitHub", () => {
  test("finds what 53 natural queries mean: 40 first, 50 among the first five", () => {
    expect(naturalQueries).toHaveLength(53);
    const { first, found } = countPlaces(naturalQueries);
    expect(first).toBeGreaterThanOrEqual(40);
    expect(found).toBeGreaterThanOrEqual(50);
  });

  test("finds what queries mean that its synonyms were not chosen with", () => {
    const { first, found } = countPlaces(heldOutQueries);
    expect(first / heldOutQueries.length).toBeGreaterThan(0.75);
    expect(found / heldOutQueries.length).toBeGreaterThan(0.9);
  });

  test("is asked for operations that exist", () => {
    const wanted = [...naturalQueries, ...heldOutQueries].flatMap(({ operationIds }) => operationIds);
    expect(wanted.filter((id) => !requests.has(id))).toEqual([]);
  });
});

/** The index of the tools of a document with these operations. */
function createDocumentIndex(operations: readonly SearchedOperation[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, operationId, summary, description } of operations) {
    const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({ name, in: "path", required: true }));
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, summary, description, parameters } };
  }
  return createToolIndex(generateFromValidDocument(createDocument({}, { paths })).definition.tools);
}

describe("the search in the 2,645 operations of twelve other products", () => {
  const indexes = new Map(
    [...Map.groupBy(readSearchedOperations(), ({ document: name }) => name)].map(([name, operations]) => [
      name,
      createDocumentIndex(operations),
    ]),
  );

  test("finds what 48 phrases mean: 36 first, 45 among the first five", () => {
    const places = phrasedRequests.map(({ document: name, phrase, requests: wanted }) => {
      const found = indexes.get(name)?.find(phrase, 5).entries ?? [];
      return found.findIndex(({ path }) => wanted.includes(path));
    });
    expect(places).toHaveLength(48);
    expect(places.filter((place) => place === 0).length).toBeGreaterThanOrEqual(36);
    expect(places.filter((place) => place >= 0).length).toBeGreaterThanOrEqual(45);
  });

  test("finds what an agent asks for that knows neither it nor the document: 75 of 96 first, 89 among the first five", () => {
    const places = agentRequests.map(({ document: name, query, requests: wanted }) => {
      const found = indexes.get(name)?.find(query, 5).entries ?? [];
      return found.findIndex(({ path }) => wanted.includes(path));
    });
    expect(places).toHaveLength(96);
    expect(places.filter((place) => place === 0).length).toBeGreaterThanOrEqual(75);
    expect(places.filter((place) => place >= 0).length).toBeGreaterThanOrEqual(89);
  });

  test("is asked for operations that exist", () => {
    const known = new Set(readSearchedOperations().map((one) => `${one.document} ${one.method} ${one.path}`));
    const wanted = [...phrasedRequests, ...agentRequests].flatMap(({ document: name, requests: all }) =>
      all.map((one) => `${name} ${one}`),
    );
    expect(wanted.filter((one) => !known.has(one))).toEqual([]);
  });
});
