import { expect, test } from "vitest";
import { auditPageSchema } from "../../../../src/contract/routes/auditRoute.ts";
import { startPublicService } from "../../../support/service/publicService.ts";

async function start(options?: Parameters<typeof startPublicService>[0]) {
  const service = await startPublicService(options);
  const readAddresses = async () => {
    const headers = { Authorization: `Bearer ${service.key}` };
    const response = await fetch(`${service.localUrl}/api/v1/organization/audit`, { headers });
    return auditPageSchema
      .parse(await response.json())
      .items.flatMap(({ status, address }) => (status === null ? [] : [[status, address]]))
      .reverse();
  };
  const create = (headers: Readonly<Record<string, string>> = {}) =>
    service.ask({
      path: "/api/v1/projects",
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ name: "Weather" }),
    });
  return { ...service, create, readAddresses };
}

const forwarded = { "X-Forwarded-For": "198.51.100.1, 203.0.113.7" };

test("a service with a public address says where requests came from, and believes no client", async () => {
  const { create, ask, readAddresses } = await start();
  expect((await create(forwarded)).status).toBe(201);
  expect((await ask({ path: "/", headers: { Host: "evil.example" } })).status).toBe(403);
  expect(await readAddresses()).toEqual([
    [201, "127.0.0.1"],
    [403, "127.0.0.1"],
  ]);
});

test("a service behind a proxy believes the proxy", async () => {
  const { create, ask, localUrl, key, readAddresses } = await start({ tls: false, trustedProxies: ["127.0.0.1"] });
  expect((await create(forwarded)).status).toBe(201);
  await ask({ path: "/api/v1/me", headers: { ...forwarded, Authorization: "Bearer wrong" } });
  // A client on this machine is not behind the proxy.
  const headers = { ...forwarded, Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  await fetch(`${localUrl}/api/v1/projects`, { method: "POST", headers, body: JSON.stringify({ name: "Pets" }) });
  expect(await readAddresses()).toEqual([
    [201, "203.0.113.7"],
    [401, "203.0.113.7"],
    [201, "127.0.0.1"],
  ]);
});
