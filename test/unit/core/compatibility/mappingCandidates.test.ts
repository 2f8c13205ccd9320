import { describe, expect, test } from "vitest";
import { formatMappedPlace } from "../../../../src/core/compatibility/jsonPlaces.ts";
import {
  findFieldCandidates,
  findItemHolders,
  findListHolders,
} from "../../../../src/core/compatibility/mappingCandidates.ts";

const lists = (json: unknown, about = "projects") =>
  findListHolders(json, about).map(({ path }) => formatMappedPlace(path));
const fields = (items: readonly Record<string, unknown>[], role: "id" | "name" | "state") =>
  findFieldCandidates(items, role).map(({ path }) => formatMappedPlace(path));

describe("candidates for the list of a response", () => {
  test("are all lists of objects at any depth, and no others", () => {
    const json = { a: { b: { rows: [{ x: 1 }] } }, words: ["one"], mixed: [{ x: 1 }, 2] };
    expect(lists(json)).toEqual(["a > b > rows"]);
  });

  test("start with the list of the requested name, then the usual names", () => {
    const json = { errors: [{ x: 1 }], items: [{ x: 1 }], Projects: [{ x: 1 }] };
    expect(lists(json)).toEqual(["Projects", "items", "errors"]);
  });

  test("include the response itself", () => {
    expect(lists([{ x: 1 }])).toEqual(["the answer itself"]);
  });

  test("show samples of their items", () => {
    const [found] = findListHolders({ data: [{ id: 1 }, { id: 2 }] }, "projects");
    expect(found?.samples).toBe('2 items: {"id":1}, {"id":2}');
    expect(findListHolders({ data: [] }, "projects")[0]?.samples).toBe("empty now");
  });
});

test("candidates for the item start with the object that has most item fields, before its envelope", () => {
  const json = { ok: true, result: { uid: "a", title: "Shop", state: "on", owner: { login: "me" } } };
  expect(findItemHolders(json, "get").map(({ path }) => formatMappedPlace(path))[0]).toBe("result");
});

describe("candidates for a field", () => {
  const items = [
    { owner_id: "o1", pk: "a-1", title: "One", created: "2026-01-02T03:04:05Z" },
    { owner_id: "o1", pk: "a-2", title: "Two", created: "2026-01-02T03:04:06Z" },
  ];

  test("for the id differ in each item, unlike other fields with similar names", () => {
    const all = [
      { id: "1", serverId: "s", name: "x" },
      { id: "2", serverId: "s", name: "y" },
    ];
    expect(fields(all, "id")[0]).toBe("id");
  });

  test("for the id without a matching name are marked as unlikely, such as times", () => {
    expect(fields(items, "id").at(-1)).not.toBe("pk");
    expect(findFieldCandidates(items, "id").find(({ path }) => path[0] === "created")?.isLikely).toBe(false);
  });

  test("are found inside the wrapper of an item", () => {
    expect(fields([{ node: { uuid: "a" } }, { node: { uuid: "b" } }], "id")[0]).toBe("node > uuid");
  });
});

test("for the name are texts for people, not URLs", () => {
  const items = [
    { page_title: "Shop", url_name: "https://x.example", count: 3 },
    { page_title: "Bank", url_name: "https://y.example", count: 4 },
  ];
  expect(fields(items, "name")[0]).toBe("page_title");
});

test("for the state are words that several items share", () => {
  const items = Array.from({ length: 8 }, (_, at) => ({
    statement: `Sentence ${at}`,
    lifecycle: at % 2 ? "ONLINE" : "RESTING",
  }));
  expect(fields(items, "state")[0]).toBe("lifecycle");
});

test("have short samples on one line without duplicates", () => {
  const [only] = findFieldCandidates([{ name: `a\nb${"x".repeat(100)}` }, { name: "c" }, { name: "c" }], "name");
  expect(only?.samples).toBe(`a b${"x".repeat(37)}..., c`);
});
