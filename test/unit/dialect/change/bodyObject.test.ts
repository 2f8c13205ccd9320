import { expect, test } from "vitest";
import type { UnknownRecord } from "../../../../src/text/record.ts";
import { notFoundResponse, startDialectService } from "../../../support/dialect/dialectService.ts";

const sent = { description: "By the sea" };

test.each<[string, Readonly<Record<string, string>>, unknown]>([
  ["the body itself where such fields are in two objects", { name: "$.spec.title", slug: "$.more.slug" }, sent],
  ["the body itself where only one of the fields is in an object", { name: "$.spec.title", slug: "$.slug" }, sent],
  ["the body itself where the object has what nobody sets", { id: "$.spec.id", createdAt: "$.spec.born" }, sent],
])("a field that no item shows is sent in %s", async (_what, fields, body) => {
  const facts = { title: "Shop", slug: "shop", id: "p", born: "2026-01-01T00:00:00Z" };
  const item: UnknownRecord = { id: "p", slug: "shop", spec: facts, more: { slug: "shop" } };
  const { client, asked } = await startDialectService(
    ({ method, path }) => {
      if (path === "projects") return { body: { projects: [item] } };
      return method === "GET" ? notFoundResponse : { status: 204 };
    },
    { version: 2, dialect: "other", operations: {}, kinds: { project: { fields } } },
  );
  await client.call("projects.list", {});
  // The item shows no description afterwards, so what was applied is not known.
  await client.call("project.update", { id: "p", ...sent }).catch(() => {});
  expect(asked.find(({ method }) => method === "PATCH")?.body).toEqual(body);
});
