import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import * as z from "zod";
import type { Deployment, DeploymentEvent } from "../../../src/contract/deployments.ts";
import { assembleService } from "../../../src/service/assembleService.ts";
import { issueOwnerKey } from "../../../src/service/auth/owner.ts";
import type { SandboxFinder } from "../../../src/service/confinement/findSandbox.ts";
import type { ServiceContext } from "../../../src/service/context.ts";
import type { createDeploymentService } from "../../../src/service/deployments/deploymentService.ts";
import type { DeploymentTimes } from "../../../src/service/deployments/deploymentTimes.ts";
import type { RunnerDrivers } from "../../../src/service/deployments/runners/serverRunners.ts";
import { createServiceContext } from "../../../src/service/startService.ts";
import { mergeServerEnvironment } from "../../../src/service/storage/serverEnvironment.ts";
import { openServiceStorage } from "../../../src/service/storage/serviceStorage.ts";
import { insertItem } from "../../../src/service/storage/writeItems.ts";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";
import { createTinyServerFiles, type TinyVariant, tinyEntry } from "../servers/tinyServer.ts";
import { waitOrShow } from "../waitOrShow.ts";
import { generateInProcess } from "./generateInProcess.ts";
import { noSandbox } from "./noSandbox.ts";
import { patientTimes } from "./patientTimes.ts";
import { publishFiles } from "./publishFiles.ts";
import { testControl } from "./testControl.ts";
import { threadDriver } from "./threadRunner.ts";

export type DeploymentFixture = Awaited<ReturnType<typeof startDeploymentFixture>>;

/** Starts the real deployment service with servers inserted directly. `dataDir` continues with existing data. */
export async function startDeploymentFixture(
  times: Partial<DeploymentTimes> = {},
  dataDir?: string,
  sandbox: SandboxFinder = noSandbox,
  createDrivers: (parts: Pick<ServiceContext, "db">) => Partial<RunnerDrivers> = () => ({}),
) {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "fairlead-deployments-"));
  const store = openServiceStorage(folder);
  let port = 0;
  const logged: string[] = [];
  const context = createServiceContext(
    store,
    {
      runtimeFiles: [],
      generate: generateInProcess,
      log: (level, message) => void logged.push(`${level}: ${message}`),
      sandbox,
      runners: { engineSocket: null },
      drivers: createDrivers(store),
    },
    () => `http://127.0.0.1:${port}`,
  );
  const { app, deployments, ...service } = assembleService(context, {
    local: testControl,
    deploymentTimes: { ...patientTimes, probeIntervalMs: 400, ...times },
  });
  const { supervisor } = deployments;
  const http = createServer(getRequestListener((request, env) => app.fetch(request, env)));
  const listening = await listenOnLoopback(http);
  port = listening.port;
  await service.resume();

  const close = async (keepData = false) => {
    await service.close();
    await listening.close();
    store.close();
    if (!keepData) rmSync(folder, { recursive: true, force: true });
  };

  return {
    context,
    supervisor,
    logged,
    folder,
    close,
    key: issueOwnerKey(context, "test"),
    ...createActions(context, supervisor),
  };
}

/** The same with servers that are threads of this process, for all that is not about a process. */
export const startThreadFixture = (times: Partial<DeploymentTimes> = {}, dataDir?: string) =>
  startDeploymentFixture(times, dataDir, undefined, () => ({ process: threadDriver }));

function createActions(context: ServiceContext, supervisor: ReturnType<typeof createDeploymentService>["supervisor"]) {
  const { db } = context;
  const ids = z.object({ id: z.string(), artifact_id: z.string().nullable() });

  const publish = (serverId: string, version: string, variant: TinyVariant, label?: string) =>
    publishFiles(context, serverId, version, createTinyServerFiles(variant, label), tinyEntry);

  /** With a variant, it has a version 1.0.0. */
  const makeServer = (name: string, variant?: TinyVariant, label?: string): string => {
    const project = db.get(z.object({ id: z.string() }), "SELECT id FROM projects LIMIT 1");
    if (!project) throw new Error("There is no project.");
    const id = context.newId("srv_");
    const slug = `${name}-${id.slice(-6)}`;
    insertItem(context, "servers", { id, project_id: project.id, name, slug, description: "", status: "ready" });
    if (variant) publish(id, "1.0.0", variant, label);
    return id;
  };

  const deploy = (serverId: string, version: string, preview?: true): Deployment =>
    supervisor.deploy({ serverId, version, message: null, triggeredBy: "test", preview });

  /** Waits until a deployment and its events meet a condition. */
  const waitForDeployment = (id: string, isReached: (deployment: Deployment, events: DeploymentEvent[]) => boolean) => {
    const { promise, resolve } = Promise.withResolvers<Deployment>();
    const check = () => {
      const deployment = supervisor.store.get(id);
      if (deployment && isReached(deployment, supervisor.events.list(id, 0, 10_000))) resolve(deployment);
    };
    const unsubscribe = supervisor.events.subscribe(id, check);
    check();
    const listEvents = () => supervisor.events.list(id, 0, 10_000).map(({ kind, message }) => `${kind} ${message}`);
    return waitOrShow(promise, listEvents).finally(unsubscribe);
  };

  const waitForStatus = (id: string, status: Deployment["status"]) =>
    waitForDeployment(id, (deployment) => deployment.status === status);

  /** Creates a server of this variant and waits until it runs. */
  const run = async (variant: TinyVariant) => {
    const serverId = makeServer(variant, variant);
    const deployment = await waitForStatus(deploy(serverId, "1.0.0").id, "running");
    return { serverId, deployment };
  };

  const setEnvironment = (serverId: string, values: Record<string, string>) =>
    mergeServerEnvironment(context, serverId, values);
  const server = (id: string) =>
    db.get(
      z.object({ ...ids.shape, live_deployment_id: z.string().nullable(), desired_state: z.string() }),
      "SELECT id, artifact_id, live_deployment_id, desired_state FROM servers WHERE id = ?",
      id,
    );
  const eventsOf = (id: string) => supervisor.events.list(id, 0, 10_000);
  return { makeServer, publish, deploy, waitForDeployment, waitForStatus, run, setEnvironment, server, eventsOf };
}
