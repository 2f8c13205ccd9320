import type { OperationName } from "../../contract/operations.ts";
import { hasErrorName, readErrorMessage, readFailedOperation } from "./failure.ts";

/** Why a service keeps something from us for good: there is nothing to be tried again. */
export interface Unavailability {
  readonly kind: "missing" | "forbidden";
  /** In one sentence. */
  readonly words: string;
}

/** What operations give, as people know it. */
const things: Partial<Record<OperationName, string>> = {
  "projects.list": "projects",
  "project.get": "projects",
  "servers.list": "servers",
  "deployments.list": "deployments",
  "deployment.get": "deployments",
  "deployment.events": "events",
  "deployment.health": "health checks",
  "skills.list": "skills",
  "skill.installations": "record of installations",
  "serverTestRuns.list": "test runs",
  "skillTestRuns.list": "test runs",
  "registry.artifacts": "registry",
  "registry.artifact": "registry",
  "registry.versions": "versions",
  "organizations.list": "organizations",
  "organization.get": "organizations",
  "organization.members": "members",
  "organization.usage": "usage",
  "apiKeys.list": "API keys",
  "oauthConnections.list": "OAuth connections",
  "userSettings.get": "settings",
};

/** undefined: it failed for another reason. */
export function readUnavailability(error: unknown): Unavailability | undefined {
  const isMissing = isOperationMissing(error);
  if (!isMissing && !hasErrorName(error, "ForbiddenError")) return undefined;
  const name = readFailedOperation(error);
  const thing = name && things[name];
  const host = error instanceof Error && "host" in error ? error.host : undefined;
  if (!isMissing) return { kind: "forbidden", words: readErrorMessage(error) };
  return { kind: "missing", words: thing === undefined ? readErrorMessage(error) : `${host} has no ${thing}.` };
}

/** The service does not have the operation at all. */
export function isOperationMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "not_offered";
}

/** What was read, or why the service keeps it from us. Any other failure is thrown. */
export type Availability<T> = { readonly kind: "available"; readonly value: T } | Unavailable;

export interface Unavailable {
  readonly kind: "unavailable";
  readonly reason: Unavailability;
}

export async function readAvailable<T>(reading: Promise<T>): Promise<Availability<T>> {
  try {
    return { kind: "available", value: await reading };
  } catch (error) {
    const reason = readUnavailability(error);
    if (reason) return { kind: "unavailable", reason };
    throw error;
  }
}
