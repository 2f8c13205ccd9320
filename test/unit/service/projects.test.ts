import { expect, test } from "vitest";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";

const path = "/api/v1/projects";

function start() {
  const service = useInMemoryService();
  const create = async (name: string) => (await service.request("POST", path, { body: { name } })).body;
  const patch = (id: string, body: object, headers = {}) =>
    service.request("PATCH", `/api/v1/project?id=${id}`, { body, headers });
  return { ...service, create, patch };
}

test("a new service has one project with the name Default", async () => {
  const { request } = start();
  const { items, nextCursor } = (await request("GET", path)).body;
  expect(items).toMatchObject([{ name: "Default", slug: "default", serverCount: 0 }]);
  expect(nextCursor).toBeNull();
});

test("slugs are readable and unique", async () => {
  const { create } = start();
  const slugs = [];
  for (const name of ["Über Pets!", "uber-pets", "Über Pets", "日本"]) slugs.push((await create(name)).slug);
  expect(slugs).toEqual(["uber-pets", "uber-pets-2", "uber-pets-3", "project"]);
});

test("returns 412 when If-Match is stale, and changes nothing", async () => {
  const { request, create, patch } = start();
  const { id, etag } = await create("Pets");
  const changed = await patch(id, { name: "Cats" }, { "If-Match": etag });
  expect([changed.status, changed.body.name, changed.body.etag]).toEqual([200, "Cats", '"2"']);
  const stale = await patch(id, { name: "Dogs" }, { "If-Match": etag });
  expect([stale.status, stale.body.code, stale.headers.get("ETag")]).toEqual([412, "stale", '"2"']);
  const { body, headers } = await request("GET", `/api/v1/project?id=${id}`);
  expect([body.name, headers.get("ETag")]).toEqual(["Cats", '"2"']);
  expect((await patch(id, { name: "Dogs" }, { "If-Match": "*" })).status).toBe(200);
});

test("a merge patch changes the given fields, and null clears a field", async () => {
  const { patch, create } = start();
  const { id } = await create("Pets");
  expect((await patch(id, { description: "About pets" })).body).toMatchObject({
    name: "Pets",
    description: "About pets",
  });
  expect((await patch(id, { description: null })).body).toMatchObject({ name: "Pets", description: "" });
  expect((await patch(id, { name: null })).status).toBe(400);
});

test("the next page continues where the last one ended, although projects are created in between", async () => {
  const { request, create } = start();
  for (let number = 1; number <= 7; number += 1) await create(`Project ${number}`);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body } = await request("GET", `${path}?limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.items.map(({ name }: { name: string }) => name));
    cursor = body.nextCursor;
    await create(`Later ${seen.length}`);
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((number) => `Project ${number}`).concat("Default"));
});

test("an invalid cursor or limit is rejected with the name of the field", async () => {
  const { request } = start();
  for (const cursor of ["x", "e30", "WyJhIl0x", ""]) {
    const reply = await request("GET", `${path}?cursor=${cursor}`);
    expect([cursor, reply.status, reply.body.errors?.[0].path]).toEqual([cursor, 400, "cursor"]);
  }
  for (const limit of ["0", "201", "many", "1.5"])
    expect((await request("GET", `${path}?limit=${limit}`)).status).toBe(400);
});

test("a search matches its text literally", async () => {
  const { request, create } = start();
  for (const name of ["100% wool", "100 sheep", "a_b", "axb"]) await create(name);
  const found = async (q: string) =>
    (await request("GET", `${path}?q=${encodeURIComponent(q)}`)).body.items.map(({ name }: { name: string }) => name);
  expect(await found("100%")).toEqual(["100% wool"]);
  expect(await found("A_B")).toEqual(["a_b"]);
  expect(await found("' OR 1=1 --")).toEqual([]);
});

test("a project of another organization returns 404", async () => {
  const { request, context } = start();
  context.db.run(
    "INSERT INTO organizations (id, name, slug, plan, created_at, updated_at) VALUES ('org_2', 'B', 'b', 'local', '', '')",
  );
  context.db.run(
    "INSERT INTO projects (id, organization_id, name, slug, description, created_at, updated_at) VALUES ('prj_2', 'org_2', 'B', 'b', '', '', '')",
  );
  expect((await request("GET", "/api/v1/project?id=prj_2")).status).toBe(404);
  expect((await request("PATCH", "/api/v1/project?id=prj_2", { body: { name: "Mine" } })).status).toBe(404);
  expect((await request("POST", "/api/v1/servers", { body: { projectId: "prj_2", name: "Mine" } })).status).toBe(404);
  expect((await request("GET", path)).body.items).toHaveLength(1);
});
