import { beforeEach, expect, test } from "vitest";
import { createTeam } from "../../../src/service/auth/team.ts";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";

const path = "/api/v1/user-settings";
let service: ReturnType<typeof useInMemoryService>;

beforeEach(() => {
  service = useInMemoryService();
});

const patch = (body: object, headers: Record<string, string> = {}) => service.request("PATCH", path, { body, headers });
const aProject = async () => (await service.request("POST", "/api/v1/projects", { body: { name: "P" } })).body.id;

test("new settings have the default values", async () => {
  const { body, headers } = await service.request("GET", path);
  const usual = { defaultProjectId: null, testTimeoutMs: null, keepDeployments: 50, notifyOn: "all" };
  expect(body).toMatchObject(usual);
  expect(headers.get("ETag")).toBe(body.etag);
});

test("a given field changes, an omitted one stays, and null restores the default", async () => {
  const defaultProjectId = await aProject();
  await patch({ defaultProjectId, testTimeoutMs: 1000, keepDeployments: 3, notifyOn: "none" });
  const { body } = await patch({ testTimeoutMs: 2000 });
  expect(body).toMatchObject({ defaultProjectId, testTimeoutMs: 2000, keepDeployments: 3, notifyOn: "none" });
  const all = { defaultProjectId: null, testTimeoutMs: null, keepDeployments: null, notifyOn: null };
  const usual = { defaultProjectId: null, testTimeoutMs: null, keepDeployments: 50, notifyOn: "all" };
  expect((await patch(all)).body).toMatchObject(usual);
  expect((await service.request("GET", path)).body).toMatchObject(usual);
});

test("unknown fields and values out of range are listed by name", async () => {
  const refused = await patch({ shoeSize: 43, keepDeployments: 0, testTimeoutMs: 5 });
  expect(refused.status).toBe(400);
  const named = refused.body.errors.map(({ path: field }: { path: string }) => field);
  expect(named.toSorted()).toEqual(["keepDeployments", "shoeSize", "testTimeoutMs"]);
});

test("the default project must belong to the organization", async () => {
  createTeam(service.context, { organizations: ["Team"], members: [], limits: {} });
  const [team] = (await service.request("GET", "/api/v1/organizations?q=Team")).body.items;
  const headers = { "Fairlead-Organization": team.id };
  const [theirs] = (await service.request("GET", "/api/v1/projects", { headers })).body.items;
  for (const defaultProjectId of [theirs.id, "prj_none"]) {
    const { status, body } = await patch({ defaultProjectId, notifyOn: "none" });
    expect([status, body.code, body.errors[0].path]).toEqual([422, "unusable", "defaultProjectId"]);
    expect(body.detail).toBe(`There is no project "${defaultProjectId}" in this organization.`);
  }
  expect((await service.request("GET", path)).body.notifyOn).toBe("all");
  expect((await patch({ defaultProjectId: theirs.id }, headers)).body.defaultProjectId).toBe(theirs.id);
});

test("each user has separate settings", async () => {
  const members = [{ name: "Ann", email: "ann@example.org" }];
  const [ann] = createTeam(service.context, { organizations: [], members, limits: {} });
  await patch({ keepDeployments: 7 });
  expect((await service.request("GET", path, { key: ann?.key ?? "" })).body.keepDeployments).toBe(50);
});
