import type { ServiceClient } from "../../../client/client.ts";
import type { GrantRequest } from "../../../contract/routes/grantRoutes.ts";
import { createPoller, type Poller } from "../../base/poller.ts";
import type { RunLater } from "../../base/polling.ts";
import type { Disposable } from "../../base/ports.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";
import type { Connections } from "../../connection/model/connections.ts";

/** Between two requests, each of which waits at the service for a change. */
const pauseMs = 1000;
/** Longer than the service waits. */
const deadlineMs = 75_000;

export interface GrantRequestWatchOptions {
  readonly connections: Pick<Connections, "session" | "onDidChange">;
  /** Called once for each request of an agent. */
  readonly onRequest: (client: ServiceClient, request: GrantRequest) => void;
  readonly runLater?: RunLater;
}

/** Learns of agents that ask for access, while a service that has such requests is connected. Other services get no request. */
export function watchGrantRequests({ connections, onRequest, runLater }: GrantRequestWatchOptions): Disposable {
  let watched: ServiceClient | undefined;
  let poller: Poller | undefined;
  const follow = (session: ConnectionSession) => {
    const client = session.kind === "connected" && canAnswer(session) ? session.client : undefined;
    if (client === watched) return;
    poller?.stop();
    watched = client;
    poller =
      client &&
      createPoller({
        work: createRequestReader(client, onRequest),
        everyMs: () => pauseMs,
        ...(runLater && { runLater }),
      });
    poller?.start();
  };
  const listener = connections.onDidChange(follow);
  follow(connections.session());
  return {
    dispose: () => {
      listener.dispose();
      poller?.stop();
    },
  };
}

/** The service says whether agents log in there, and its key must be allowed to answer. */
function canAnswer({ me }: Extract<ConnectionSession, { kind: "connected" }>): boolean {
  return me.hasGrants === true && me.key?.scopes?.includes("admin") === true;
}

function createRequestReader(client: ServiceClient, onRequest: GrantRequestWatchOptions["onRequest"]) {
  const known = new Set<string>();
  let revision: string | undefined;
  return async (signal: AbortSignal) => {
    const options = { signal, deadlineMs };
    const read = await client.readGrantRequests(revision === undefined ? {} : { revision }, options);
    revision = read.revision;
    for (const request of read.items) {
      if (known.has(request.id)) continue;
      known.add(request.id);
      onRequest(client, request);
    }
  };
}
