import { expect, test } from "vitest";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { startClusterDouble } from "../../../support/kubernetes/clusterDouble.ts";
import { createDoubleDriver } from "../../../support/kubernetes/clusterTarget.ts";
import { createLockFile } from "../../../support/packages/packageRegistry.ts";
import { createTinyServerFiles, tinyEntry } from "../../../support/servers/tinyServer.ts";
import { startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway } from "../../../support/service/gatewayCall.ts";
import { publishFiles } from "../../../support/service/publishFiles.ts";
import { writeFile } from "../../../support/writeFile.ts";

async function start() {
  const double = closeAfterTest(await startClusterDouble());
  const createDriver = createDoubleDriver(double, createTemporaryFolder());
  const fixture = startDeploymentFixture({}, undefined, undefined, ({ db }) => ({ kubernetes: createDriver(db) }));
  return { double, service: closeAfterTest(await fixture) };
}

test("a server runs in the cluster, counts its restarts, and leaves no pod when it is stopped", async () => {
  const { double, service } = await start();
  expect(double.api.requests, "nothing is asked before a server runs there").toEqual([]);
  service.context.db.run("UPDATE projects SET runs_on = 'kubernetes'");
  const { serverId, deployment } = await service.run("healthy");
  await (await callGateway(service, serverId, "tools/call", { name: "crash", arguments: {} })).body?.cancel();
  await expect.poll(() => service.supervisor.store.row(deployment.id)).toMatchObject({ restarts: 1 });
  service.supervisor.setDesiredState(serverId, "stopped");
  await service.waitForStatus(deployment.id, "stopped");
  expect(double.listPods()).toEqual([]);
});

test("pods install packages when the code of the version imports one of its lock file", async () => {
  const { service } = await start();
  const serverId = service.makeServer("weather");
  service.context.db.run("UPDATE servers SET runs_on = 'kubernetes' WHERE id = ?", serverId);
  const lock = createLockFile(["greet"], {
    "node_modules/greet": { resolved: "https://packages.example/greet.tgz", integrity: "sha512-AAAA" },
  });
  const files = [...createTinyServerFiles("healthy"), { path: "package-lock.json", content: lock }];
  publishFiles(service.context, serverId, "1.0.0", files, tinyEntry);
  await service.waitForStatus(service.deploy(serverId, "1.0.0").id, "running");
  const importing = [...files, { path: "more.mjs", content: 'import "greet";' }];
  publishFiles(service.context, serverId, "2.0.0", importing, tinyEntry);
  const { failure } = await service.waitForStatus(service.deploy(serverId, "2.0.0").id, "failed");
  expect(failure?.message).toContain("The pods install the packages of package-lock.json");
});

test("a version that is built by its Dockerfile runs in the image that its server.json names", async () => {
  const { double, service } = await start();
  const image = "registry.example/weather:1";
  const folder = createTemporaryFolder();
  for (const { path, content } of createTinyServerFiles("healthy")) writeFile(folder, path, content);
  double.images.set(image, { folder, entry: tinyEntry });

  const serverId = service.makeServer("weather");
  service.context.db.run("UPDATE servers SET runs_on = 'kubernetes' WHERE id = ?", serverId);
  const files = [{ path: "Dockerfile", content: "FROM scratch" }];
  const manifest = { packages: [{ registryType: "oci", identifier: image, transport: { type: "streamable-http" } }] };
  publishFiles(service.context, serverId, "1.0.0", files, "Dockerfile", manifest);
  const deployment = await service.waitForStatus(service.deploy(serverId, "1.0.0").id, "running");
  expect(deployment.image).toBe(image);
});
