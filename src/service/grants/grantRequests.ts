import { randomBytes, randomInt } from "node:crypto";
import * as z from "zod";
import { agentTools } from "../../agentTools/agentTools.ts";
import { serviceMcpId } from "../../contract/mcp/serviceMcp.ts";
import type { GrantRequest } from "../../contract/routes/grantRoutes.ts";
import { requireOwner } from "../auth/owner.ts";
import type { Caller, ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { KeyedListeners } from "../keyedListeners.ts";
import { readVersionSurface } from "../registry/listedTools.ts";
import type { AuthorizationRequest } from "./authorizationRequest.ts";
import { insertGrant } from "./grantStore.ts";
import { formatRedirectTarget } from "./oauthClient.ts";

/** A request that waits for the answer of a user in the editor. */
export interface PendingGrantRequest extends AuthorizationRequest {
  readonly id: string;
  /** Of the browser that started it. */
  readonly proof: string;
  /** Stands on the page and in the question, so that the user does not answer the request of another. */
  readonly number: string;
  /** Whether it came from this machine. The editor of another must prove that its user sees the page. */
  readonly isLocal: boolean;
  readonly network: string;
  readonly expiresAt: Date;
  readonly tools: GrantRequest["tools"];
  outcome:
    | { readonly kind: "pending" }
    | { readonly kind: "denied" }
    | { readonly kind: "allowed"; readonly grantId: string };
  wrongNumbers: number;
}

export interface GrantAnswer {
  readonly id: string;
  readonly allow: boolean;
  readonly number?: string | undefined;
}

/** Requests in memory: they end with the service, and after some minutes. */
export interface GrantRequests {
  /** undefined: too many wait already. */
  add(
    request: AuthorizationRequest,
    from: { readonly isLocal: boolean; readonly network: string },
  ): PendingGrantRequest | undefined;
  find(id: string): PendingGrantRequest | undefined;
  remove(id: string): void;
  isExpired(request: PendingGrantRequest): boolean;
  /** Resolves when the request is answered, or after a while. */
  waitForAnswer(id: string, signal: AbortSignal): Promise<void>;
  /** The requests that the caller may answer, as soon as they differ from those of the revision, or after a while. */
  waitForList(
    caller: Caller,
    revision: string | undefined,
    signal: AbortSignal,
  ): Promise<{ items: GrantRequest[]; revision: string }>;
  /** Whether an editor is connected in which a question about the request appears. */
  isEditorConnected(request: PendingGrantRequest): boolean;
  /** Returns the request, now with its outcome. A grant that is allowed ends soon if its agent does not fetch its token. */
  answer(caller: Caller, answer: GrantAnswer): PendingGrantRequest;
}

const lifeMs = 5 * 60_000;
/** A browser and a proxy wait longer than this. */
const waitMs = { page: 20_000, list: 50_000 } as const;
/** The second half is for the first requests of networks, so that a few of them do not take all places. */
const maxPending = { perNetwork: 5, repeated: 25, all: 50 } as const;
const maxWrongNumbers = 3;
/** An editor is away for a moment between two of its requests. */
const editorGapMs = 5000;
const anyRequest = "any";

export function createGrantRequests(context: ServiceContext, closing: AbortSignal): GrantRequests {
  const requests = new Map<string, PendingGrantRequest>();
  const changes = new KeyedListeners<[]>();
  /** By user: the number of waiting editors, and when the last of them was there. */
  const editors = new Map<string, { waiting: number; lastAt: number }>();
  const start = randomBytes(6).toString("base64url");
  let changeCount = 0;
  const now = () => context.clock().getTime();
  const isExpired = ({ expiresAt }: PendingGrantRequest) => expiresAt.getTime() <= now();
  const isPending = (request: PendingGrantRequest) => request.outcome.kind === "pending" && !isExpired(request);
  const notifyChange = (id: string) => {
    changeCount += 1;
    changes.notify(id);
    changes.notify(anyRequest);
  };
  const wait = (key: string, ms: number, signal: AbortSignal) =>
    waitForNotice(changes, { key, ms, signal: AbortSignal.any([signal, closing]) });
  return {
    isExpired,
    find: (id) => requests.get(id),
    remove: (id) => void requests.delete(id),
    add: (request, from) => {
      // An answered one stays for a while, for its page.
      for (const [id, { expiresAt }] of requests) if (expiresAt.getTime() + lifeMs <= now()) requests.delete(id);
      const pending = [...requests.values()].filter(isPending);
      const own = pending.filter(({ network }) => network === from.network).length;
      if (own >= maxPending.perNetwork || pending.length >= (own > 0 ? maxPending.repeated : maxPending.all))
        return undefined;
      const added: PendingGrantRequest = {
        ...request,
        ...from,
        id: randomBytes(32).toString("base64url"),
        expiresAt: new Date(now() + lifeMs),
        proof: randomBytes(32).toString("base64url"),
        number: createNumber(pending),
        tools: countTools(context, request.server.id),
        outcome: { kind: "pending" },
        wrongNumbers: 0,
      };
      requests.set(added.id, added);
      notifyChange(added.id);
      return added;
    },
    waitForAnswer: async (id, signal) => {
      if (requests.get(id)?.outcome.kind === "pending") await wait(id, waitMs.page, signal);
    },
    waitForList: async ({ userId }, revision, signal) => {
      const editor = editors.get(userId) ?? { waiting: 0, lastAt: 0 };
      editors.set(userId, editor);
      editor.waiting += 1;
      if (revision === `${start}.${changeCount}`) await wait(anyRequest, waitMs.list, signal);
      editor.waiting -= 1;
      editor.lastAt = now();
      const isAnswerable = (request: PendingGrantRequest) => isPending(request) && isMember(context, userId, request);
      const items = [...requests.values()].filter(isAnswerable).map(toGrantRequest);
      return { items, revision: `${start}.${changeCount}` };
    },
    isEditorConnected: (request) =>
      [...editors].some(
        ([userId, { waiting, lastAt }]) =>
          (waiting > 0 || now() - lastAt < editorGapMs) && isMember(context, userId, request),
      ),
    answer: ({ userId }, { id, allow, number }) => {
      const request = requests.get(id);
      if (!request || isExpired(request) || !isMember(context, userId, request))
        throw new ServiceProblem("not_found", "The request has expired. Log in again in the agent.");
      if (request.wrongNumbers >= maxWrongNumbers)
        throw new ServiceProblem(
          "conflict",
          `The request was refused after ${maxWrongNumbers} wrong numbers. Log in again in the agent.`,
        );
      if (request.outcome.kind !== "pending")
        throw new ServiceProblem("conflict", "The request was already answered in another window.");
      if (!request.isLocal && number !== request.number) {
        request.wrongNumbers += 1;
        if (request.wrongNumbers >= maxWrongNumbers) request.outcome = { kind: "denied" };
        notifyChange(id);
        throw new ServiceProblem("forbidden", "This is not the number that the page in the browser shows.");
      }
      request.outcome = allow
        ? { kind: "allowed", grantId: insertAgentGrant(context, request, userId) }
        : { kind: "denied" };
      notifyChange(id);
      return request;
    },
  };
}

function insertAgentGrant(context: ServiceContext, { client, server }: AuthorizationRequest, userId: string): string {
  const agent = { client: client.name, clientId: client.id, clientUri: client.uri };
  return insertGrant(context, { kind: "oauth", serverId: server.id, userId, ...agent });
}

interface NoticeWait {
  readonly key: string;
  readonly ms: number;
  readonly signal: AbortSignal;
}

function waitForNotice(changes: KeyedListeners<[]>, { key, ms, signal }: NoticeWait): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      remove();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const remove = changes.add(key, end);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  });
}

function createNumber(pending: readonly PendingGrantRequest[]): string {
  const number = String(randomInt(1000, 10_000));
  return pending.some((request) => request.number === number) ? createNumber(pending) : number;
}

function toGrantRequest(request: PendingGrantRequest): GrantRequest {
  const { id, client, redirectUri, server, tools, expiresAt } = request;
  return {
    id,
    client: client.name,
    clientHost: client.host ?? null,
    redirectTarget: formatRedirectTarget(redirectUri),
    serverId: server.id,
    serverName: server.name,
    tools,
    expiresAt: expiresAt.toISOString(),
    number: request.isLocal ? request.number : null,
  };
}

const memberRow = z.object({ user_id: z.string() });

/** Access to the service itself is its user's own. On this machine no number proves that the agent is of who answers: its owner does. */
function isMember(context: ServiceContext, userId: string, { server, isLocal }: PendingGrantRequest): boolean {
  const { db } = context;
  if (server.organizationId === undefined) return !isLocal || requireOwner(context).id === userId;
  const sql = "SELECT user_id FROM memberships WHERE user_id = ? AND organization_id = ?";
  return db.get(memberRow, sql, userId, server.organizationId) !== undefined;
}

const versionRow = z.object({ id: z.number() });

/** The tools of the live version; null: there is none, or they are not known. */
function countTools({ db }: Pick<ServiceContext, "db">, serverId: string): GrantRequest["tools"] {
  if (serverId === serviceMcpId) {
    const changing = agentTools.filter(({ changes }) => changes !== "nothing").length;
    return { total: agentTools.length, changing };
  }
  const sql = `SELECT v.id FROM servers s JOIN deployments d ON d.id = s.live_deployment_id
    JOIN versions v ON v.artifact_id = s.artifact_id AND v.version = d.version WHERE s.id = ?`;
  const version = db.get(versionRow, sql, serverId);
  const tools = version && readVersionSurface(db, version.id);
  if (!tools) return null;
  const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).length;
  return { total: tools.length, changing };
}
