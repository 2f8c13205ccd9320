import { expect, test } from "vitest";
import { setVariableAndDeploy } from "../../../../../src/extension/deployment/commands/setMissingVariable.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

test("a variable that an older deployment missed is saved, and the newest version is deployed with it", async () => {
  const { api } = served;
  const server = await createTinyServer(served, "Weather", "healthy");
  const { deployment } = await deployTinyServer(served, server);
  const latest = await addTinyVersion(served, server, "legacyOnly");
  await deployTinyServer(served, latest);
  await using fixture = await createCommandFixture(served, { answers: ["https://a.example", "Deploy Without Tests"] });
  await setVariableAndDeploy(fixture.app, api, { server: latest, deployment, variable: "FOO_URL" });
  const { items } = await api.call("deployments.list", { serverId: server.id });
  expect(items.map(({ version }) => version)).toEqual(["0.1.1", "0.1.1", "0.1.0"]);
  expect((await readServer(api, server.id))?.environment).toHaveProperty("FOO_URL");
});
