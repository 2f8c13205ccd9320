import type { RequestLogEntry, ServiceClient } from "../../../src/client/client.ts";
import { ApiError } from "../../../src/client/errors.ts";
import { type ClientCredentials, unknownProfile } from "../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../src/dialect/connect.ts";
import { createTestClock } from "../client/testClock.ts";
import { createMemoryProfileStore } from "../dialect/dialectContext.ts";
import { type JsonServiceRequest, type JsonServiceResponse, startJsonService } from "../services/jsonService.ts";
import { startTokenServer, tokenClient } from "./tokenServer.ts";

type ServerOptions = Parameters<typeof startTokenServer>[0];
export type AuthorizedAnswer = (request: JsonServiceRequest, accepted: boolean) => JsonServiceResponse | undefined;

const me = { id: 7, login: "someone" };
export const answerAuthorized: AuthorizedAnswer = ({ path, headers }, accepted) => {
  if (!path.startsWith("/api/v1/") || path.endsWith(".json")) return undefined;
  if (!accepted) return { status: 401, body: { error: `not accepted: ${headers.authorization}` } };
  if (path === "/api/v1/me") return { body: me };
  return path === "/api/v1/projects" ? { body: { projects: [{ uuid: "p-1", title: "Shop" }] } } : undefined;
};

/** A client of a service that takes the tokens of an authorization server. */
export async function openAuthorizedClient(
  options: ServerOptions & { readonly service?: AuthorizedAnswer; readonly secret?: string | null } = {},
  more: Partial<ClientCredentials> = {},
) {
  const stop = new AsyncDisposableStack();
  const server = stop.use(await startTokenServer(options));
  const { service: answer = answerAuthorized, secret = tokenClient.secret } = options;
  const service = stop.use(await startJsonService((request) => answer(request, server.accepts(request))));
  const clientCredentials = { tokenUrl: server.tokenUrl, clientId: tokenClient.id, ...more };
  const credential = { header: "Authorization", scheme: "Bearer", clientCredentials };
  const store = createMemoryProfileStore({ ...unknownProfile, credential });
  const log: RequestLogEntry[] = [];
  const unauthorized: unknown[] = [];
  const clock = createTestClock();
  const openClient = () =>
    connectToService({
      ...{ baseUrl: service.url, profileStore: store, clock, log: (entry) => void log.push(entry) },
      key: async () => secret ?? undefined,
      onUnauthorized: (error) => void unauthorized.push(error),
    });
  const client = openClient();
  stop.defer(() => client.close());
  return {
    ...{ server, service, store, log, unauthorized, clock, client, openClient },
    readError: (call: Promise<unknown>) => readError(call, server.host),
    [Symbol.asyncDispose]: () => stop.disposeAsync(),
  };
}

async function readError(call: Promise<unknown>, host: string): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) return `no error: ${String(error)}`;
  const { field = "none" } = error.tokenRequest ?? {};
  return `${error.name} ${field}: ${error.message.replaceAll(host, "AUTH")}`;
}

export const readCurrentUser = (client: ServiceClient) => client.call("me.get", {});
