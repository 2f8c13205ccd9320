import { afterAll, beforeAll, expect, test } from "vitest";
import { createVersionFiles } from "../../../src/core/versionFiles.ts";
import { createVirtualFiles } from "../../../src/core/virtualFiles.ts";
import { deploymentLogUri, versionFileUri } from "../../../src/core/virtualUris.ts";
import { deployTiny, makeTiny } from "../../support/deployTiny.ts";
import { startServedService } from "../../support/servedService.ts";

const log = { info: () => {}, warning: () => {}, error: () => {}, show: () => {} };
let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const pathOf = (uri: string) => decodeURIComponent(new URL(uri).pathname);
const filesOf = () => createVirtualFiles({ client: async () => served.api, versions: createVersionFiles(), log });
const textOf = async (files: ReturnType<typeof filesOf>, path: string) =>
  Buffer.from((await files.read(path)).bytes).toString("utf8");

test("A log holds what was told so far, under its states and steps", async () => {
  const { deployment } = await deployTiny(served, await makeTiny(served, "Log", "healthy"));
  const text = await textOf(filesOf(), pathOf(deploymentLogUri(deployment, "Log")));
  expect(text).toContain(`Log 0.1.0, deployment ${deployment.id}`);
  expect(text.split("\n").filter((line) => line.startsWith("== "))).toEqual(
    expect.arrayContaining(["== queued", "== building", "== step build", "== starting", "== running"]),
  );
});

test("The log of a failure begins with step, reason and last lines", async () => {
  const { deployment } = await deployTiny(served, await makeTiny(served, "Failure", "exitsAtOnce"));
  const text = await textOf(filesOf(), pathOf(deploymentLogUri(deployment, "Failure")));
  const [head = ""] = text.split("\n\n");
  expect(head).toContain("failed at");
  expect(head).toContain("Failed at start: ");
  expect(head).toContain("| cannot go on: the database is locked");
});

test("A log that is watched grows, and says so; one that is not is read anew", async () => {
  const { server, deployment } = await deployTiny(served, await makeTiny(served, "Growing", "healthy"));
  const path = pathOf(deploymentLogUri(deployment, "Growing"));
  const files = filesOf();
  const before = await files.read(path);
  const grown = Promise.withResolvers<void>();
  const watching = files.watch(path, grown.resolve);
  await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
  await grown.promise;
  await expect.poll(() => textOf(files, path)).toContain("== stopped");
  expect((await files.read(path)).revision).toBeGreaterThan(before.revision);
  watching.dispose();
  expect(await textOf(filesOf(), path)).toContain("== stopped");
});

test("A file of a version is read, and one that is not there says so", async () => {
  const server = await makeTiny(served, "Code", "healthy");
  const file = { serverId: server.id, artifactId: server.artifactId ?? "", version: "0.1.0" };
  const files = filesOf();
  expect(await textOf(files, pathOf(versionFileUri({ ...file, path: "lib/settings.json" })))).toContain("healthy");
  await expect(files.read(pathOf(versionFileUri({ ...file, path: "none.js" })))).rejects.toThrow('no file "none.js"');
  await expect(files.read("/nonsense")).rejects.toThrow("There is no document");
});

test("Versions are fetched once", async () => {
  const server = await makeTiny(served, "Once", "healthy");
  const versions = createVersionFiles();
  const list = () => versions.list(served.api, server.artifactId ?? "", "0.1.0");
  expect(await list()).toBe(await list());
});

test("Without a connection a document says what to do", async () => {
  const files = createVirtualFiles({ client: async () => undefined, versions: createVersionFiles(), log });
  await expect(files.read("/deployment/dep_1/x.log")).rejects.toThrow("Connect, then open it again.");
});
