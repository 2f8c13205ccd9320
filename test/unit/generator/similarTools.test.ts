import { describe, expect, test } from "vitest";
import { analyzeOpenapiDocument } from "../../../src/generator/analyzeOpenapiDocument.ts";

/** The earlier tool that each tool resembles, by name. */
function findSimilar(paths: Readonly<Record<string, object>>) {
  const servers = [{ url: "https://pets.example.com" }];
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers, paths });
  const { operations } = analyzeOpenapiDocument(text);
  return Object.fromEntries(operations.flatMap(({ id, similar }) => (similar ? [[id, similar]] : [])));
}

const described = (operationId: string, description: string, more: object = {}) => ({
  ...{ operationId, description, responses: {} },
  ...more,
});
const text = "Returns all the pets of the store by their status";
const long = `${text} and age`;

describe("tools that agents may confuse", () => {
  test("are duplicates with equal method, description and input", () => {
    const parameters = [{ name: "limit", in: "query", schema: { type: "integer" } }];
    const paths = {
      "/v1/pets": { get: described("listV1", text, { parameters }) },
      "/v2/pets": { get: described("findV2", text, { parameters }) },
    };
    expect(findSimilar(paths)).toEqual({ findV2: { name: "listV1", isDuplicate: true } });
  });

  test.each<[string, object]>([
    ["another input", { parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }] }],
    ["nine of ten words", { description: `${long} today` }],
  ])("are only similar with %s", (_, change) => {
    const second = { ...described("findOthers", long), ...change };
    expect(findSimilar({ "/a": { get: described("listOnes", long) }, "/b": { get: second } })).toEqual({
      findOthers: { name: "listOnes", isDuplicate: false },
    });
  });

  test("have names with the same words in any order and number", () => {
    const paths = {
      "/a": { get: described("listPetOrders", "Lists orders.") },
      "/b": { post: described("pets_list_order", "Something else.") },
    };
    expect(findSimilar(paths)).toEqual({ petsListOrder: { name: "listPetOrders", isDuplicate: false } });
  });

  test.each<[string, object, object]>([
    ["another method", { get: described("one", text) }, { delete: described("two", text) }],
    [
      "another description",
      { get: described("one", text) },
      { get: described("two", "Counts orders of one day only") },
    ],
    ["too few words", { get: described("one", "Gets a pet") }, { get: described("two", "Gets the pet") }],
    ["another word that ends in ss", { get: described("pass", "A") }, { get: described("pas", "B") }],
  ])("are not marked with %s", (_, first, second) => {
    expect(findSimilar({ "/a": first, "/b": second })).toEqual({});
  });
});
