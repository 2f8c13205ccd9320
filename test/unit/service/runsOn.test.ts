import { expect, test } from "vitest";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";

async function start() {
  const service = useInMemoryService();
  const { request } = service;
  const [project] = (await request("GET", "/api/v1/projects")).body.items;
  const body = { projectId: project.id, name: "Pets" };
  const server = (await request("POST", "/api/v1/servers", { body })).body;
  const update = (change: object) => request("PATCH", `/api/v1/server?id=${server.id}`, { body: change });
  return { ...service, project, server, update };
}

test("servers run as processes of this machine unless they or their project say something else", async () => {
  const { project, server, update } = await start();
  expect(project.runsOn).toBe("process");
  expect(server).toMatchObject({ runsOn: null, limits: {} });
  expect((await update({ runsOn: "process" })).body.runsOn).toBe("process");
  expect((await update({ runsOn: null })).body.runsOn).toBeNull();
});

test("a service says whether its servers can run in more than one way, which takes a runner besides its processes", async () => {
  const readChoice = async (engineSocket: string | null) => {
    const service = useInMemoryService({ runners: { engineSocket } });
    return (await service.request("GET", "/api/v1/me")).body.canChooseRunner;
  };
  expect(await readChoice(null)).toBe(false);
  expect(await readChoice("/run/engine.sock")).toBe(true);
});

test("a runner that this service does not have is refused with what to do, and nothing changes", async () => {
  const { request, project, server, update } = await start();
  const refused = await update({ runsOn: "kubernetes", name: "Changed" });
  expect(refused).toMatchObject({ status: 422, body: { code: "unusable" } });
  expect(refused.body.detail).toContain("--kubernetes CONTEXT");
  expect((await request("GET", `/api/v1/servers?id=${server.id}`)).body.items).toMatchObject([
    { name: "Pets", runsOn: null },
  ]);
  const ofProject = await request("PATCH", `/api/v1/project?id=${project.id}`, { body: { runsOn: "kubernetes" } });
  expect(ofProject).toMatchObject({ status: 422, body: { errors: [{ path: "runsOn" }] } });
});

test("limits are replaced together, and what no system has is refused", async () => {
  const { update } = await start();
  expect((await update({ limits: { memoryMb: 256, cpus: 0.5 } })).body.limits).toEqual({ memoryMb: 256, cpus: 0.5 });
  expect((await update({ name: "Pets" })).body.limits).toEqual({ memoryMb: 256, cpus: 0.5 });
  expect((await update({ limits: { cpus: 2 } })).body.limits).toEqual({ cpus: 2 });
  for (const limits of [{ memoryMb: 8 }, { cpus: 0 }, { disk: 1 }]) expect((await update({ limits })).status).toBe(400);
  expect((await update({ limits: {} })).body.limits).toEqual({});
});

test("the minutes after which a server stops are kept until they are null, and are a week at most", async () => {
  const { server, update } = await start();
  expect(server.stopWhenIdleMinutes).toBeNull();
  expect((await update({ stopWhenIdleMinutes: 30 })).body.stopWhenIdleMinutes).toBe(30);
  for (const minutes of [0, 0.5, 10_081]) expect((await update({ stopWhenIdleMinutes: minutes })).status).toBe(400);
  expect((await update({ name: "Pets" })).body.stopWhenIdleMinutes).toBe(30);
  expect((await update({ stopWhenIdleMinutes: null })).body.stopWhenIdleMinutes).toBeNull();
});

test("the organization says where servers can run, and what each cannot give", async () => {
  const { request } = await start();
  const { runners } = (await request("GET", "/api/v1/organization")).body;
  expect(runners).toMatchObject([
    { kind: "process", available: true, limits: expect.any(Array) },
    { kind: "container" },
    { kind: "kubernetes", available: false, lacks: [] },
  ]);
  expect(runners[0].lacks).toContain("Servers are programs for Node, with the packages of their package-lock.json.");
});
