import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { DeploymentEvent } from "../../../../src/contract/deployments.ts";
import { createKubernetesDriver } from "../../../../src/service/kubernetes/kubernetesDriver.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { type ClusterDouble, nodeImage, startClusterDouble } from "../../../support/kubernetes/clusterDouble.ts";
import { writeKubeconfig } from "../../../support/kubernetes/writeKubeconfig.ts";
import { createLockFile } from "../../../support/packages/packageRegistry.ts";
import { createTinyServerFiles, tinyEntry } from "../../../support/servers/tinyServer.ts";
import { startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway } from "../../../support/service/gatewayCall.ts";
import { publishFiles } from "../../../support/service/publishFiles.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const createDriver = (double: ClusterDouble, db: Parameters<typeof createKubernetesDriver>[0]["db"]) =>
  createKubernetesDriver({
    db,
    log: () => {},
    kubernetes: { context: "team", namespace: undefined },
    environment: {
      KUBECONFIG: writeKubeconfig(createTemporaryFolder(), {
        cluster: { server: double.url, "insecure-skip-tls-verify": true },
        user: { token: "admin" },
      }),
    },
    nodeImage,
  });

async function startService(double: ClusterDouble, dataDir?: string) {
  const fixture = await startDeploymentFixture({}, dataDir, undefined, ({ db }) => ({
    kubernetes: createDriver(double, db),
  }));
  return fixture;
}

test("a server runs in the cluster, restarts after a crash, is replaced and stopped", async () => {
  const double = await startClusterDouble();
  cleanups.push(double.close);
  const service = await startService(double);
  cleanups.push(() => service.close());
  expect(double.api.requests, "nothing is asked before a server runs there").toEqual([]);

  const serverId = service.makeServer("weather");
  service.publish(serverId, "1.0.0", "healthy", "first");
  service.context.db.run("UPDATE servers SET runs_on = 'kubernetes' WHERE id = ?", serverId);
  service.setEnvironment(serverId, { API_KEY: "a secret value" });
  const deployment = await service.waitForStatus(service.deploy(serverId, "1.0.0").id, "running");
  expect(deployment).toMatchObject({ runsOn: "kubernetes", image: nodeImage });
  const call = async (name = "echo") =>
    (await callGateway(service, serverId, "tools/call", { name, arguments: {} })).text();
  expect(await call()).toContain("first");

  await call("crash");
  const wasDegraded = (events: readonly DeploymentEvent[]) => events.some(({ data }) => data?.status === "degraded");
  await service.waitForDeployment(deployment.id, ({ status }, events) => status === "running" && wasDegraded(events));
  await expect.poll(() => service.supervisor.store.row(deployment.id)?.restarts).toBe(1);
  await expect.poll(() => call()).toContain("first");

  service.publish(serverId, "2.0.0", "healthy", "second");
  const second = await service.waitForStatus(service.deploy(serverId, "2.0.0").id, "running");
  expect(await call()).toContain("second");
  await expect.poll(() => double.listPods().length).toBe(1);

  service.publish(serverId, "3.0.0", "exitsAtOnce");
  const third = await service.waitForStatus(service.deploy(serverId, "3.0.0").id, "failed");
  expect(third.failure).toMatchObject({
    step: "start",
    message: "The server exited with code 3 each time it was started.",
  });
  expect(third.failure?.log).toContain("cannot go on: the database is locked");
  expect(await call()).toContain("second");

  service.supervisor.setDesiredState(serverId, "stopped");
  await service.waitForStatus(second.id, "stopped");
  expect(double.listPods()).toEqual([]);
});

test("pods install packages when the code of the version imports one of its lock file", async () => {
  const double = await startClusterDouble();
  cleanups.push(double.close);
  const service = await startService(double);
  cleanups.push(() => service.close());
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
  const double = await startClusterDouble();
  cleanups.push(double.close);
  const service = await startService(double);
  cleanups.push(() => service.close());
  const image = "registry.example/weather:1";
  const folder = createTemporaryFolder();
  for (const { path, content } of createTinyServerFiles("healthy")) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  double.images.set(image, { folder, entry: tinyEntry });

  const serverId = service.makeServer("weather");
  service.context.db.run("UPDATE servers SET runs_on = 'kubernetes' WHERE id = ?", serverId);
  const files = [{ path: "Dockerfile", content: "FROM scratch" }];
  const manifest = { packages: [{ registryType: "oci", identifier: image, transport: { type: "streamable-http" } }] };
  publishFiles(service.context, serverId, "1.0.0", files, "Dockerfile", manifest);
  const deployment = await service.waitForStatus(service.deploy(serverId, "1.0.0").id, "running");
  expect(deployment.image).toBe(image);
});
