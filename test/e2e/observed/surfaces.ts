import { operationNames } from "../../../src/contract/operationNames.ts";
import type { OperationName } from "../../../src/contract/operations.ts";
import type { RecordedCall, RecordingProxy } from "../../support/network/recordingProxy.ts";
import { waitUntil } from "../verbs/waitUntil.ts";

/** Records the requests that actions in the window cause. */
export interface Surfaces {
  /** Runs an action at a surface; resolves when the service has received each of these requests and succeeded. */
  run(surface: string, expected: readonly OperationName[], work: () => Promise<void>): Promise<void>;
  /** The operations that no surface has called. */
  listUncalled(): OperationName[];
  /** Operation, surface and number of calls, in the order of the contract. */
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
    run: async (surface, expected, work) => {
      const from = recorded.length;
      await work();
      const seenOf = (operation: OperationName) => recorded.slice(from).filter(isAnswered(operation)).length;
      const listMissing = async () => expected.filter((operation) => seenOf(operation) === 0);
      await waitUntil(
        `Each of ${expected.join(", ")} at ${surface}`,
        listMissing,
        (remaining) => remaining.length === 0,
      );
      for (const operation of expected) rows.push({ operation, surface, seen: seenOf(operation) });
    },
    listUncalled: () => operationNames.filter((operation) => of(operation).length === 0),
    table: () => {
      const lines = operationNames.flatMap((operation) => {
        const found = of(operation);
        return found.length > 0 ? found.map(cells) : [[operation, "", "NOT SEEN"]];
      });
      return formatTable([["operation", "surface", "seen"], ...lines]);
    },
  };
}

const isAnswered =
  (name: OperationName) =>
  ({ operation, status }: RecordedCall) =>
    operation === name && status >= 200 && status < 300;

const cells = ({ operation, surface, seen }: Row) => [operation, surface, `${seen} x`];

function formatTable(lines: readonly (readonly string[])[]): string {
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
