import * as l10n from "@vscode/l10n";
import type { Operation } from "../../contract/operation.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { hasErrorName, readErrorMessage, readFailedOperation } from "./failure.ts";

/** Why a service permanently does not provide something; a retry does not help. */
export interface Unavailability {
  readonly kind: "missing" | "forbidden";
  /** One sentence for the user. */
  readonly message: string;
}

type Resource = Extract<(typeof operationTable)[OperationName], { readonly resource: string }>["resource"];

/** The resources of operations as words. */
const resources: Readonly<Record<string, string>> = {
  "API keys": l10n.t("API keys"),
  organizations: l10n.t("organizations"),
  members: l10n.t("members"),
  usage: l10n.t("usage"),
  settings: l10n.t("settings"),
  projects: l10n.t("projects"),
  servers: l10n.t("servers"),
  deployments: l10n.t("deployments"),
  events: l10n.t("events"),
  "health checks": l10n.t("health checks"),
  skills: l10n.t("skills"),
  "record of installations": l10n.t("record of installations"),
  "test runs": l10n.t("test runs"),
  registry: l10n.t("registry"),
  versions: l10n.t("versions"),
  "OAuth connections": l10n.t("OAuth connections"),
} satisfies Record<Resource, string>;

/** undefined: the error has another cause. */
export function readUnavailability(error: unknown): Unavailability | undefined {
  const isMissing = isOperationMissing(error);
  if (!isMissing && !hasErrorName(error, "ForbiddenError")) return undefined;
  const name = readFailedOperation(error);
  const operation: Operation | undefined = name && operationTable[name];
  const resource = operation?.resource;
  const host = error instanceof Error && "host" in error ? error.host : undefined;
  if (!isMissing) return { kind: "forbidden", message: readErrorMessage(error) };
  return {
    kind: "missing",
    message:
      resource === undefined
        ? readErrorMessage(error)
        : l10n.t`${String(host)} has no ${resources[resource] ?? resource}.`,
  };
}

/** The service does not have the operation. */
export function isOperationMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "not_offered";
}

/** The value, or why the service does not provide it. Other failures are thrown. */
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
