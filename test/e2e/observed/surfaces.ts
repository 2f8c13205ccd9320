import { operationNames } from "../../../src/contract/operationNames.ts";
import type { OperationName } from "../../../src/contract/operations.ts";
import type { RecordedCall, RecordingProxy } from "../../support/network/recordingProxy.ts";
import { waitUntil } from "../verbs/waitUntil.ts";

/** What was done where in the window, and what the service received because of it. */
export interface Surfaces {
  /** Does something at a surface; ends when the service has been asked for each of these since, and has answered well. */
  use(surface: string, expected: readonly OperationName[], work: () => Promise<void>): Promise<void>;
  /** Operations that no surface was seen to call. */
  unseen(): OperationName[];
  /** Operation, surface and how often it was seen there, in the order of the contract. */
  table(): string;
}

interface Row {
  readonly operation: OperationName;
  readonly surface: string;
  readonly seen: number;
}

export function createSurfaces({ recorded }: Pick<RecordingProxy, "recorded">): Surfaces {
  const rows: Row[] = [];
  const of = (operation: OperationName) => rows.filter((row) => row.operation === operation);
  return {
    use: async (surface, expected, work) => {
      const from = recorded.length;
      await work();
      const seenOf = (operation: OperationName) => recorded.slice(from).filter(isAnswered(operation)).length;
      const missing = async () => expected.filter((operation) => seenOf(operation) === 0);
      await waitUntil(`Each of ${expected.join(", ")} at ${surface}`, missing, (left) => left.length === 0);
      for (const operation of expected) rows.push({ operation, surface, seen: seenOf(operation) });
    },
    unseen: () => operationNames.filter((operation) => of(operation).length === 0),
    table: () => {
      const lines = operationNames.flatMap((operation) => {
        const found = of(operation);
        return found.length > 0 ? found.map(cells) : [[operation, "", "NOT SEEN"]];
      });
      return tableOf([["operation", "surface", "seen"], ...lines]);
    },
  };
}

const isAnswered =
  (wanted: OperationName) =>
  ({ operation, status }: RecordedCall) =>
    operation === wanted && status >= 200 && status < 300;

const cells = ({ operation, surface, seen }: Row) => [operation, surface, `${seen} x`];

function tableOf(lines: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
