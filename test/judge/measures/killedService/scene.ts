import * as z from "zod";
import type { ServiceClient } from "../../../../src/client/client.ts";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { isDeploymentFinished } from "../../../../src/contract/deployments.ts";
import { isTestRunFinished } from "../../../../src/contract/testRuns.ts";
import { tryParseJson } from "../../../../src/text/tryParseJson.ts";
import { callToolText } from "../../../support/servers/callToolText.ts";
import { generateServerFrom } from "../../../support/servers/generateServer.ts";
import { createFilesSource, createSkillFilePair, type Scene, type ServiceAddress } from "./writers.ts";

/** Creates a project, a running server, a server to change, and a skill to test. */
export async function createScene(reached: ServiceAddress): Promise<Scene> {
  return withClient(reached, async (client) => {
    const project = await client.call("projects.create", { name: "Scene" });
    const createGeneratedServer = async (name: string) =>
      (await generateServerFrom({ api: client, project }, name, { source: createFilesSource(name) })).id;
    const [liveServer, busyServer] = [await createGeneratedServer("live"), await createGeneratedServer("busy")];
    await client.call("server.deploy", { id: liveServer });
    const skill = await client.call("skills.create", { projectId: project.id, files: createSkillFilePair("tested") });
    const scene = { ...reached, projectId: project.id, liveServer, busyServer, testedSkill: skill.id };
    await untilServed(client, scene);
    return scene;
  });
}

/** Waits until interrupted work ends and returns what does not end, or ends without a reason. */
export function waitForInterruptedWork(scene: Scene): Promise<string[]> {
  return withClient(scene, async (client) => {
    const found: string[] = [];
    await untilServed(client, scene).catch((error: unknown) => found.push(`the server that should run: ${error}`));
    const end = performance.now() + patienceMs;
    for (;;) {
      const { open, unexplained } = await unsettled(client, scene);
      found.push(...unexplained);
      if (open.length === 0 || unexplained.length > 0) return found;
      if (performance.now() > end) return [...found, ...open.map((what) => `never ended: ${what}`)];
      await new Promise((next) => setTimeout(next, 50));
    }
  });
}

const patienceMs = 60_000;

async function unsettled(client: ServiceClient, { busyServer, testedSkill }: Scene) {
  const open: string[] = [];
  const unexplained: string[] = [];
  const { items: servers } = await client.call("servers.list", { limit: 200 });
  for (const { id, status, statusDetail } of servers) {
    if (status === "generating") open.push(`generating ${id}`);
    if (status === "failed" && !statusDetail) unexplained.push(`no reason: ${id} failed`);
  }
  for await (const { id, status, failure } of client.list("deployments.list", { serverId: busyServer, limit: 200 })) {
    if (!isDeploymentFinished(status) && status !== "running") open.push(`${status} ${id}`);
    if (status === "failed" && !failure?.message) unexplained.push(`no reason: ${id} failed`);
  }
  const runs = [
    ...(await client.call("serverTestRuns.list", { id: busyServer, limit: 200 })).items,
    ...(await client.call("skillTestRuns.list", { id: testedSkill, limit: 200 })).items,
  ];
  for (const { id, status, statusDetail } of runs) {
    if (!isTestRunFinished(status)) open.push(`${status} ${id}`);
    if (status === "errored" && !statusDetail) unexplained.push(`no reason: ${id} errored`);
  }
  return { open, unexplained };
}

const echoed = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) });

/** Waits until a tool of the running server answers through the gateway. */
async function untilServed(client: ServiceClient, { liveServer, url }: Scene): Promise<void> {
  const end = performance.now() + patienceMs;
  const { accessToken } = await client.call("runtime.token", { serverId: liveServer });
  const authorization = `Bearer ${accessToken}`;
  for (let last = ""; performance.now() < end; ) {
    last = await callToolText(`${url}/mcp/${liveServer}`, "echo", "{}", { authorization });
    if (echoed.safeParse(tryParseJson(last)).success) return;
    if (performance.now() > end) throw new Error(last);
    await new Promise((next) => setTimeout(next, 20));
  }
}

async function withClient<T>({ url, key }: ServiceAddress, work: (client: ServiceClient) => Promise<T>): Promise<T> {
  const client = createServiceClient({ baseUrl: url, key: async () => key });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
