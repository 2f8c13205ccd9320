import type { OauthConnection } from "../../contract/oauthConnections.ts";
import { unknownId } from "../../contract/unknownValues.ts";
import { joinTextParts } from "../../text/joinTextParts.ts";
import type { AccountNode, ConnectionNodeState, OrganizationUsageMetric } from "../account/accountNodes.ts";
import { formatExpiry, isExpired } from "../account/expiry.ts";
import { computeUsedShare, formatMetricName, formatUsage, isLimitReached } from "../account/formatUsage.ts";
import { readUrlHost } from "../connection/connection.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { isFieldStated, statedValue, stateIcon, unknownStateText } from "../foundation/statedValue.ts";
import { collectFacts, type NodeText, type TreeNodeOfKind } from "./nodeText.ts";

/** What a row of the Account view says. */
export function describeAccount(node: AccountNode, now: number): NodeText {
  switch (node.kind) {
    case "identity":
      return describeIdentity(node, now);
    case "connections":
      return section("Connections", "plug", node.kind);
    case "connection":
      return describeConnection(node);
    case "organization":
      return describeOrganization(node);
    case "members":
      return section("Members", "person", node.kind);
    case "member":
      return describeMember(node, now);
    case "usage":
      return section("Usage", "graph", node.kind);
    case "metric":
      return describeMetric(node);
    case "apiKeys":
      return section("API keys", "key", node.kind);
    case "apiKey":
      return describeApiKey(node, now);
    case "oauthConnections":
      return section("OAuth connections", "link", node.kind);
    case "oauthConnection":
      return describeOauthConnection(node, now);
    case "userSettings":
      return section("Service settings", "settings-gear", node.kind);
  }
}

function section(label: string, icon: string, context: string): NodeText {
  return { label, description: "", icon, facts: () => [], context };
}

function describeIdentity({ me, connection }: TreeNodeOfKind<"identity">, now: number): NodeText {
  const { name, email, key } = me;
  const at = `${connection.name} (${readUrlHost(connection.baseUrl)})`;
  if (me.id === unknownId) {
    const why = "The service does not say whose key it is";
    return {
      label: name,
      description: "",
      icon: "account",
      facts: () => collectFacts(["Signed in", why], ["At", at]),
      context: "identity",
    };
  }
  return {
    label: name,
    description: joinTextParts(
      email,
      statedValue(key.name) && `key "${key.name}"`,
      key.expiresAt && formatExpiry(key.expiresAt, now),
    ),
    icon: "account",
    facts: () =>
      collectFacts(
        ["Signed in as", name],
        ["Email", email],
        ["At", at],
        ["Key", key.name],
        ["Its scopes", key.scopes.join(", ")],
        [
          "It expires",
          key.expiresAt === null
            ? isFieldStated(me, "key") && isFieldStated(key, "expiresAt")
              ? "never"
              : null
            : statedValue(key.expiresAt),
        ],
      ),
    context: "identity",
  };
}

const connectionIcons = { signedOut: "warning", failed: "error" } as const;
const connectionWords = { ready: undefined, signedOut: "signed out", failed: "not reached" } as const satisfies Record<
  ConnectionNodeState,
  string | undefined
>;

function describeConnection({ connection, isActive, state, isLearned }: TreeNodeOfKind<"connection">): NodeText {
  const { name, baseUrl, kind } = connection;
  const isLocal = kind === "local";
  const place = isLocal ? "on this machine" : readUrlHost(baseUrl);
  const resting = isActive ? "pass-filled" : isLocal ? "device-desktop" : "cloud";
  return {
    label: name,
    description: joinTextParts(
      isActive ? "in use" : undefined,
      connectionWords[state],
      place === name ? undefined : place,
    ),
    icon: state === "ready" ? resting : connectionIcons[state],
    facts: () =>
      collectFacts(
        ["Connection", name],
        ["Service", isLocal ? "The service of this machine" : baseUrl],
        ["State", joinTextParts(isActive ? "in use by this workspace" : "not in use here", connectionWords[state])],
        ["It speaks", isLearned ? "in its own way; Check Compatibility says how well it is understood" : null],
      ),
    context: `connection.${kind}.${state}${isActive ? ".active" : ""}`,
  };
}

function describeOrganization({ organization }: TreeNodeOfKind<"organization">): NodeText {
  const { name, role, plan, memberCount, slug } = organization;
  const members = `${memberCount} ${memberCount === 1 ? "member" : "members"}`;
  return {
    label: name,
    description: joinTextParts(role, plan && `plan ${plan}`, memberCount > 0 ? members : undefined),
    icon: "organization",
    facts: () =>
      collectFacts(
        ["Organization", name],
        ["Your role", role],
        ["Plan", plan],
        ["Members", memberCount > 0 ? String(memberCount) : null],
        ["Short name", slug],
      ),
    context: "organization",
  };
}

function describeMember({ member }: TreeNodeOfKind<"member">, now: number): NodeText {
  const { name, email, role, joinedAt } = member;
  return {
    label: name,
    description: joinTextParts(role, email),
    icon: "person",
    facts: () =>
      collectFacts(["Member", name], ["Email", email], ["Role", role], ["Joined", formatRelativeTime(joinedAt, now)]),
    context: "member",
  };
}

function describeMetric({ metric }: TreeNodeOfKind<"metric">): NodeText {
  return {
    label: formatMetricName(metric),
    description: formatUsage(metric),
    icon: metricIcon(metric),
    facts: () =>
      collectFacts(
        [formatMetricName(metric), formatUsage(metric)],
        ["Beyond the limit", metric.limit === null ? null : "refused"],
      ),
    context: "metric",
  };
}

function metricIcon(metric: OrganizationUsageMetric): string {
  if (isLimitReached(metric)) return "error";
  return computeUsedShare(metric) >= 0.8 ? "warning" : "pulse";
}

function describeApiKey({ apiKey, inUse }: TreeNodeOfKind<"apiKey">, now: number): NodeText {
  const { name, prefix, scopes, expiresAt, lastUsedAt, createdAt } = apiKey;
  const isOver = isExpired(expiresAt, now);
  const never = (field: "lastUsedAt" | "expiresAt", words: string) =>
    isFieldStated(apiKey, field) ? words : undefined;
  const used =
    lastUsedAt === null
      ? never("lastUsedAt", "never used")
      : statedValue(lastUsedAt) && `used ${formatRelativeTime(lastUsedAt, now)}`;
  const expiry = expiresAt === null ? never("expiresAt", "never expires") : formatExpiry(expiresAt, now);
  return {
    label: name,
    description: joinTextParts(
      inUse ? "in use here" : undefined,
      isOver ? expiry : undefined,
      scopes.join(" "),
      isOver ? undefined : expiry,
      used,
    ),
    icon: isOver ? "warning" : inUse ? "pass-filled" : "key",
    facts: () =>
      collectFacts(
        ["API key", name],
        ["Begins with", prefix],
        ["Scopes", scopes.join(", ")],
        ["Expires", expiresAt === null ? never("expiresAt", "never") : statedValue(expiresAt)],
        ["Last used", lastUsedAt === null ? never("lastUsedAt", "never") : statedValue(lastUsedAt)],
        ["Made", formatRelativeTime(createdAt, now)],
        ["In use", inUse ? "by this connection" : null],
      ),
    context: `apiKey${isOver ? ".expired" : ""}${inUse ? ".inUse" : ""}`,
  };
}

const oauthIcons = { connected: "pass", expired: "warning", revoked: "error" } as const satisfies Record<
  OauthConnection["status"],
  string
>;

function describeOauthConnection({ connection, usedBy }: TreeNodeOfKind<"oauthConnection">, now: number): NodeText {
  const { provider, account, status, statusDetail, scopes, connectedAt, expiresAt } = connection;
  const state = unknownStateText(connection) ?? (status === "connected" ? status : `${status}: connect again`);
  return {
    label: account ?? provider,
    description: joinTextParts(
      state,
      account === null ? undefined : provider,
      usedBy.length > 0 ? usedBy.join(", ") : "not used",
    ),
    icon: stateIcon(connection, oauthIcons[status]),
    facts: () =>
      collectFacts(
        ["Account", account],
        ["Provider", provider],
        ["State", state],
        ["Why", statusDetail],
        ["Used by", usedBy.join(", ")],
        ["Scopes", scopes.join(", ")],
        ["Connected", formatRelativeTime(connectedAt, now)],
        ["Access", status === "connected" && expiresAt !== null ? formatExpiry(expiresAt, now) : null],
      ),
    context: `oauthConnection.${status}`,
  };
}
