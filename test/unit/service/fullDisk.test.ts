import { expect, test } from "vitest";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";
import { startHttpServer } from "../../support/services/startHttpServer.ts";
import { fillDisk, makeDiskReadOnly } from "../../support/storage/fullDisk.ts";

const projects = "/api/v1/projects";

test("a full disk rejects a change with the reason and changes nothing, and a retry succeeds when there is space", async () => {
  const { request, context, logged } = useInMemoryService();
  const count = async () => (await request("GET", `${projects}?limit=200`)).body.items.length;
  const makeRoom = fillDisk(context.db);
  const create = (number: number) =>
    request("POST", projects, {
      body: { name: "Pets", description: "x".repeat(2000) },
      headers: { "Idempotency-Key": `${number}` },
    });
  let number = 0;
  let refused = await create(number);
  while (refused.status === 201) refused = await create(++number);
  expect(refused.body).toMatchObject({
    status: 507,
    code: "storage_failed",
    detail: "The service's data folder: the disk is full. Free some space, then try again.",
  });
  expect(logged.join()).toContain(refused.body.requestId);
  expect(await count()).toBe(number + 1);
  makeRoom();
  expect((await create(number)).status).toBe(201);
  expect(await count()).toBe(number + 2);
});

test("a full disk does not prevent reading, although the use of a key cannot be saved", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { request, context } = useInMemoryService({ clock: () => new Date(now) });
  await request("GET", "/api/v1/me");
  makeDiskReadOnly(context.db);
  now += 3_600_000;
  expect((await request("GET", "/api/v1/me")).status).toBe(200);
});

test("a generation whose result cannot be saved on a full disk fails as soon as there is space", async () => {
  const { request, context, waitForGeneration, logged } = useInMemoryService();
  const [{ id: projectId }] = (await request("GET", projects)).body.items;
  const server = (await request("POST", "/api/v1/servers", { body: { projectId, name: "Pets" } })).body;
  let makeRoom = () => {};
  const url = await startHttpServer((_, response) => {
    makeRoom = makeDiskReadOnly(context.db);
    response.end("{}");
  });
  const body = { source: { kind: "openapi", url } };
  expect((await request("POST", `/api/v1/server/generate?id=${server.id}`, { body })).status).toBe(202);
  await expect.poll(() => logged.join()).toContain(`The end of generating ${server.id}`);
  makeRoom();
  expect(await waitForGeneration(server.id)).toMatchObject({ status: "failed", latestVersion: null });
});
