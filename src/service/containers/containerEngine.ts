import type { Duplex, Readable } from "node:stream";
import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { callEngine, EngineError, type EngineRequest, openEngineStream } from "./engineRequest.ts";

const engineInfo = z.object({
  version: z.object({
    Version: z.string(),
    Components: z.array(z.object({ Name: z.string(), Version: z.string() })).nullish(),
  }),
  info: z.object({
    OSType: z.string(),
    MemoryLimit: z.boolean().default(false),
    CpuCfsQuota: z.boolean().default(false),
    PidsLimit: z.boolean().default(false),
  }),
});

export interface EngineInfo {
  /** `Podman 4.3.1`, `Docker 28.0.1`. */
  readonly name: string;
  /** What the engine runs: `linux`, or `windows`. */
  readonly system: string;
  readonly limitsMemory: boolean;
  readonly limitsCpus: boolean;
  readonly limitsProcesses: boolean;
}

const inspectedImage = z
  .object({
    Id: z.string(),
    Config: z.object({ User: z.string().default(""), Labels: z.record(z.string(), z.string()).nullish() }),
  })
  .transform(({ Id, Config }) => ({
    id: Id,
    user: Config.User,
    labels: Config.Labels ?? {},
  }));
export type InspectedImage = z.output<typeof inspectedImage>;

const containerState = z
  .object({
    State: z.object({
      Running: z.boolean(),
      ExitCode: z.number(),
      OOMKilled: z.boolean(),
      Error: z.string().optional(),
    }),
  })
  .transform(({ State }) => State);
export type ContainerState = z.output<typeof containerState>;

const idSchema = z.object({ Id: z.string().min(1) }).transform(({ Id }) => Id);
const idsSchema = z.array(idSchema);
const tagsSchema = z.array(
  z.object({ RepoTags: z.array(z.string()).nullish() }).transform(({ RepoTags }) => RepoTags ?? []),
);
const waitResult = z.object({ StatusCode: z.number() });

/** The calls of the Engine API that running servers takes. Docker and Podman have them. */
export interface ContainerEngine {
  readonly socketPath: string;
  readInfo(signal?: AbortSignal): Promise<EngineInfo>;
  /** undefined: the engine does not have the image. */
  inspectImage(name: string, signal?: AbortSignal): Promise<InspectedImage | undefined>;
  /** Builds an image from an archive with a `Dockerfile`. */
  buildImage(archive: Readable, query: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<void>;
  removeImage(name: string): Promise<void>;
  createContainer(name: string, settings: object): Promise<string>;
  /** The stream of a container: written bytes go to its standard input, and read ones are frames of its output. */
  attach(id: string, signal?: AbortSignal): Promise<Duplex>;
  start(id: string, signal?: AbortSignal): Promise<void>;
  /** Sends a signal, by default `SIGKILL`. */
  kill(id: string, signal?: "SIGTERM"): Promise<void>;
  /** Resolves when the container has ended. */
  wait(id: string, signal: AbortSignal): Promise<void>;
  readState(id: string): Promise<ContainerState>;
  /** Removes a container, also one that runs. Does nothing if there is none. */
  remove(id: string): Promise<void>;
  /** The request that removes a container, for a program that outlives the service. */
  createRemoval(id: string): { readonly socketPath: string; readonly path: string };
  /** The containers with this label, also those that have ended. */
  listContainers(label: string): Promise<readonly string[]>;
  /** The names of the images with this label. */
  listImageNames(label: string): Promise<readonly string[]>;
}

const timeouts = { call: 30_000, archive: 600_000 } as const;

export function createContainerEngine(socketPath: string): ContainerEngine {
  const call = (given: Omit<EngineRequest, "signal">, signal?: AbortSignal, timeoutMs: number = timeouts.call) =>
    callEngine(socketPath, { ...given, signal: withTimeout(timeoutMs, signal) });
  const container = (id: string) => `/containers/${encodeURIComponent(id)}`;
  const removalPath = (id: string) => `${container(id)}?force=true&v=true`;
  const image = (name: string) => `/images/${name.split("/").map(encodeURIComponent).join("/")}`;
  return {
    socketPath,
    readInfo: async (signal) => {
      const ask = (path: string) =>
        call({ action: "ask the container engine for its version", method: "GET", path }, signal);
      const [version, info] = await Promise.all([ask("/version"), ask("/info")]);
      return toEngineInfo(parse(engineInfo, { version, info }));
    },
    inspectImage: async (name, signal) => {
      const request = { action: `inspect the image ${name}`, method: "GET", path: `${image(name)}/json` } as const;
      const found = await call(request, signal).catch(ignoreStatus(404));
      return found === undefined ? undefined : parse(inspectedImage, found);
    },
    buildImage: async (archive, query, signal) => {
      const request = { action: "build the image", method: "POST", path: "/build", query, body: archive } as const;
      checkStream(request.action, await call(request, signal, timeouts.archive));
    },
    removeImage: async (name) => {
      const request = { action: `remove the image ${name}`, method: "DELETE", path: image(name) } as const;
      await call(request).catch(ignoreStatus(404, 409));
    },
    createContainer: async (name, settings) => {
      const request = {
        action: "create the container",
        method: "POST",
        path: "/containers/create",
        query: { name },
      } as const;
      return parse(idSchema, await call({ ...request, body: settings }));
    },
    attach: (id, signal) =>
      openEngineStream(socketPath, {
        action: "attach to the container",
        method: "POST",
        path: `${container(id)}/attach`,
        query: { stream: "1", stdin: "1", stdout: "1", stderr: "1" },
        signal: withTimeout(timeouts.call, signal),
      }),
    start: async (id, signal) => {
      await call({ action: "start the container", method: "POST", path: `${container(id)}/start` }, signal);
    },
    kill: async (id, name: "SIGTERM" | "SIGKILL" = "SIGKILL") => {
      const query = { signal: name };
      const request = { action: "kill the container", method: "POST", path: `${container(id)}/kill`, query } as const;
      await call(request).catch(ignoreStatus(404, 409));
    },
    wait: async (id, signal) => {
      const request = {
        action: "wait for the container",
        method: "POST",
        path: `${container(id)}/wait`,
        signal,
      } as const;
      parse(waitResult, await callEngine(socketPath, request));
    },
    readState: async (id) =>
      parse(
        containerState,
        await call({ action: "inspect the container", method: "GET", path: `${container(id)}/json` }),
      ),
    remove: async (id) => {
      const request = { action: "remove the container", method: "DELETE", path: removalPath(id) } as const;
      await call(request).catch(ignoreStatus(404, 409));
    },
    createRemoval: (id) => ({ socketPath, path: removalPath(id) }),
    listContainers: async (label) => {
      const query = { all: "true", filters: JSON.stringify({ label: [label] }) };
      return parse(
        idsSchema,
        await call({ action: "list containers", method: "GET", path: "/containers/json", query }),
      );
    },
    listImageNames: async (label) => {
      const query = { filters: JSON.stringify({ label: [label] }) };
      return parse(
        tagsSchema,
        await call({ action: "list images", method: "GET", path: "/images/json", query }),
      ).flat();
    },
  };
}

const withTimeout = (ms: number, signal?: AbortSignal) => {
  const timeout = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error) throw new EngineError(`The container engine responds in an unknown way: ${z.prettifyError(error)}`);
  return data;
}

const ignoreStatus =
  (...statuses: readonly number[]) =>
  (error: unknown): undefined => {
    if (error instanceof EngineError && error.status !== undefined && statuses.includes(error.status)) return;
    throw error;
  };

function toEngineInfo({ version, info }: z.output<typeof engineInfo>): EngineInfo {
  const podman = version.Components?.find(({ Name }) => Name === "Podman Engine");
  return {
    name: podman ? `Podman ${podman.Version}` : `Docker ${version.Version}`,
    system: info.OSType,
    limitsMemory: info.MemoryLimit,
    limitsCpus: info.CpuCfsQuota,
    limitsProcesses: info.PidsLimit,
  };
}

const progressLine = z.object({ stream: z.string().optional(), error: z.string().optional() });
const maxReportedLines = 30;

/** A build responds with lines of JSON and status 200, also when it fails. */
function checkStream(action: string, output: unknown): void {
  const text = typeof output === "string" ? output : JSON.stringify(output);
  const lines = text.split("\n").map((line) => progressLine.safeParse(tryParseJson(line)).data ?? {});
  const error = lines.findLast((line) => line.error !== undefined)?.error;
  if (error === undefined) return;
  const progress = lines.flatMap(({ stream }) => stream?.trimEnd() || []).slice(-maxReportedLines);
  throw new EngineError(`Could not ${action}: ${error.trim()}`, 500, { progress });
}
