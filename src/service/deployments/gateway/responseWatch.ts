import { setTimeout as delay } from "node:timers/promises";
import { heldStreamHeader, toolSubscriptionSchema } from "../../../contract/mcp/heldStream.ts";
import { formatJsonKey } from "../../../surface/schema/schemaNode.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { readListedTools } from "../../registry/listedTools.ts";
import { findServerVersionRow } from "../../registry/versions.ts";
import type { Database } from "../../storage/database.ts";
import { createSha256Digest } from "../../storage/sha256Digest.ts";
import type { DeploymentStore } from "../deploymentStore.ts";
import type { DeploymentInstance } from "../lifecycle/deploymentInstance.ts";
import type { DeploymentSupervisor } from "../lifecycle/deploymentSupervisor.ts";
import type { ForwardedResponse } from "./gatewayProxy.ts";

/** A response that has begun and not ended. */
interface OpenStream {
  /** Whether the caller may still receive it. */
  isAllowed(): Promise<boolean>;
  end(): void;
}

interface WatchedResponse extends Pick<OpenStream, "isAllowed"> {
  readonly serverId: string;
  /** The version of the preview that responds; undefined: the live deployment does. */
  readonly preview: string | undefined;
  /** The instance that responds. */
  readonly instance: DeploymentInstance;
  readonly response: ForwardedResponse;
  /** Whether the request opens a stream without an end. */
  readonly isEndless: boolean;
}

export interface ResponseWatch {
  /** The header with which the gateway offers to hold a stream open. A server has at most as many as concurrent requests. */
  offerStream(serverId: string): Readonly<Record<string, string>>;
  /** Ends a response that its caller may no longer receive. The returned function is called after its end. */
  watch(watched: WatchedResponse): () => void;
}

const maxHeldPerServer = 512;
const checksPerComment = 15;

/**
 * Watches open responses. An endless one ends with its deployment, because a newer one does not wait for it. A stream that the gateway
 * holds stays open while the server is deployed, and its caller is notified when a deployment has other tools than the one before.
 */
export function createResponseWatch(
  db: Database,
  { find, store }: Pick<DeploymentSupervisor, "find" | "store">,
): ResponseWatch {
  const watchStream = createStreamWatch();
  const readDigest = createToolsDigestReader(db, store);
  const held = new Map<string, number>();
  const addHeld = (serverId: string, change: number) => {
    const count = (held.get(serverId) ?? 0) + change;
    if (count > 0) held.set(serverId, count);
    else held.delete(serverId);
  };
  /** Returns what is called each second with the live instance, and notifies the caller of other tools. */
  const createFollower = (first: DeploymentInstance, { readRequestBody, write }: ForwardedResponse) => {
    const event = createToolsChangedEvent(readRequestBody());
    let seen = { instance: first, digest: readDigest(first) };
    let checks = 0;
    return (instance: DeploymentInstance) => {
      checks += 1;
      // Proxies and clients close a connection that is silent for long.
      if (checks % checksPerComment === 0) write(": open\n\n");
      if (instance === seen.instance) return;
      const digest = readDigest(instance);
      if (event !== undefined && (digest === undefined || digest !== seen.digest)) write(event);
      seen = { instance, digest };
    };
  };
  return {
    offerStream: (serverId) => ((held.get(serverId) ?? 0) < maxHeldPerServer ? { [heldStreamHeader]: "1" } : {}),
    watch: ({ serverId, preview, instance, response, isAllowed, isEndless }) => {
      const { end, isHeld } = response;
      if (!isHeld) {
        const isCurrent = () => !isEndless || find(serverId, preview) === instance;
        return watchStream({ isAllowed: async () => (await isAllowed()) && isCurrent(), end });
      }
      const follow = createFollower(instance, response);
      const isOpen = () => {
        const current = find(serverId, preview);
        if (current) follow(current);
        return current !== undefined;
      };
      const endWatch = watchStream({ isAllowed: async () => (await isAllowed()) && isOpen(), end });
      addHeld(serverId, 1);
      return () => {
        endWatch();
        addHeld(serverId, -1);
      };
    },
  };
}

/** The notification as an event; undefined: the caller subscribed to other changes only. A stream of a GET has no body. */
function createToolsChangedEvent(requestBody: Buffer): string | undefined {
  const notification = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
  if (requestBody.length === 0) return formatEvent(notification);
  const subscription = toolSubscriptionSchema.safeParse(tryParseJson(requestBody.toString())).data;
  const _meta = { "io.modelcontextprotocol/subscriptionId": subscription?.id };
  return subscription && formatEvent({ ...notification, params: { _meta } });
}

const formatEvent = (message: object) => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

/**
 * Ends streams that are no longer allowed: a key can be deleted, a token can expire and a server can be replaced while a stream is
 * open. They are checked at an interval, because a server may send nothing for hours. The
 * returned function adds a stream; what that returns removes it after its end.
 */
function createStreamWatch(): (stream: OpenStream) => () => void {
  const open = new Set<OpenStream>();
  let isRunning = false;
  const check = async (stream: OpenStream) => {
    // A state that cannot be read allows nothing.
    if (!(await stream.isAllowed().catch(() => false))) stream.end();
  };
  const run = async () => {
    isRunning = true;
    while (open.size > 0) {
      await delay(1000, undefined, { ref: false });
      await Promise.all(Array.from(open, check));
    }
    isRunning = false;
  };
  return (stream) => {
    open.add(stream);
    if (!isRunning) void run();
    return () => void open.delete(stream);
  };
}

/** Reads the digest of the tools as the server of a deployment lists them; undefined: they are not known. */
function createToolsDigestReader(
  db: Database,
  store: Pick<DeploymentStore, "row">,
): (instance: DeploymentInstance) => string | undefined {
  const digests = new WeakMap<DeploymentInstance, string>();
  const compute = ({ deploymentId }: DeploymentInstance) => {
    const deployment = store.row(deploymentId);
    const version = deployment && findServerVersionRow(db, deployment.server_id, deployment.version);
    const tools = version && readListedTools(db, version.id);
    return tools && createSha256Digest(formatJsonKey(tools));
  };
  return (instance) => {
    const digest = digests.get(instance) ?? compute(instance);
    if (digest !== undefined) digests.set(instance, digest);
    return digest;
  };
}
