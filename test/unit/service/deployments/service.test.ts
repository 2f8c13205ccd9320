import { expect, test } from "vitest";
import * as z from "zod";
import { startService } from "../../../../src/service/startService.ts";
import { createTinyServerFiles, tinyEntry } from "../../../support/servers/tinyServer.ts";

const item = z.looseObject({ id: z.string(), status: z.string().optional() });

test("a folder of code is generated and deployed, and answers a tool call through the gateway", async () => {
  const service = await startService({ dataDir: null, runtimeFiles: [] });
  try {
    const headers = { Authorization: `Bearer ${service.issueKey("test")}`, "Content-Type": "application/json" };
    const call = async (path: string, body?: object) => {
      const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      return (await fetch(service.url + path, init)).json();
    };
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
    const answer = await fetch(resource, {
      method: "POST",
      headers: { ...headers, Authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: {} } }),
    });
    expect(await answer.text()).toContain("through");
  } finally {
    await service.close();
  }
});
