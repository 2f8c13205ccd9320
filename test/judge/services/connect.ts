import type { ServiceClient } from "../../../src/client/client.ts";
import { type Clock, systemClock } from "../../../src/client/clock.ts";
import { sendRequest } from "../../../src/client/sendRequest.ts";
import { type DialectProfile, unknownProfile } from "../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../src/dialect/connect.ts";
import { readErrorMessage } from "../../../src/extension/base/failure.ts";
import { Connections } from "../../../src/extension/connection/model/connections.ts";
import { createMapMemory } from "../../support/editor/mapMemory.ts";
import { createMapSecrets } from "../../support/editor/mapSecrets.ts";
import type { ForeignService } from "./serviceFolder.ts";

/** An editor window that is connected to a service. */
export interface JudgedConnection {
  readonly connections: Connections;
  readonly client: ServiceClient;
  readonly memory: ReturnType<typeof createMapMemory>;
  /** What the client and the editor wrote to the log. */
  readonly logged: string[];
  close(): void;
}

/** Why the editor is not connected. */
export interface FailedConnection {
  readonly problem: string;
  readonly logged: readonly string[];
}

/** The key as the user enters it, and the profile that the user saves. */
interface UserAnswers {
  readonly key: string;
  readonly profile: DialectProfile;
}

const connectionId = "judged";
const wait = 150_000;
const userAgent = "Fairlead/0.0.0 (judge)";

/**
 * Connects as a user who knows this API does: with its URL, the key, how the key is sent, the headers that every request needs,
 * and the organization.
 * All that depends on the format of profiles is in this function and in `answerQuestions`.
 */
export async function connectAsUser(
  service: ForeignService,
  clock: Clock = systemClock,
): Promise<JudgedConnection | FailedConnection> {
  const logged: string[] = [];
  const memory = createMapMemory();
  const connections = new Connections({
    ...{ memory, secrets: createMapSecrets(), local: noLocalService, sendRequest, newId: () => connectionId },
    openClient: async (options) =>
      connectToService({ ...options, clock, userAgent, log: (entry) => void logged.push(JSON.stringify(entry)) }),
    log: { warning: (message) => void logged.push(message) },
  });
  await connections.ready();
  const { key, profile } = answerQuestions(service);
  const connection = { id: connectionId, name: service.name, baseUrl: service.url, kind: "remote" } as const;
  connections.profile(connection).replace(profile);
  const session = await withTimeout(connections.add({ baseUrl: service.url, key }, service.name));
  if (session.kind === "connected")
    return { connections, client: session.client, memory, logged, close: () => connections.dispose() };
  connections.dispose();
  const problem =
    session.kind === "failed"
      ? readErrorMessage(session.error)
      : session.kind === "signedOut"
        ? session.reason
        : `The session is ${session.kind}.`;
  return { problem, logged };
}

function answerQuestions(service: ForeignService): UserAnswers {
  const { key, credential, requiredHeaders, tenant, dialect } = service;
  const { header, user } = credential;
  const scheme = user === undefined ? (credential.format.split("{")[0] ?? "").trim() : "Basic";
  const isBearer = header.toLowerCase() === "authorization" && scheme === "Bearer";
  const [organization] = tenant?.values ?? [];
  return {
    key,
    profile: {
      ...unknownProfile,
      ...(dialect !== undefined && { dialect }),
      // A profile mentions only what differs from the contract.
      ...(!isBearer && {
        credential: { header, ...(scheme !== "" && { scheme }), ...(user !== undefined && { user }) },
      }),
      ...(Object.keys(requiredHeaders).length > 0 && { headers: requiredHeaders }),
      ...(service.requiredQuery && { query: service.requiredQuery }),
      ...(tenant && { tenant: { header: tenant.header, ...(organization !== undefined && { value: organization }) } }),
    },
  };
}

const noLocalService = {
  start: async () => {
    throw new Error("There is no local service.");
  },
  find: async () => undefined,
  readUse: async () => undefined,
  release: () => {},
  onDidRestart: () => ({ dispose: () => {} }),
};

function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`There is no session after ${wait / 1000} s.`)), wait);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
