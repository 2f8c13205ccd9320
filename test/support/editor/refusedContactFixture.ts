import { addConnection } from "../../../src/extension/connection/commands/addConnection.ts";
import type { startServedService } from "../service/servedService.ts";
import { type JsonServiceRequest, type JsonServiceResponse, startJsonService } from "../services/jsonService.ts";
import { createDisconnectedFixture } from "./disconnectedFixture.ts";
import type { ScriptedAnswer } from "./scriptedPrompts.ts";

export const contactKey = "key_canary0123456789";

/** Answers as a small service whose requests are accepted by `accepts`. */
export function answerWhen(
  accepts: (headers: JsonServiceRequest["headers"]) => boolean,
  refusal: JsonServiceResponse = { status: 401, body: { error: "API key not valid" } },
) {
  return ({ path, headers }: JsonServiceRequest): JsonServiceResponse | undefined => {
    if (!path.startsWith("/api/v1/") || path.endsWith("openapi.json")) return undefined;
    if (!accepts(headers)) return refusal;
    if (path === "/api/v1/me") return { body: { id: 7, login: "someone" } };
    return path === "/api/v1/projects" ? { body: { projects: [{ uuid: "p-1", title: "Shop" }] } } : undefined;
  };
}

/** A window without a connection, and a service that refuses its first requests. */
export async function createRefusedContactFixture(
  served: Awaited<ReturnType<typeof startServedService>>,
  answer: (request: JsonServiceRequest) => JsonServiceResponse | undefined,
) {
  const service = await startJsonService(answer);
  const { host } = new URL(service.url);
  const stop = new AsyncDisposableStack();
  stop.use(service);
  /** Opens a window whose prompts are answered so. */
  const open = async (...answers: readonly ScriptedAnswer[]) => {
    const fixture = stop.use(await createDisconnectedFixture(served, { answers }));
    /** The prompts after URL and key, without the host. */
    const readAsked = () => fixture.questions.slice(2).map((line) => line.replaceAll(host, "HOST"));
    const readProfile = () => {
      const session = fixture.app.connections.session();
      return session.kind === "connected" ? session.profileStore.read() : undefined;
    };
    return { ...fixture, readAsked, readProfile };
  };
  /** Adds a connection with the key, and answers the questions after its refusal. */
  const add = async (...answers: readonly ScriptedAnswer[]) => {
    const fixture = await open(service.url, contactKey, ...answers);
    await addConnection(fixture.app, {});
    return fixture;
  };
  return { service, host, open, add, [Symbol.asyncDispose]: () => stop.disposeAsync() };
}
