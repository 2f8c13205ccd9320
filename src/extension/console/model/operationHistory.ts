import * as z from "zod";
import { isOperationName } from "../../../contract/operationNames.ts";
import type { OperationName } from "../../../contract/operations.ts";
import type { Memory } from "../../base/ports.ts";
import { redactInput } from "./redactInput.ts";

const entrySchema = z.object({
  at: z.string(),
  connectionId: z.string(),
  operation: z.custom<OperationName>((name) => typeof name === "string" && isOperationName(name)),
  /** Without secrets and file contents. */
  input: z.record(z.string(), z.unknown()),
  /** null: the request got no response. */
  status: z.number().nullable(),
  durationMs: z.number(),
  requestId: z.string().nullable(),
});

/** An operation that was run. Its response is not stored. */
export type OperationHistoryEntry = Readonly<z.output<typeof entrySchema>>;

export interface FinishedOperation extends Omit<OperationHistoryEntry, "input"> {
  readonly input: object;
}

const name = "operations";
const limits = { entries: 100, characters: 200_000 } as const;

/** The operations run at a connection, newest first. */
export function readOperationHistory(memory: Memory, connectionId: string): readonly OperationHistoryEntry[] {
  return readAll(memory).filter((entry) => entry.connectionId === connectionId);
}

/** Adds an entry; removes the oldest, and those of deleted connections. */
export async function addToOperationHistory(
  memory: Memory,
  run: FinishedOperation,
  connections: readonly string[],
): Promise<void> {
  const input = z.record(z.string(), z.unknown()).catch({}).parse(redactInput(run.operation, run.input));
  const isKnown = ({ connectionId }: OperationHistoryEntry) => connections.includes(connectionId);
  const recent = [{ ...run, input }, ...readAll(memory)].filter(isKnown).slice(0, limits.entries);
  let left: number = limits.characters;
  const entries = recent.filter((entry) => {
    left -= JSON.stringify(entry).length;
    return left >= 0;
  });
  await memory.write("user", name, entries);
}

export async function clearOperationHistory(memory: Memory, connectionId: string): Promise<void> {
  await memory.write(
    "user",
    name,
    readAll(memory).filter((entry) => entry.connectionId !== connectionId),
  );
}

function readAll(memory: Memory): readonly OperationHistoryEntry[] {
  const entries = z.array(z.unknown()).catch([]).parse(memory.read("user", name));
  return entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
}
