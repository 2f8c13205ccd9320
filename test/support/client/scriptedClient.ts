import type { Socket } from "node:net";
import type { ServiceClient } from "../../../src/client/client.ts";
import type { ConnectOptions } from "../../../src/client/profileStore.ts";
import { connectToService } from "../../../src/dialect/connect.ts";
import { type RawRequest, type RawServer, startRawServer } from "../network/rawServer.ts";
import { createTestClock } from "./testClock.ts";

export interface ScriptedClient {
  readonly client: ServiceClient;
  readonly server: RawServer;
  /** How long the client waited between attempts. */
  readonly waits: readonly number[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the real client with a test clock, and a server with scripted responses. */
export async function startScriptedClient(
  answer: (socket: Socket, request: RawRequest, count: number) => void,
  options: Partial<ConnectOptions> = {},
): Promise<ScriptedClient> {
  const server = await startRawServer(answer);
  const clock = createTestClock();
  const client = connectToService({
    baseUrl: server.url,
    key: async () => "flk_canary0123456789",
    clock,
    random: () => 0.5,
    ...options,
  });
  return {
    client,
    server,
    waits: clock.waits,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server.close();
    },
  };
}

export const meResponse = {
  id: "usr_1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  etag: '"1"',
  name: "Someone",
  email: null,
  kind: "user",
  organizationId: "org_1",
  key: { id: "key_1", name: "test", scopes: ["read"], expiresAt: null },
};

export const projectResponse = {
  id: "prj_1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  etag: '"1"',
  organizationId: "org_1",
  name: "A project",
  slug: "a-project",
  description: "",
  serverCount: 0,
  skillCount: 0,
};
