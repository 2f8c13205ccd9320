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

test("the first version is skipped, because there is none to compare it with", async () => {
  const found = await runCase(await createPetServer("First"));
  expect(found).toMatchObject({ id: "contract:tools", kind: "contract", status: "skipped" });
  expect(found.message).toContain("no earlier version");
});

test("a tool that is gone fails it, with its operation in the document", async () => {
  const server = await generatePetVersion(served.api, await createPetServer("Gone"), { hasDelete: false });
  const found = await runCase(server);
  const line = "removePets (DELETE /pets): The tool is gone.";
  expect(found).toMatchObject({ status: "failed", expected: "no breaking change", actual: line });
  expect(found.message).toBe(`1 breaking change for callers of 0.1.0, the version before it:\n- ${line}`);
});

test("breaking changes that are to be reported pass it, with the changes as its output", async () => {
  const server = await generatePetVersion(served.api, await createPetServer("Reported"), { hasDelete: false });
  const found = await runCase(server, { breakingChanges: "report" });
  expect(found).toMatchObject({ status: "passed", message: null });
  expect(found.output).toContain("- removePets (DELETE /pets): The tool is gone.");
});

test("the live version is the one that callers know, not a later one that was never live", async () => {
  const first = await createPetServer("Live");
  const { server: live } = await deployTinyServer(served, first);
  const without = await generatePetVersion(served.api, live, { hasDelete: false });
  const restored = await generatePetVersion(served.api, without, {});
  expect(await runCase(restored)).toMatchObject({
    status: "passed",
    output: "The tools are those of 0.1.0, the live version.",
  });
  expect(await runCase(restored, { version: "0.1.1" })).toMatchObject({ status: "failed" });
});

test("a version older than the live one is compared with the version before it", async () => {
  const first = await createPetServer("Older");
  const second = await generatePetVersion(served.api, first, { hasDelete: false });
  const { server: live } = await deployTinyServer(served, await generatePetVersion(served.api, second, {}));
  const found = await runCase(live, { version: "0.1.1" });
  expect(found.message).toContain("callers of 0.1.0, the version before it");
});

test("new inputs that are optional pass it", async () => {
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const server = await generatePetVersion(served.api, await createPetServer("Optional"), { parameters: [limit] });
  const found = await runCase(server);
  expect(found.status).toBe("passed");
  expect(found.output).toMatch(/^No breaking change for callers of 0\.1\.0, .*: 0 risky, 1 compatible\.$/);
});

test("code of the user is compared by the tools that its servers listed", async () => {
  const first = await createTinyServer(served, "Own code", "healthy");
  await runCase(first);
  expect(await runCase(await addVersionWithTool(served.api, first, "repeat"))).toMatchObject({
    status: "failed",
    actual: "echo: The tool is gone.",
  });
});

test("it is skipped while the tools of the version before it are not known", async () => {
  const server = await addVersionWithTool(served.api, await createTinyServer(served, "Not run", "healthy"), "repeat");
  const found = await runCase(server);
  expect(found.status).toBe("skipped");
  expect(found.message).toContain("are not known. Deploy it or run its tests");
});
