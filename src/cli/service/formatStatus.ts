import type { UnknownState } from "../../contract/received.ts";

/** A state in the service's own word. */
export function formatStatus(status: string | UnknownState | null | undefined): string {
  if (typeof status === "object") return status?.unknown ?? "unknown";
  return status ?? "unknown";
}
