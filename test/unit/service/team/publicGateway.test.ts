import { expect, test } from "vitest";
import * as z from "zod";
import { createTinyServerFiles, tinyEntry } from "../../../support/servers/tinyServer.ts";
import { publicUrl, startPublicService } from "../../../support/service/publicService.ts";

const item = z.looseObject({ id: z.string(), status: z.string().optional() });

test.each([
  ["with a certificate", { tls: true }],
  ["behind a proxy", { tls: false, trustedProxies: ["127.0.0.1"] }],
])("a server of a service %s is deployed and called at the public address", async (_, options) => {
  const { call, ask } = await startPublicService(options);
  const project = item.parse(await call("/api/v1/projects", { name: "Project" }));
  const source = { kind: "files", files: createTinyServerFiles("healthy", "through"), entry: tinyEntry };
  const server = item.parse(await call("/api/v1/servers", { projectId: project.id, name: "Tiny", source }));
  await call(`/api/v1/server/generate?id=${server.id}`, {});
  const status = async () =>
    z.object({ items: z.array(item) }).parse(await call(`/api/v1/servers?id=${server.id}`)).items[0]?.status;
  await expect.poll(status).toBe("ready");
  const deployment = item.parse(await call(`/api/v1/server/deploy?id=${server.id}`, {}));
  const state = async () => item.parse(await call(`/api/v1/deployment?id=${deployment.id}`)).status;
  await expect.poll(state).toBe("running");
  const token = z.looseObject({ accessToken: z.string(), resource: z.string() });
  const { accessToken, resource } = token.parse(await call("/api/v1/runtime/auth/token", { serverId: server.id }));
  expect(resource).toBe(`${publicUrl}/mcp/${server.id}`);
  const answer = await ask({
    method: "POST",
    path: new URL(resource).pathname,
    headers: { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: {} } }),
  });
  expect(answer.text).toContain("through");
  const refused = await ask({
    method: "POST",
    path: new URL(resource).pathname,
    headers: { Authorization: "" },
  });
  expect(refused.headers["www-authenticate"]).toContain(`resource_metadata="${publicUrl}/`);
});
