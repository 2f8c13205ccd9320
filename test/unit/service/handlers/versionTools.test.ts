import { expect, test } from "vitest";
import { generatePetVersion } from "../../../support/servers/changingTools.ts";
import { createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

test("the tools of a generated version are known before it runs", async () => {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "Generated" });
  const [created] = (await served.api.call("servers.list", { id })).items;
  const server = await generatePetVersion(served.api, requireValue(created), {});
  const tools = await served.api.readVersionTools({
    id: requireValue(server.artifactId ?? undefined),
    version: "0.1.0",
  });
  expect(tools.map(({ name, operation }) => [name, operation])).toEqual([
    ["listPets", "GET /pets"],
    ["removePets", "DELETE /pets"],
  ]);
});

test("the tools of own code are known after it was deployed, and the version says so", async () => {
  const server = await createTinyServer(served, "Own", "healthy");
  const query = { id: requireValue(server.artifactId ?? undefined), version: "0.1.0" };
  await expect(served.api.readVersionTools(query)).rejects.toThrow(/Deploy it or run its tests/);
  await deployTinyServer(served, server);
  expect((await served.api.readVersionTools(query)).map(({ name }) => name)).toEqual(["echo", "slow", "crash"]);
  const { items } = await served.api.call("registry.versions", { id: query.id });
  expect(items.map(({ hasTools }) => hasTools)).toEqual([true]);
});

test("a version or an artifact that does not exist is reported", async () => {
  const server = await createTinyServer(served, "Named", "healthy");
  const id = requireValue(server.artifactId ?? undefined);
  await expect(served.api.readVersionTools({ id, version: "9.9.9" })).rejects.toThrow('does not have version "9.9.9"');
  await expect(served.api.readVersionTools({ id: "art_none", version: "0.1.0" })).rejects.toThrow("no artifact");
});
