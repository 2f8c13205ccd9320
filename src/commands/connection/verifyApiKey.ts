import { type Connection, readUrlHost } from "../../core/connection/connection.ts";
import type { ConnectionCredentials } from "../../core/connection/connections.ts";
import { hasErrorName, isUnauthorizedError, readErrorMessage } from "../../core/foundation/failure.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import type { App } from "../app.ts";

export type KeyVerification =
  | { readonly kind: "fine" }
  /** The URL or the key is wrong. */
  | { readonly kind: "wrong"; readonly field: "url" | "key"; readonly problem: string }
  | { readonly kind: "cancelled" };

/** Reads the user of a key. Stores nothing. `of`: the existing connection of the key. */
export async function verifyApiKey(
  app: Pick<App, "connections" | "log" | "progress">,
  credentials: ConnectionCredentials,
  connection?: Connection,
): Promise<KeyVerification> {
  const host = readUrlHost(credentials.baseUrl);
  try {
    const ended = await runCancellable(
      app.progress,
      { title: `Connecting to ${host}`, in: "notification" },
      (_report, signal) => app.connections.verify(credentials, signal, connection),
    );
    return { kind: ended.kind === "done" ? "fine" : "cancelled" };
  } catch (error) {
    app.log.warning(`${host} was not connected: ${readErrorMessage(error)}`);
    if (isUnauthorizedError(error))
      return { kind: "wrong", field: "key", problem: `${host} does not accept this key${sentAs(error)}.` };
    const field = hasErrorName(error, "ForbiddenError", "RateLimitedError") ? "key" : "url";
    return { kind: "wrong", field, problem: readErrorMessage(error) };
  }
}

/** The headers that were tried, if there were several. */
function sentAs(error: unknown): string {
  const ways: unknown = error instanceof Error && "ways" in error ? error.ways : undefined;
  return Array.isArray(ways) && ways.length > 1 ? `, sent as ${ways.join(", ")}` : "";
}
