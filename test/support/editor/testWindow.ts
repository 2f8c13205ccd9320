import { randomUUID } from "node:crypto";
import type { ServiceClient } from "../../../src/client/client.ts";
import { sendRequest } from "../../../src/client/sendRequest.ts";
import { connectToService } from "../../../src/dialect/connect.ts";
import { createEmitter } from "../../../src/extension/base/emitter.ts";
import type { Memory } from "../../../src/extension/base/ports.ts";
import type { ConnectionSession } from "../../../src/extension/connection/model/connectionSession.ts";
import { Connections, type ConnectionsOptions } from "../../../src/extension/connection/model/connections.ts";
import type { LocalService } from "../../../src/extension/connection/model/localService.ts";
import type { RunningService } from "../../../src/service/startService.ts";
import { startServiceInMemory } from "../service/servedService.ts";
import { createTestGrant, deleteArchived } from "../service/testControl.ts";
import { createMapMemory } from "./mapMemory.ts";
import { createMapSecrets } from "./mapSecrets.ts";

/** The storage that the windows of one user share, and the local service. */
export interface TestUser {
  readonly service: Pick<RunningService, "url" | "firstKey" | "issueKey">;
  readonly memory: Memory & { readonly values: Map<string, string> };
  readonly secrets: ReturnType<typeof createMapSecrets>;
}

export const createTestUser = (service: TestUser["service"]): TestUser => ({
  service,
  memory: createMapMemory(),
  secrets: createMapSecrets(),
});

export async function startTestUser(): Promise<TestUser & AsyncDisposable> {
  const service = await startServiceInMemory();
  return { ...createTestUser(service), [Symbol.asyncDispose]: () => service.close() };
}

/** Opens a window with real connections and clients. It records requests, and its network can be switched off. */
export function openTestWindow(
  { service, memory, secrets }: TestUser,
  options: Pick<ConnectionsOptions, "confirmChange"> = {},
) {
  const requests: string[] = [];
  const network = { isDown: false };
  const local = createLocalService(service);
  const connections = new Connections({
    ...{ memory, secrets, local, ...options },
    newId: randomUUID,
    sendRequest: async (request) => {
      if (network.isDown) throw new Error("the network is down");
      return sendRequest(request);
    },
    openClient: async (options) => {
      const log = ({ method, path }: { method: string; path: string }) => void requests.push(`${method} ${path}`);
      return createInterruptibleClient(connectToService({ ...options, log }), network);
    },
  });
  return { connections, local, requests, network, memory, [Symbol.dispose]: () => connections.dispose() };
}

type Window = ReturnType<typeof openTestWindow>;

/** A window whose memory does not receive the writes of other windows. */
export const openApart = (user: TestUser): Window =>
  openTestWindow({ ...user, memory: createMapMemory(new Map(user.memory.values)) });

export const formatSession = (session: ConnectionSession) =>
  session.kind === "signedOut" ? `signedOut: ${session.reason}` : session.kind;

/** Adds a connection that is accepted. */
export async function addAccepted({ connections }: Window, ...added: Parameters<Connections["add"]>) {
  const session = await connections.add(...added);
  if (session.kind !== "connected") throw new Error("not connected");
  return session;
}

export function waitForSession({ connections }: Window, kind: ConnectionSession["kind"]): Promise<ConnectionSession> {
  return new Promise((resolve) => {
    const listening = connections.onDidChange((session) => {
      if (session.kind !== kind) return;
      listening.dispose();
      resolve(session);
    });
  });
}

/** Uses the running service as the window's local service. */
function createLocalService(service: TestUser["service"]) {
  const restarts = createEmitter<string>();
  const state = {
    starts: 0,
    releases: 0,
    url: service.url,
    isRunning: true,
    keys: 0,
    use: { windows: 1, isUsedByAgents: false },
    /** A start lasts until then. */
    started: Promise.resolve(),
  };
  const endpoint = () => ({
    url: state.url,
    issueKey: async () => {
      state.keys += 1;
      return service.issueKey("Editor");
    },
    createGrant: (serverId: string, agent: string) => createTestGrant(state.url, serverId, agent),
    deleteArchived: (id: string) => deleteArchived(state.url, id),
  });
  const local: LocalService = {
    start: async () => {
      state.starts += 1;
      await state.started;
      state.isRunning = true;
      return endpoint();
    },
    find: async () => (state.isRunning ? endpoint() : undefined),
    readUse: async () => (state.isRunning ? state.use : undefined),
    release: () => {
      state.releases += 1;
    },
    onDidRestart: restarts.on,
  };
  return { ...local, state, restarted: () => restarts.emit(state.url) };
}

class NoNetworkError extends Error {
  override readonly name = "NetworkError";
}

function createInterruptibleClient(client: ServiceClient, network: { readonly isDown: boolean }): ServiceClient {
  const call: ServiceClient["call"] = async (name, input, options) => {
    if (network.isDown) throw new NoNetworkError("Could not reach the service. Check the connection.");
    return client.call(name, input, options);
  };
  return { ...client, call };
}
