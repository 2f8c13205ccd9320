import { type Connection, readUrlHost } from "../../core/connection/connection.ts";
import type { ConnectionCredentials } from "../../core/connection/connections.ts";
import { hasErrorName, isUnauthorizedError, readErrorMessage } from "../../core/foundation/failure.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import type { App } from "../app.ts";

export type KeyVerification =
  | { readonly kind: "fine" }
  /** What was typed does not lead to the service, and which of it is to blame. */
  | { readonly kind: "wrong"; readonly what: "url" | "key"; readonly problem: string }
  | { readonly kind: "cancelled" };

/** Asks the service whose key it is. Nothing is stored. `of`: the connection that the key is for, where there is one. */
export async function verifyApiKey(
  app: Pick<App, "connections" | "log" | "progress">,
  credentials: ConnectionCredentials,
  of?: Connection,
): Promise<KeyVerification> {
  const host = readUrlHost(credentials.baseUrl);
  try {
    const ended = await runCancellable(
      app.progress,
      { title: `Connecting to ${host}`, in: "notification" },
      (_report, signal) => app.connections.verify(credentials, signal, of),
    );
    return { kind: ended.kind === "done" ? "fine" : "cancelled" };
  } catch (error) {
    app.log.warning(`${host} was not connected: ${readErrorMessage(error)}`);
    if (isUnauthorizedError(error))
      return { kind: "wrong", what: "key", problem: `${host} does not accept this key${sentAs(error)}.` };
    const what = hasErrorName(error, "ForbiddenError", "RateLimitedError") ? "key" : "url";
    return { kind: "wrong", what, problem: readErrorMessage(error) };
  }
}

/** The ways that the key was sent, where there was more than one. */
function sentAs(error: unknown): string {
  const ways: unknown = error instanceof Error && "ways" in error ? error.ways : undefined;
  return Array.isArray(ways) && ways.length > 1 ? `, sent as ${ways.join(", ")}` : "";
}
