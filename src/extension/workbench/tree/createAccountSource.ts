import * as l10n from "@vscode/l10n";
import { serviceMcpId, serviceMcpName } from "../../../contract/mcp/serviceMcp.ts";
import type { Grant } from "../../../contract/routes/grantRoutes.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { GrantNode } from "../../account/rows/grantTreeRows.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { Connections } from "../../connection/model/connections.ts";
import type { ConnectionNode } from "../../connection/rows/connectionTreeRows.ts";
import { createServerNames, type JoinedServers } from "../../server/model/serverNames.ts";
import type { TreeNode } from "../nodes.ts";
import { createFailureNotes, createUnavailableNote } from "./noteNodes.ts";
import { createPageInput, type NodePage, type PageRequest, type ReadNodePage, type TreeSource } from "./treeSource.ts";

/** The Account view: each section is read when it is opened, one request per page. */
export function createAccountSource(connections: Connections): TreeSource {
  const readNames = createServerNames();
  const sections: Partial<Record<TreeNode["kind"], ReadNodePage>> = {
    members: orNote(notes.members, readMembers),
    usage: readUsage,
    apiKeys: orNote(notes.apiKeys, (request) => readApiKeys(connections, request)),
    oauthConnections: orNote(notes.oauthConnections, (request) => readOauthConnections(readNames, request)),
    grants: orNote(notes.grants, (request) => readGrants(readNames, request)),
  };
  return {
    formatNoMatch: (filter) => l10n.t`No entries match "${filter}"`,
    roots: (question) => readRoots(connections, question),
    unconnected: () => (connections.all().length > 0 ? [{ kind: "connections" }] : []),
    knownChildren: (parent) => (parent.kind === "connections" ? connectionNodes(connections) : undefined),
    children: ({ kind }) => sections[kind],
  };
}

async function readRoots(connections: Connections, question: PageRequest): Promise<NodePage> {
  const session = connections.session();
  const identity: readonly TreeNode[] =
    session.kind === "connected" ? [{ kind: "identity", me: session.me, connection: session.connection }] : [];
  const organization = await readOrganization(question);
  const hasAuditLog = organization.some((node) => node.kind === "organization" && node.organization.hasAuditLog);
  const nodes: readonly TreeNode[] = [
    ...identity,
    { kind: "connections" },
    ...organization,
    { kind: "members" },
    { kind: "usage" },
    ...(hasAuditLog ? [{ kind: "auditLog" } as const] : []),
    { kind: "apiKeys" },
    { kind: "oauthConnections" },
    ...(session.kind === "connected" && session.me.hasGrants ? [{ kind: "grants" } as const] : []),
    { kind: "userSettings" },
  ];
  return { nodes, nextCursor: null };
}

/** The other rows work without the organization. */
async function readOrganization({ client, signal }: PageRequest): Promise<readonly TreeNode[]> {
  try {
    return [{ kind: "organization", organization: await client.call("organization.get", {}, { signal }) }];
  } catch (error) {
    if (signal.aborted) throw error;
    const quiet = createUnavailableNote("organization", error);
    if (quiet) return [quiet];
    const [what] = createFailureNotes("organization", error);
    return what ? [{ ...what, command: "fairlead.organization.switch" }] : [];
  }
}

function connectionNodes(connections: Connections): readonly ConnectionNode[] {
  const session = connections.session();
  const active = connections.active();
  return connections.all().map((connection): ConnectionNode => {
    const isActive = connection.id === active?.id;
    const isFailed = isActive && session.kind === "failed";
    const hasNoKey = connection.kind === "remote" && !connections.hasKey(connection);
    const isSignedOut = isActive ? session.kind === "signedOut" : hasNoKey;
    return {
      kind: "connection",
      connection,
      isActive,
      state: isFailed ? "failed" : isSignedOut ? "signedOut" : "ready",
      ...(isActive &&
        session.kind === "connected" &&
        session.profileStore.read().dialect === "other" && { isLearned: true }),
    };
  });
}

type ReadServerNames = ReturnType<typeof createServerNames>;

interface EmptySectionNote {
  readonly id: string;
  readonly none: string;
  readonly formatNoMatch: (filter: string) => string;
  /** How the first one comes about. */
  readonly advice?: string;
}

const notes = {
  members: {
    id: "no members",
    none: l10n.t("No member"),
    formatNoMatch: (filter) => l10n.t`No member matches "${filter}"`,
  },
  apiKeys: {
    id: "no API keys",
    none: l10n.t("No API key"),
    formatNoMatch: (filter) => l10n.t`No API key matches "${filter}"`,
  },
  oauthConnections: {
    id: "no accounts",
    none: l10n.t("No account is connected"),
    formatNoMatch: (filter) => l10n.t`No connected account matches "${filter}"`,
  },
  grants: {
    id: "no agents",
    none: l10n.t("No agent has access"),
    formatNoMatch: (filter) => l10n.t`No agent matches "${filter}"`,
    advice: l10n.t("Enter the URL of a deployed server in an agent and log in there: Fairlead asks you here."),
  },
} as const satisfies Record<string, EmptySectionNote>;

/** Shows a note in an empty section. */
function orNote(
  { id, none, formatNoMatch, advice = l10n.t("There is nothing here yet.") }: EmptySectionNote,
  read: ReadNodePage,
): ReadNodePage {
  return async (question) => {
    const page = await read(question);
    if (page.nodes.length > 0 || page.nextCursor !== null || question.cursor !== undefined) return page;
    const { filter } = question;
    const label = filter === "" ? none : formatNoMatch(filter);
    const detail = filter === "" ? advice : l10n.t("Click to change the filter.");
    const note = { kind: "note", id, icon: filter === "" ? "info" : "filter", label, detail } as const;
    return { nodes: [filter === "" ? note : { ...note, command: "fairlead.account.filter" }], nextCursor: null };
  };
}

async function readMembers({ client, filter, cursor, signal }: PageRequest): Promise<NodePage> {
  const input = createPageInput({ filter, cursor });
  const { items, nextCursor } = await client.call("organization.members", input, { signal });
  return { nodes: items.map((member): TreeNode => ({ kind: "member", member })), nextCursor };
}

async function readUsage({ client, signal }: PageRequest): Promise<NodePage> {
  const { metrics } = await client.call("organization.usage", {}, { signal });
  return { nodes: (metrics ?? []).map((metric): TreeNode => ({ kind: "metric", metric })), nextCursor: null };
}

async function readApiKeys(
  connections: Connections,
  { client, filter, cursor, signal }: PageRequest,
): Promise<NodePage> {
  const { items, nextCursor } = await client.call("apiKeys.list", createPageInput({ filter, cursor }), { signal });
  const session = connections.session();
  const used = session.kind === "connected" ? session.me.key?.id : undefined;
  return {
    nodes: items.map((apiKey): TreeNode => ({ kind: "apiKey", apiKey, inUse: apiKey.id === used })),
    nextCursor,
  };
}

/** The service filters by status and server only, so the text filter is applied to the page. */
async function readOauthConnections(
  readNames: ReadServerNames,
  { client, filter, cursor, signal }: PageRequest,
): Promise<NodePage> {
  const { items, nextCursor } = await client.call("oauthConnections.list", createPageInput({ cursor }), { signal });
  const ids = items.flatMap(({ usedBy }) => usedBy ?? []);
  const findName = await readFoundNames(readNames, client, ids, signal);
  const wanted = filter.toLowerCase();
  const nodes = items
    .filter(({ provider, account }) => joinWords(provider, account).toLowerCase().includes(wanted))
    .map((connection): TreeNode => {
      return { kind: "oauthConnection", connection, usedBy: connection.usedBy?.map((id) => findName(id) ?? id) };
    });
  return { nodes, nextCursor };
}

async function readGrants(
  readNames: ReadServerNames,
  { client, filter, cursor, signal }: PageRequest,
): Promise<NodePage> {
  const { items, nextCursor } = await client.readGrants(createPageInput({ cursor }), { signal });
  const findName = await readFoundNames(
    readNames,
    client,
    items.map(({ serverId }) => serverId).filter((id) => id !== serviceMcpId),
    signal,
  );
  const nameOf = ({ serverId }: Grant) =>
    serverId === serviceMcpId ? serviceMcpName : (findName(serverId) ?? serverId);
  const wanted = filter.toLowerCase();
  const nodes = items
    .map((grant): GrantNode => ({ kind: "grant", grant, server: nameOf(grant) }))
    .filter(({ grant, server }) => joinWords(grant.client, server).toLowerCase().includes(wanted));
  return { nodes, nextCursor };
}

/** Finds the names of servers, as far as they can be read. */
async function readFoundNames(
  readNames: ReadServerNames,
  client: PageRequest["client"],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<JoinedServers["name"]> {
  if (ids.length === 0) return () => undefined;
  const servers = await readAvailable(readNames({ client, projectId: undefined, ids: async () => ids, signal }));
  return servers.kind === "available" ? servers.value.name : () => undefined;
}
