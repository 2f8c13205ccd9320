import { type Connection, readUrlOrigin } from "../connection/connection.ts";
import type { Connections } from "../connection/connections.ts";
import { readErrorMessage } from "../foundation/failure.ts";
import { createCompatibilityReport } from "./compatibilityReport.ts";
import { redactTraces } from "./redactTraces.ts";

/** What only the editor knows. */
export interface EditorFacts {
  readonly versions: Readonly<Record<string, string>>;
  /** Those that a user set or has; what may be secret only as being there. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly localService: Readonly<Record<string, unknown>>;
  /** The last lines of the log, and of those the failures, oldest first. */
  readonly log: readonly string[];
  readonly failures: readonly string[];
  /** The user's own folder. */
  readonly home: string;
}

type Known = Pick<Connections, "all" | "active" | "hasKey" | "session" | "profile">;

/** All that helps to help, as JSON: without secrets, names, ids, or anything that a service holds. */
export function createSupportBundle(
  facts: EditorFacts,
  connections: Known,
  secrets: readonly string[],
  now: Date,
): string {
  const { home, ...told } = facts;
  const bundle = {
    about: "Made by Fairlead for a report of a problem. Nothing of it was sent. Read it before you send it.",
    madeAt: now.toISOString(),
    ...told,
    connections: connections.all().map((connection) => connectionFacts(connections, connection, now)),
  };
  const clean = (_name: string, value: unknown) =>
    typeof value === "string" ? redactTraces(value, secrets, home) : value;
  return `${JSON.stringify(bundle, clean, 2)}\n`;
}

function connectionFacts(connections: Known, connection: Connection, now: Date) {
  const isActive = connections.active()?.id === connection.id;
  const session = connections.session();
  const state = isActive ? session.kind : "not in use";
  const keeper = connections.profile(connection);
  // Host and names are in no fact that is told here.
  const about = { madeAt: now.toISOString(), hidden: { host: "", words: [] } };
  const { dialect, credential, tenant, errors, totals } = createCompatibilityReport(
    keeper.read(),
    keeper.evidence(),
    about,
  );
  return {
    kind: connection.kind,
    origin: readUrlOrigin(connection.baseUrl) ?? "unusable",
    hasKey: connections.hasKey(connection),
    state,
    ...(isActive && session.kind === "failed" && { failure: readErrorMessage(session.error) }),
    ...{ dialect, credential, tenant, errors, totals },
  };
}
