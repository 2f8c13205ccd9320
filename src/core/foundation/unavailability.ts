import type { Operation } from "../../contract/operation.ts";
import { operationTable } from "../../contract/operations.ts";
import { hasErrorName, readErrorMessage, readFailedOperation } from "./failure.ts";

/** Why a service permanently does not provide something; a retry does not help. */
export interface Unavailability {
  readonly kind: "missing" | "forbidden";
  /** One sentence for the user. */
  readonly message: string;
}

/** undefined: the error has another cause. */
export function readUnavailability(error: unknown): Unavailability | undefined {
  const isMissing = isOperationMissing(error);
  if (!isMissing && !hasErrorName(error, "ForbiddenError")) return undefined;
  const name = readFailedOperation(error);
  const operation: Operation | undefined = name && operationTable[name];
  const resource = operation?.resource;
  const host = error instanceof Error && "host" in error ? error.host : undefined;
  if (!isMissing) return { kind: "forbidden", message: readErrorMessage(error) };
  return { kind: "missing", message: resource === undefined ? readErrorMessage(error) : `${host} has no ${resource}.` };
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
