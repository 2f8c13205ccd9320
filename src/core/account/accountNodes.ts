import type { ApiKey, Me } from "../../contract/identity.ts";
import type { OauthConnection } from "../../contract/oauthConnections.ts";
import type { Organization, OrganizationMember, Usage } from "../../contract/organizations.ts";
import type { Connection } from "../connection/connection.ts";

/** Tree elements of the Account view. */
export type AccountNode =
  /** Whose key the active connection has. */
  | { readonly kind: "identity"; readonly me: Me; readonly connection: Connection }
  | { readonly kind: "connections" }
  | {
      readonly kind: "connection";
      readonly connection: Connection;
      readonly isActive: boolean;
      readonly state: ConnectionNodeState;
      /** In use, and its service speaks in its own way. */
      readonly isLearned?: boolean;
    }
  | { readonly kind: "organization"; readonly organization: Organization }
  | { readonly kind: "members" }
  | { readonly kind: "member"; readonly member: OrganizationMember }
  | { readonly kind: "usage" }
  | { readonly kind: "metric"; readonly metric: OrganizationUsageMetric }
  | { readonly kind: "apiKeys" }
  /** `inUse`: the one that the active connection has. */
  | { readonly kind: "apiKey"; readonly apiKey: ApiKey; readonly inUse: boolean }
  | { readonly kind: "oauthConnections" }
  | {
      readonly kind: "oauthConnection";
      readonly connection: OauthConnection;
      /** Names of the servers that use it; their ids where the names are not known. */
      readonly usedBy: readonly string[];
    }
  | { readonly kind: "userSettings" };

export type OrganizationUsageMetric = NonNullable<Usage["metrics"]>[number];

/** `ready`: there is a key, or none is needed; it may not have been tried. */
export type ConnectionNodeState = "ready" | "signedOut" | "failed";

export function accountNodeId(node: AccountNode): string {
  switch (node.kind) {
    case "connection":
    case "oauthConnection":
      return `${node.kind}:${node.connection.id}`;
    case "organization":
      return `organization:${node.organization.id}`;
    case "member":
      return `member:${node.member.id}`;
    case "metric":
      return `metric:${node.metric.name}`;
    case "apiKey":
      return `apiKey:${node.apiKey.id}`;
    default:
      return node.kind;
  }
}

/** Differs when a node would look or act differently. */
export function accountNodeRevision(node: AccountNode): string {
  switch (node.kind) {
    case "identity":
      return JSON.stringify([node.me, node.connection]);
    case "connection":
      return JSON.stringify([node.connection, node.isActive, node.state, node.isLearned]);
    case "organization":
      return JSON.stringify(node.organization);
    case "member":
      return JSON.stringify(node.member);
    case "metric":
      return JSON.stringify(node.metric);
    case "apiKey":
      return JSON.stringify([node.apiKey, node.inUse]);
    case "oauthConnection":
      return JSON.stringify([node.connection, node.usedBy]);
    default:
      return "";
  }
}
