import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import type { Server, ServerSource } from "../../../src/contract/servers.ts";
import { readServiceFile } from "../../../src/service/control/serviceFile.ts";
import { root } from "../../host/prepare/paths.mjs";
import { generateServerFrom } from "../../support/servers/generateServer.ts";
import type { CanaryFiles } from "./canaryFiles.ts";

/** Judges build it first. */
const serviceProgram = join(root, "dist", "service.mjs");

const helloSchema = z.object({ url: z.string(), key: z.string() });
const messageSchema = z.object({ service: z.number().optional(), signal: z.string().optional() });
const resultSchema = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) });

/** The built service with the canaries in its environment, and a witness in its process group. */
export type AttackedService = Awaited<ReturnType<typeof startAttackedService>>;

export async function startAttackedService(files: CanaryFiles) {
  const witness = startWitness(files);
  const signals: string[] = [];
  const started = Promise.withResolvers<number>();
  witness.on("message", (message) => {
    const { service, signal } = messageSchema.parse(message);
    if (service !== undefined) started.resolve(service);
    if (signal !== undefined) signals.push(`the sibling received ${signal}`);
  });
  const servicePid = await started.promise;
  const { url, key } = helloSchema.parse(JSON.parse(await readFirstLine(witness)));
  const api = createServiceClient({ baseUrl: url, key: async () => key });
  const { id: projectId } = await api.call("projects.create", { name: "Attacks" });
  const control = readServiceFile(files.dataFolder)?.control ?? "";
  files.secrets["the service's file"] = control;
  return {
    ...{ url, key, control, api, projectId, servicePid, witnessPid: witness.pid ?? 0, signals },
    ...createDeployment({ api, projectId, url }),
    close: async () => {
      await api.close();
      const ended = once(witness, "exit");
      witness.disconnect();
      await ended;
    },
  };
}

function startWitness({ home, dataFolder, paths, addSecret }: CanaryFiles): ChildProcess {
  const file = join(import.meta.dirname, "programs/witness.mjs");
  return spawn(process.execPath, [file, paths.inheritedFile, serviceProgram, "--data", dataFolder], {
    // Signals to the group reach the witness and the service, but not the judge.
    detached: true,
    env: {
      ...{
        PATH: process.env.PATH,
        HOME: home,
        LANG: "C.UTF-8",
        FAIRLEAD_CANARY: addSecret("the service's environment"),
      },
      ...{ SSH_AUTH_SOCK: join(home, "agent.1.sock"), DOCKER_HOST: `unix://${home}/docker.sock` },
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
}

async function readFirstLine(witness: ChildProcess): Promise<string> {
  if (!witness.stdout) throw new Error("The witness has no output.");
  const line = Promise.withResolvers<string>();
  createInterface({ input: witness.stdout }).once("line", line.resolve);
  witness.once("exit", () => line.reject(new Error("The service did not start.")));
  return line.promise;
}

/** A deployed server and how its tools are called. */
export interface AttackServer {
  readonly id: string;
  readonly token: string;
  readonly call: (tool: string, input: object) => Promise<string>;
}

function createDeployment({
  api,
  projectId,
  url,
}: {
  api: ReturnType<typeof createServiceClient>;
  projectId: string;
  url: string;
}) {
  const deploy = async (id: string, environment: Record<string, string> = {}): Promise<AttackServer> => {
    const deployment = await api.call("server.deploy", { id, environment });
    for await (const event of api.events(deployment.id, { signal: AbortSignal.timeout(60_000) }))
      if (event.kind === "state" && /^(running|failed|stopped)$/.test(String(event.data?.status))) break;
    const { status, failure } = await api.call("deployment.get", { id: deployment.id });
    if (status !== "running") throw new Error(`A server of attacks is ${status}: ${failure?.message}`);
    const { accessToken } = await api.call("runtime.token", { serverId: id, ttlSeconds: 3600 });
    return { id, token: accessToken, call: (tool, input) => callTool(`${url}/mcp/${id}`, accessToken, tool, input) };
  };
  return {
    deploy,
    /** Creates a server from a source and deploys it. */
    create: async (
      name: string,
      source: ServerSource,
      createEnvironment: (server: Server) => Record<string, string> = () => ({}),
    ): Promise<AttackServer> => {
      const made = await generateServerFrom({ api, project: { id: projectId } }, name, { source });
      if (made.status !== "ready") throw new Error(`${name} is ${made.status}: ${made.statusDetail}`);
      return deploy(made.id, createEnvironment(made));
    },
  };
}

async function callTool(url: string, token: string, name: string, input: object): Promise<string> {
  const headers = {
    ...{ Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...{ Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" },
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });
  const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(90_000) });
  const text = await response.text();
  return resultSchema.parse(JSON.parse(/(?:^|\n)data: ([^\n]*)/.exec(text)?.[1] ?? text)).result.content[0].text;
}
