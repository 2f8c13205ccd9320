import { describe, expect, test } from "vitest";
import { type DialectProfile, dialectProfileSchema } from "../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../src/dialect/connect.ts";
import { createMemoryProfileStore } from "../../support/dialect/dialectContext.ts";
import {
  type DialectRequest,
  type DialectResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";
import { startJsonService } from "../../support/services/jsonService.ts";

const key = "sk-other-0123456789";
const one = { uuid: "p-1", title: "Shop" };
const other = { uuid: "p-2", title: "Till" };

async function whole(items: AsyncIterable<unknown>): Promise<undefined> {
  for await (const _ of items);
}

async function listed(answer: (asked: DialectRequest) => DialectResponse) {
  const { client, asked } = await startDialectService(answer);
  const failure = await whole(client.list("projects.list", {})).catch((error: Error) => error);
  return { failure, asked, addresses: asked.map(({ path, query }) => JSON.stringify([path, query])) };
}

describe("a service that writes the key into where it points to", () => {
  test.each<[string, DialectResponse]>([
    ["the next page's address", { body: { data: [one, other], next: `/api/v1/projects?page=2&api_key=${key}` } }],
    ["the next page's address, in another way", { body: { data: [one, other], next: `?k=%73k-other-0123456789` } }],
    ["the next page's cursor", { body: { data: [one, other], next_cursor: key } }],
    ["a redirect", { status: 302, headers: { location: `/api/v1/elsewhere?token=${key}` } }],
    ["a redirect's path", { status: 302, headers: { location: `/${key}/projects` } }],
  ])("is not asked there: %s", async (_what, answer) => {
    const { failure, addresses } = await listed(() => answer);
    expect(addresses.filter((address) => address.includes(key))).toEqual([]);
    expect(failure).toMatchObject({ name: "RedirectedError", operation: "projects.list" });
    expect(String(failure)).toMatch(/Could not list projects at .*holds the key/);
    expect(String(failure)).not.toContain(key);
  });
});

test("a key that no header can carry is refused by name, and nothing is sent", async () => {
  await using service = await startJsonService(() => ({ body: [one] }));
  const other = createMemoryProfileStore({ version: 2, dialect: "other", operations: {} });
  const client = connectToService({ baseUrl: service.url, key: async () => "sk-bad\n", profileStore: other });
  await expect(client.call("projects.list", {})).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(service.listRequests()).toEqual([]);
  await client.close();
});

describe("a header of a profile", () => {
  const withCredential = (header: string, scheme?: string) => ({
    ...{ version: 2, dialect: "other", operations: {} },
    credential: { header, ...(scheme !== undefined && { scheme }) },
  });

  test.each(["X-Key\r\nEvil", "X Key", "Schlüssel", "X-Key:", "Host", "host", "Content-Length", "Transfer-Encoding"])(
    "is refused where no request may set it: %j",
    (header) => {
      expect(dialectProfileSchema.safeParse(withCredential(header)).success).toBe(false);
      const tenant = { version: 2, dialect: "other", tenant: { header } };
      expect(dialectProfileSchema.safeParse(tenant).success).toBe(false);
      const select = { in: "header", name: header };
      const selected = { version: 2, dialect: "other", operations: { "project.get": { select } } };
      expect(dialectProfileSchema.safeParse(selected).success).toBe(false);
    },
  );

  test("may be any other one, and a parameter is called as it likes", () => {
    expect(dialectProfileSchema.safeParse(withCredential("X-Api_Key", "Token")).success).toBe(true);
    expect(dialectProfileSchema.safeParse(withCredential("Authorization", "Token\nEvil: 1")).success).toBe(false);
    const select = { in: "query", name: "filter[id]" };
    expect(
      dialectProfileSchema.safeParse({ version: 2, dialect: "other", operations: { "project.get": { select } } })
        .success,
    ).toBe(true);
  });

  test("carries an id of half a character", async () => {
    const profile: DialectProfile = {
      ...{ version: 2, dialect: "other" },
      operations: { "project.get": { select: { in: "header", name: "X-Project" } } },
    };
    const { client, asked } = await startDialectService(() => ({ body: one }), profile);
    await expect(client.call("project.get", { id: "p\ud800" })).rejects.toMatchObject({ name: "UnclearAnswerError" });
    expect(asked[0]?.headers["x-project"]).toBe("p%EF%BF%BD");
  });
});

test("a change that is answered with 303 is said to have taken effect, maybe", async () => {
  const { client, asked } = await startDialectService(({ method }) =>
    method === "POST" ? { status: 303, headers: { location: "/api/v1/project?id=p-3" } } : { body: { data: [one] } },
  );
  await expect(client.call("projects.create", { name: "New" })).rejects.toThrow(/may have taken effect: refresh/);
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(1);
});

const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;

test.each([
  ["nothing else", deep],
  ["items without an id", `{"data":[{"title":"Shop","more":${deep}},{"title":"Till","more":${deep}}]}`],
  ["a refusal", `{"error":${deep}}`],
])("an answer that is nested far too deeply is not understood: %s", async (_what, body) => {
  const { failure } = await listed(() => ({ body }));
  expect(failure).toMatchObject({ name: "UnclearAnswerError", operation: "projects.list" });
});

test("a template's places are filled with what is given and nothing else", async () => {
  const body = { title: "{{name}}", more: "{{constructor}}", text: "is {{toString}}{{name}}" };
  const made = { ...one, name: "Shop", slug: "shop", created_at: 1_767_225_600 };
  const { client, asked } = await startDialectService(({ method }) => ({ body: method === "POST" ? made : [] }), {
    ...{ version: 2, dialect: "other" },
    operations: { "projects.create": { body } },
  });
  await client.call("projects.create", { name: "Shop" });
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({ title: "Shop", text: "is Shop" });
});

test.each([
  ["a web page", "<!doctype html><title>Sign in</title>", /it answered with HTML \("Sign in"\)/],
  ["nothing", "", /the answer is empty/],
  ["what is no JSON", "a,b\n1,2", /the answer is not JSON/],
])("an answer that is %s is said to be that", async (_what, body, words) => {
  const { client } = await startDialectService(() => ({ body }));
  for (const call of [client.call("projects.list", {}), client.call("me.get", {})])
    await expect(call).rejects.toThrow(words);
});
