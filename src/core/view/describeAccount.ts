import type { OauthConnection } from "../../contract/oauthConnections.ts";
import { unknownId } from "../../contract/unknownValues.ts";
import type { AccountNode, ConnectionState, Metric } from "../account/accountNodes.ts";
import { expiryWords, isExpired } from "../account/expiry.ts";
import { isUsedUp, metricName, metricWords, usedShare } from "../account/formatUsage.ts";
import { hostOf } from "../connection/connection.ts";
import { ago } from "../foundation/formatRelativeTime.ts";
import { said, says, statedOf, stateIcon } from "../foundation/statedValue.ts";
import { facts, type NodeOf, type NodeText, words } from "./nodeText.ts";

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

function describeIdentity({ me, connection }: NodeOf<"identity">, now: number): NodeText {
  const { name, email, key } = me;
  const at = `${connection.name} (${hostOf(connection.baseUrl)})`;
  if (me.id === unknownId) {
    const why = "The service does not say whose key it is";
    return {
      label: name,
      description: "",
      icon: "account",
      facts: () => facts(["Signed in", why], ["At", at]),
      context: "identity",
    };
  }
  return {
    label: name,
    description: words(email, said(key.name) && `key "${key.name}"`, key.expiresAt && expiryWords(key.expiresAt, now)),
    icon: "account",
    facts: () =>
      facts(
        ["Signed in as", name],
        ["Email", email],
        ["At", at],
        ["Key", key.name],
        ["Its scopes", key.scopes.join(", ")],
        [
          "It expires",
          key.expiresAt === null ? (says(me, "key") && says(key, "expiresAt") ? "never" : null) : said(key.expiresAt),
        ],
      ),
    context: "identity",
  };
}

const connectionIcons = { signedOut: "warning", failed: "error" } as const;
const connectionWords = { ready: undefined, signedOut: "signed out", failed: "not reached" } as const satisfies Record<
  ConnectionState,
  string | undefined
>;

function describeConnection({ connection, isActive, state, isLearned }: NodeOf<"connection">): NodeText {
  const { name, baseUrl, kind } = connection;
  const isLocal = kind === "local";
  const place = isLocal ? "on this machine" : hostOf(baseUrl);
  const resting = isActive ? "pass-filled" : isLocal ? "device-desktop" : "cloud";
  return {
    label: name,
    description: words(isActive ? "in use" : undefined, connectionWords[state], place === name ? undefined : place),
    icon: state === "ready" ? resting : connectionIcons[state],
    facts: () =>
      facts(
        ["Connection", name],
        ["Service", isLocal ? "The service of this machine" : baseUrl],
        ["State", words(isActive ? "in use by this workspace" : "not in use here", connectionWords[state])],
        ["It speaks", isLearned ? "in its own way; Check Compatibility says how well it is understood" : null],
      ),
    context: `connection.${kind}.${state}${isActive ? ".active" : ""}`,
  };
}

function describeOrganization({ organization }: NodeOf<"organization">): NodeText {
  const { name, role, plan, memberCount, slug } = organization;
  const members = `${memberCount} ${memberCount === 1 ? "member" : "members"}`;
  return {
    label: name,
    description: words(role, plan && `plan ${plan}`, memberCount > 0 ? members : undefined),
    icon: "organization",
    facts: () =>
      facts(
        ["Organization", name],
        ["Your role", role],
        ["Plan", plan],
        ["Members", memberCount > 0 ? String(memberCount) : null],
        ["Short name", slug],
      ),
    context: "organization",
  };
}

function describeMember({ member }: NodeOf<"member">, now: number): NodeText {
  const { name, email, role, joinedAt } = member;
  return {
    label: name,
    description: words(role, email),
    icon: "person",
    facts: () => facts(["Member", name], ["Email", email], ["Role", role], ["Joined", ago(joinedAt, now)]),
    context: "member",
  };
}

function describeMetric({ metric }: NodeOf<"metric">): NodeText {
  return {
    label: metricName(metric),
    description: metricWords(metric),
    icon: metricIcon(metric),
    facts: () =>
      facts([metricName(metric), metricWords(metric)], ["Beyond the limit", metric.limit === null ? null : "refused"]),
    context: "metric",
  };
}

function metricIcon(metric: Metric): string {
  if (isUsedUp(metric)) return "error";
  return usedShare(metric) >= 0.8 ? "warning" : "pulse";
}

function describeApiKey({ apiKey, inUse }: NodeOf<"apiKey">, now: number): NodeText {
  const { name, prefix, scopes, expiresAt, lastUsedAt, createdAt } = apiKey;
  const isOver = isExpired(expiresAt, now);
  const never = (field: "lastUsedAt" | "expiresAt", words: string) => (says(apiKey, field) ? words : undefined);
  const used =
    lastUsedAt === null ? never("lastUsedAt", "never used") : said(lastUsedAt) && `used ${ago(lastUsedAt, now)}`;
  const expiry = expiresAt === null ? never("expiresAt", "never expires") : expiryWords(expiresAt, now);
  return {
    label: name,
    description: words(
      inUse ? "in use here" : undefined,
      isOver ? expiry : undefined,
      scopes.join(" "),
      isOver ? undefined : expiry,
      used,
    ),
    icon: isOver ? "warning" : inUse ? "pass-filled" : "key",
    facts: () =>
      facts(
        ["API key", name],
        ["Begins with", prefix],
        ["Scopes", scopes.join(", ")],
        ["Expires", expiresAt === null ? never("expiresAt", "never") : said(expiresAt)],
        ["Last used", lastUsedAt === null ? never("lastUsedAt", "never") : said(lastUsedAt)],
        ["Made", ago(createdAt, now)],
        ["In use", inUse ? "by this connection" : null],
      ),
    context: `apiKey${isOver ? ".expired" : ""}${inUse ? ".inUse" : ""}`,
  };
}

const oauthIcons = { connected: "pass", expired: "warning", revoked: "error" } as const satisfies Record<
  OauthConnection["status"],
  string
>;

function describeOauthConnection({ connection, usedBy }: NodeOf<"oauthConnection">, now: number): NodeText {
  const { provider, account, status, statusDetail, scopes, connectedAt, expiresAt } = connection;
  const state = statedOf(connection) ?? (status === "connected" ? status : `${status}: connect again`);
  return {
    label: account ?? provider,
    description: words(
      state,
      account === null ? undefined : provider,
      usedBy.length > 0 ? usedBy.join(", ") : "not used",
    ),
    icon: stateIcon(connection, oauthIcons[status]),
    facts: () =>
      facts(
        ["Account", account],
        ["Provider", provider],
        ["State", state],
        ["Why", statusDetail],
        ["Used by", usedBy.join(", ")],
        ["Scopes", scopes.join(", ")],
        ["Connected", ago(connectedAt, now)],
        ["Access", status === "connected" && expiresAt !== null ? expiryWords(expiresAt, now) : null],
      ),
    context: `oauthConnection.${status}`,
  };
}
