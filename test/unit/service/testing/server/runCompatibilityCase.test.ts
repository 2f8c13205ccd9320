import { expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { addVersionWithTool, generatePetVersion } from "../../../../support/servers/changingTools.ts";
import { startServerTest } from "../../../../support/servers/codeServer.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

async function createPetServer(name: string): Promise<Server> {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name });
  return generatePetVersion(served.api, requireValue(await readServer(served.api, id)), {});
}

async function runCase({ id }: Server, input: Parameters<typeof startServerTest>[2] = {}) {
  const run = await startServerTest(served.api, id, { cases: ["contract"], ...input });
  return { status: run.status, ...requireValue(run.cases?.[0]) };
}

test("its first version is skipped, a tool that is gone fails it unless changes are to be reported, an optional input passes it", async () => {
  const first = await createPetServer("Pets");
  expect(await runCase(first)).toMatchObject({
    ...{ id: "contract:tools", kind: "contract", status: "skipped" },
    message: expect.stringContaining("no earlier version"),
  });
  const second = await generatePetVersion(served.api, first, { hasDelete: false });
  const line = "removePets (DELETE /pets): The tool is gone.";
  const message = `1 breaking change for callers of 0.1.0, the version before it:\n- ${line}`;
  expect(await runCase(second)).toMatchObject({
    ...{ status: "failed", expected: "no breaking change", actual: line, message },
  });
  expect(await runCase(second, { breakingChanges: "report" })).toMatchObject({
    ...{ status: "passed", message: null, output: expect.stringContaining(`- ${line}`) },
  });
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const third = await generatePetVersion(served.api, second, { hasDelete: false, parameters: [limit] });
  expect(await runCase(third)).toMatchObject({
    status: "passed",
    output: expect.stringMatching(/^No breaking change for callers of 0\.1\.1, .*: 0 risky, 1 compatible\.$/),
  });
});

test("the live version is the one that callers know, except for a version before it", async () => {
  const { server: live } = await deployTinyServer(served, await createPetServer("Live"));
  const without = await generatePetVersion(served.api, live, { hasDelete: false });
  const restored = await generatePetVersion(served.api, without, {});
  expect(await runCase(restored)).toMatchObject({
    ...{ status: "passed", output: "The tools are those of 0.1.0, the live version." },
  });
  expect(await runCase(restored, { version: "0.1.1" })).toMatchObject({
    ...{ status: "failed", message: expect.stringContaining("callers of 0.1.0, the live version") },
  });
  const { server: now } = await deployTinyServer(served, restored);
  expect((await runCase(now, { version: "0.1.1" })).message).toContain("callers of 0.1.0, the version before it");
});

test("code of the user is compared by the tools that its servers listed, and skipped while they did not", async () => {
  const first = await createTinyServer(served, "Own code", "healthy");
  const second = await addVersionWithTool(served.api, first, "repeat");
  expect(await runCase(second)).toMatchObject({
    ...{ status: "skipped", message: expect.stringContaining("are not known. Deploy it or run its tests") },
  });
  await runCase(second, { version: "0.1.0" });
  expect(await runCase(second)).toMatchObject({ status: "failed", actual: "echo: The tool is gone." });
});
