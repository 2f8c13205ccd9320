import { expect, test } from "vitest";
import { createPkce, registerAgentId, startLogin } from "../../../support/oauth/agentLogin.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

const operation = (operationId: string) => ({ operationId, responses: { 200: { description: "ok" } } });
const document = {
  ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: "http://127.0.0.1:9" }] },
  paths: {
    "/pets": { get: operation("listPets"), post: operation("addPet") },
    "/toys": { get: operation("listToys") },
  },
};

test("a request says how many tools the live version has, and how many of them may change data", async () => {
  const deployed = await served.deploy("Pet Shop", { kind: "openapi", document: JSON.stringify(document) });
  const service = { url: served.service.url, key: requireValue(served.service.firstKey) };
  const { challenge } = createPkce();
  const clientId = await registerAgentId(service);
  const { page } = await startLogin(service, {
    client_id: clientId,
    code_challenge: challenge,
    resource: deployed.url,
  });
  expect((await served.api.readGrantRequests({})).items[0]?.tools).toEqual({ total: 3, changing: 1 });
  expect(page.text).toContain("Claude Code wants to use Pet Shop: 3 tools, 1 of them changes data");
});
