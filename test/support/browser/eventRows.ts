import type { EventRow } from "../../../src/webview/protocol/deploymentPanelMessages.ts";

/** Creates an event row of a page. */
export function createTestEventRow(
  sequence: number,
  change: Partial<Pick<NamedRow, "level" | "kind" | "message" | "data">> = {},
) {
  const { level = "info", kind = "log", message = `line ${sequence}`, data = null } = change;
  return [
    sequence,
    new Date(Date.UTC(2026, 0, 1) + sequence).toISOString(),
    level,
    kind,
    message,
    data,
  ] satisfies EventRow;
}

interface NamedRow {
  readonly level: EventRow[2];
  readonly kind: EventRow[3];
  readonly message: string;
  readonly data: string | null;
}

export function createTestEventRows(count: number, from = 1): EventRow[] {
  return Array.from({ length: count }, (_, index) => createTestEventRow(from + index));
}
