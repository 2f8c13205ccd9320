import { beforeEach, expect, test } from "vitest";
import { createTeam } from "../../../src/service/auth/team.ts";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";

type Service = ReturnType<typeof useInMemoryService>;

let service: Service;
let personal: string;
let team: string;
let ann: string;

beforeEach(async () => {
  service = useInMemoryService();
  const members = [{ name: "Ann", email: "ann@example.org" }];
  ann = createTeam(service.context, { organizations: ["Team"], members, limits: {} })[0]?.key ?? "";
  const { items } = (await service.request("GET", "/api/v1/organizations")).body;
  [team, personal] = items.map(({ id }: { id: string }) => id);
});

const within = (id: string) => ({ headers: { "Fairlead-Organization": id } });

test("a user's organizations are listed newest first, with the user's role", async () => {
  const { body } = await service.request("GET", "/api/v1/organizations");
  expect(body.items).toMatchObject([
    { name: "Team", slug: "team", plan: "local", role: "owner", memberCount: 2 },
    { name: "Personal", slug: "personal", role: "owner", memberCount: 1 },
  ]);
  const hers = await service.request("GET", "/api/v1/organizations", { key: ann });
  expect(hers.body.items).toMatchObject([{ id: team, name: "Team", role: "member" }]);
});

test("organizations are found by a part of their name, in pages", async () => {
  createTeam(service.context, { organizations: ["Tea house"], members: [], limits: {} });
  const first = (await service.request("GET", "/api/v1/organizations?q=tea&limit=1")).body;
  expect(first.items).toMatchObject([{ name: "Tea house" }]);
  const rest = (await service.request("GET", `/api/v1/organizations?q=tea&limit=1&cursor=${first.nextCursor}`)).body;
  expect(rest).toMatchObject({ items: [{ name: "Team" }], nextCursor: null });
});

test("a request uses the organization in its header, or the user's own", async () => {
  const created = await service.request("POST", "/api/v1/projects", { body: { name: "Ours" }, ...within(team) });
  expect(created.body).toMatchObject({ organizationId: team });
  const path = `/api/v1/project?id=${created.body.id}`;
  expect((await service.request("GET", path)).status).toBe(404);
  expect((await service.request("GET", path, { key: ann })).body.name).toBe("Ours");
  expect((await service.request("GET", "/api/v1/me")).body.organizationId).toBe(personal);
  expect((await service.request("GET", "/api/v1/me", within(team))).body.organizationId).toBe(team);
});

test("an organization that the user is not a member of is rejected in the header and as an id", async () => {
  for (const id of [personal, "org_none"]) {
    for (const [path, more] of [
      ["/api/v1/projects", within(id)],
      ["/api/v1/organization", within(id)],
      [`/api/v1/organization?id=${id}`, {}],
      [`/api/v1/organization/members?id=${id}`, {}],
      [`/api/v1/organization/usage?id=${id}`, {}],
    ] as const) {
      const { status, body } = await service.request("GET", path, { key: ann, ...more });
      expect([path, status, body.code]).toEqual([path, 403, "forbidden"]);
      expect(body.detail).toBe(`This key's user is not a member of an organization "${id}".`);
    }
  }
});

test("an id in the query takes precedence over the organization header", async () => {
  const found = await service.request("GET", `/api/v1/organization?id=${team}`, within(personal));
  expect(found.body).toMatchObject({ id: team, name: "Team" });
  expect((await service.request("GET", "/api/v1/organization", within(team))).body.id).toBe(team);
  expect((await service.request("GET", "/api/v1/organization")).body.id).toBe(personal);
});

test("members are listed by name without regard to case, found by name and email, in pages", async () => {
  const members = ["zoe", "Bob", "anton"].map((name) => ({ name, email: `${name}@example.net` }));
  createTeam(service.context, { organizations: ["Team"], members, limits: {} });
  const names = [];
  let cursor = "";
  do {
    const { body } = await service.request("GET", `/api/v1/organization/members?id=${team}&q=example&limit=2${cursor}`);
    names.push(...body.items.map(({ name }: { name: string }) => name));
    cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
  } while (cursor !== "");
  expect(names).toEqual(["Ann", "anton", "Bob", "zoe"]);
  const { body } = await service.request("GET", `/api/v1/organization/members?id=${team}&q=ann%40example.org`);
  expect(body.items).toMatchObject([{ id: expect.stringMatching(/^usr_/), email: "ann@example.org", role: "member" }]);
});

test("a user's keys are listed and deleted only by that user, in every organization", async () => {
  const keys = async (key: string) =>
    (await service.request("GET", "/api/v1/api-keys", { key, ...within(team) })).body.items;
  const [hers] = await keys(ann);
  expect(await keys(ann)).toHaveLength(1);
  expect((await keys(service.firstKey)).map(({ id }: { id: string }) => id)).not.toContain(hers.id);
  expect((await service.request("DELETE", `/api/v1/api-keys?id=${hers.id}`, within(team))).status).toBe(404);
});

test("the same idempotency key in another organization belongs to another request", async () => {
  const order = (id: string) => {
    const headers = { ...within(id).headers, "Idempotency-Key": "once" };
    return service.request("POST", "/api/v1/projects", { body: { name: "One" }, headers });
  };
  expect((await order(team)).body.organizationId).toBe(team);
  expect((await order(personal)).status).toBe(422);
  expect((await order(team)).headers.get("Idempotent-Replayed")).toBe("true");
});

test("an unchanged team changes nothing and creates no key", async () => {
  const sameTeam = {
    organizations: ["Team", "Other"],
    members: [{ name: "Anna", email: "ANN@example.org" }],
    limits: { storage: 5 },
  };
  expect(createTeam(service.context, sameTeam)).toEqual([]);
  const before = (await service.request("GET", "/api/v1/organizations", { key: ann })).body;
  expect(before.items).toMatchObject([{ name: "Other" }, { name: "Team" }]);
  expect(createTeam(service.context, sameTeam)).toEqual([]);
  expect((await service.request("GET", "/api/v1/organizations", { key: ann })).body).toEqual(before);
});

test("a user who is not a member of their own organization receives the reason", async () => {
  service.context.db.run("DELETE FROM memberships WHERE organization_id = ?", team);
  const { status, body } = await service.request("GET", "/api/v1/projects", { key: ann });
  expect([status, body.detail]).toEqual([403, `This key's user is not a member of an organization "${team}".`]);
});
