import { expect, test } from "vitest";
import { startKeyExpiry } from "../../../src/service/auth/startKeyExpiry.ts";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";

const dayMs = 86_400_000;
const startsAt = Date.parse("2026-11-01T00:00:00Z");

async function start() {
  let now = startsAt;
  const service = useInMemoryService({ clock: () => new Date(now), auditDays: 365 });
  const create = async (name: string, expiresAt?: string) => {
    const body = { name, scopes: ["read"], ...(expiresAt !== undefined && { expiresAt }) };
    return (await service.request("POST", "/api/v1/api-keys", { body })).body.id as string;
  };
  const removeExpired = async (days: number) => {
    now = startsAt + days * dayMs;
    await startKeyExpiry(service.context).close();
  };
  const listNames = async () => {
    const { items } = (await service.request("GET", "/api/v1/api-keys")).body;
    return items.map(({ name }: { name: string }) => name);
  };
  return { ...service, create, removeExpired, listNames };
}

test("a key is listed for 30 days after it expired, and then removed", async () => {
  const { create, removeExpired, listNames } = await start();
  const [initial] = await listNames();
  await create("Permanent");
  await create("Editor on laptop", "2026-11-02T00:00:00Z");
  await create("Later", "2026-11-03T00:00:00Z");
  await removeExpired(30.9);
  expect(await listNames()).toEqual(["Later", "Editor on laptop", "Permanent", initial]);
  await removeExpired(31);
  expect(await listNames()).toEqual(["Later", "Permanent", initial]);
});

test("the audit log says that the service removed it, and keeps what it says of the key", async () => {
  const { create, removeExpired, request } = await start();
  const id = await create("Editor on laptop", "2026-11-02T00:00:00Z");
  await removeExpired(40);
  const { items } = (await request("GET", "/api/v1/organization/audit?q=laptop")).body;
  expect(items).toMatchObject([
    { action: "apiKeys.delete", actor: { kind: "service" }, item: { kind: "apiKey", id } },
    { action: "apiKeys.create", actor: { kind: "apiKey" }, item: { id, name: "Editor on laptop" } },
  ]);
});
