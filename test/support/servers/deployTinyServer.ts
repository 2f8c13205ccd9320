import type { Deployment } from "../../../src/contract/deployments.ts";
import type { Server } from "../../../src/contract/servers.ts";
import { waitForGeneration } from "../../../src/extension/server/commands/runGeneration.ts";
import { readServer } from "../../../src/extension/server/model/readServer.ts";
import { isDeploymentUnderWay } from "../../../src/extension/server/model/serverState.ts";
import type { startServedService } from "../service/servedService.ts";
import { testDeadline } from "../testDeadline.ts";
import { createTinyServerFiles, type TinyVariant, tinyEntry } from "./tinyServer.ts";

type Served = Pick<Awaited<ReturnType<typeof startServedService>>, "api" | "project">;

/** Creates a tiny server of this variant with one version. */
export async function createTinyServer({ api, project }: Served, name: string, variant: TinyVariant): Promise<Server> {
  const server = await api.call("servers.create", { projectId: project.id, name });
  return addTinyVersion({ api }, server, variant);
}

export async function addTinyVersion(
  { api }: Pick<Served, "api">,
  server: Server,
  variant: TinyVariant,
): Promise<Server> {
  const files = createTinyServerFiles(variant).map((file) => ({ ...file, encoding: "utf8" as const }));
  await api.call("server.generate", { id: server.id, source: { kind: "files", files, entry: tinyEntry } });
  return waitForGeneration(api, server, testDeadline());
}

/** Deploys the server and waits until it runs, fails or ends. */
export async function deployTinyServer({ api }: Pick<Served, "api">, server: Server) {
  const { id } = await api.call("server.deploy", { id: server.id });
  let deployment: Deployment = await api.call("deployment.get", { id });
  for await (const event of api.events(id, { signal: testDeadline() })) {
    if (event.kind !== "state") continue;
    deployment = await api.call("deployment.get", { id });
    if (!isDeploymentUnderWay(deployment)) break;
  }
  return { deployment, server: (await readServer(api, server.id)) ?? server };
}
