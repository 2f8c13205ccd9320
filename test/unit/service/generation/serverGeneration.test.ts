import { expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { issueFullKey } from "../../../../src/service/auth/apiKeys.ts";
import { createOrganization, createUser } from "../../../../src/service/auth/owner.ts";
import { generateInProcess } from "../../../support/service/generateInProcess.ts";
import { startServiceInMemory } from "../../../support/service/servedService.ts";

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example" }],
  paths: { "/pets": { get: { operationId: "list", responses: {} } } },
});

test("generations of one organization run one at a time and hold up no other organization", async () => {
  const running = new Set<string>();
  const held = Promise.withResolvers<void>();
  const service = await startServiceInMemory({
    generate: async (request, signal) => {
      running.add(request.name);
      if (request.name.startsWith("Held")) await held.promise;
      return generateInProcess(request, signal);
    },
  });
  onTestFinished(service.close);
  const openOrganization = async (name: string) => {
    const organizationId = createOrganization(service.context, name);
    const userId = createUser(service.context, organizationId, { name, email: null, role: "owner" });
    const key = issueFullKey(service.context, userId, name);
    const api = createServiceClient({ baseUrl: service.url, key: async () => key });
    onTestFinished(() => api.close());
    const [project] = (await api.call("projects.list", {})).items;
    return async (server: string) => {
      const { id } = await api.call("servers.create", { projectId: project?.id ?? "", name: server });
      await api.call("server.generate", { id, source: { kind: "openapi", document } });
      return async () => (await api.call("servers.list", { id })).items[0]?.status;
    };
  };
  const [generateHeld, generateOther] = [await openOrganization("One"), await openOrganization("Another")];
  const readHeld = [await generateHeld("Held 1"), await generateHeld("Held 2"), await generateHeld("Held 3")];
  const readOther = await generateOther("Other");
  await expect.poll(readOther).toBe("ready");
  expect([...running]).toEqual(["Held 1", "Other"]);
  held.resolve();
  for (const read of readHeld) await expect.poll(read).toBe("ready");
});
