import type { ServerReplica } from "./serverReplica.ts";

/** A client whose session is not among these initializes a new one, because another replica does not know it. */
const maxSessions = 10_000;
const maxIdLength = 256;

/** Which replica has an MCP session: only its process knows it. */
export class SessionReplicas {
  readonly #replicas = new Map<string, ServerReplica>();

  save(sessionId: string, replica: ServerReplica): void {
    if (sessionId.length > maxIdLength) return;
    this.#replicas.delete(sessionId);
    this.#replicas.set(sessionId, replica);
    const [oldest] = this.#replicas.keys();
    if (oldest !== undefined && this.#replicas.size > maxSessions) this.#replicas.delete(oldest);
  }

  find(sessionId: string | undefined): ServerReplica | undefined {
    return sessionId === undefined ? undefined : this.#replicas.get(sessionId);
  }
}
