import { readFileSync } from "node:fs";
import { get, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import * as l10n from "@vscode/l10n";
import { isOwnProcess } from "../../../text/isOwnProcess.ts";
import {
  isLocalServiceProcess,
  type LocalEndpoint,
  LocalServiceError,
  type LocalServiceFile,
  type LocalServiceUse,
  parseControlProblem,
  parseCreatedGrant,
  parseIssuedKey,
  parseLocalServiceFile,
  parseLocalServiceUse,
} from "./localService.ts";

// Calls the control API of the local service on loopback, with the token of the data folder. The control API is not part of
// the contract and needs no key, so these requests do not go through the client.

const responseTimeoutMs = 5_000;
/** The deployments of a server that stops are waited for, and many logs take a while. */
const deletionTimeoutMs = 120_000;
/** The service writes to the lease every 10 s. */
const leaseTimeoutMs = 30_000;

/** The service that a data folder names; undefined: none of this user runs. */
export function readLocalServiceFile(dataFolder: string): LocalServiceFile | undefined {
  try {
    const file = parseLocalServiceFile(readFileSync(join(dataFolder, "service.json"), "utf8"));
    return file && isOwnProcess(file.pid) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** The status of the running service. The file of a killed process may name a port that another process uses. */
async function readStatus(file: LocalServiceFile): Promise<string | undefined> {
  try {
    const { status, text } = await sendRequest(file, "GET", "/local/status");
    return status === 200 && isLocalServiceProcess(file, text) ? text : undefined;
  } catch {
    return undefined;
  }
}

export async function isLocalServiceRunning(file: LocalServiceFile): Promise<boolean> {
  return (await readStatus(file)) !== undefined;
}

/** undefined: the service does not respond, or is of a version that does not say it. */
export async function readLocalServiceUse(file: LocalServiceFile): Promise<LocalServiceUse | undefined> {
  const status = await readStatus(file);
  return status === undefined ? undefined : parseLocalServiceUse(status);
}

export function createLocalEndpoint(file: LocalServiceFile): LocalEndpoint {
  return {
    url: file.url,
    issueKey: async (name) => {
      const { text } = await sendRequest(file, "POST", "/local/key", { body: { name } });
      const key = parseIssuedKey(text);
      if (key === undefined)
        throw new LocalServiceError(l10n.t`The local service at ${file.url} issued no key. Try again.`);
      return key;
    },
    createGrant: async (serverId, agent) => {
      const { status, text } = await sendRequest(file, "POST", "/local/grants", { body: { serverId, client: agent } });
      const id = parseCreatedGrant(text);
      if (id !== undefined) return id;
      const reason = parseControlProblem(text) ?? l10n.t`It answered ${status}.`;
      throw new LocalServiceError(l10n.t`The local service gave ${agent} no access. ${reason}`);
    },
    deleteArchived: async (id) => {
      const { status, text } = await sendRequest(file, "POST", "/local/delete", {
        body: { id },
        timeoutMs: deletionTimeoutMs,
      });
      if (status === 204) return;
      // A service of an older Fairlead, started by another window, does not have the route.
      const reason = parseControlProblem(text) ?? l10n.t`It answered ${status}.`;
      throw new LocalServiceError(l10n.t`The local service did not delete it. ${reason}`);
    },
  };
}

/** Opens a request that lasts as long as this window needs the service; resolves when it ends for any reason. */
export function openLease(file: LocalServiceFile, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const lease = get(new URL("/local/lease", file.url), { ...optionsFor(file), signal }, (response) => {
    response.resume().once("close", ended.resolve);
  });
  lease.setTimeout(leaseTimeoutMs, () => lease.destroy());
  lease.once("error", () => ended.resolve()).once("close", ended.resolve);
  return ended.promise;
}

function sendRequest(
  file: LocalServiceFile,
  method: "GET" | "POST",
  path: string,
  { body = {}, timeoutMs = responseTimeoutMs }: { readonly body?: object; readonly timeoutMs?: number } = {},
): Promise<{ status: number; text: string }> {
  const result = Promise.withResolvers<{ status: number; text: string }>();
  const options = { ...optionsFor(file), method, signal: AbortSignal.timeout(timeoutMs) };
  request(new URL(path, file.url), options, (response) => {
    readText(response).then((text) => result.resolve({ status: response.statusCode ?? 0, text }), result.reject);
  })
    .once("error", result.reject)
    .end(method === "POST" ? JSON.stringify(body) : undefined);
  return result.promise;
}

function optionsFor({ control }: LocalServiceFile): RequestOptions {
  // No agent, because a lease must not share its socket.
  return { agent: false, headers: { Authorization: `Bearer ${control}`, "Content-Type": "application/json" } };
}
