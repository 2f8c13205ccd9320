import { type OperationName, operationTable } from "../../../../src/contract/operations.ts";
import { isRecord } from "../../../../src/text/record.ts";
import { createInMemoryService } from "../../service/inMemoryService.ts";
import { fillTruth } from "./truthData.ts";

/** The real local service in memory, with the contract's operations. */
export interface Truth {
  readonly key: string;
  ask(
    operation: OperationName,
    input: Readonly<Record<string, unknown>>,
    headers?: Record<string, string>,
  ): Promise<TruthResponse>;
  /** All items of a list. */
  all(
    operation: OperationName,
    input: Readonly<Record<string, unknown>>,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

export interface TruthResponse {
  readonly status: number;
  readonly body: unknown;
}

export async function openTruth(): Promise<Truth> {
  // Every item has a different creation time, and the last one is an hour old.
  const time = { now: Date.now() - 30 * 86_400_000, isRunning: true };
  const clock = () => new Date(time.isRunning ? time.now : Date.now());
  const service = createInMemoryService({ clock });
  const truth = truthOf(service);
  await fillTruth(service, truth, (minutes) => {
    time.now += minutes * 60_000;
  });
  time.isRunning = false;
  return truth;
}

function truthOf(service: ReturnType<typeof createInMemoryService>): Truth {
  const ask: Truth["ask"] = async (name, input, headers) => {
    const { method, path, query, body } = operationTable[name];
    const entries = Object.entries(input).filter(([, value]) => value !== undefined);
    const isQuery = ([field]: [string, unknown]) => body === null || field in query.shape;
    const search = new URLSearchParams(
      entries.filter(isQuery).map(([field, value]): [string, string] => [field, String(value)]),
    );
    const fields = Object.fromEntries(entries.filter((one) => !isQuery(one)));
    const { status, body: answer } = await service.request(method, `${path}?${search}`, {
      ...(body !== null && { body: fields }),
      ...(headers && { headers }),
    });
    return { status, body: answer };
  };
  return {
    key: service.firstKey,
    ask,
    all: async (name, input) => {
      const items: Readonly<Record<string, unknown>>[] = [];
      const isEvents = name === "deployment.events";
      for (let cursor: unknown; ; ) {
        const at = cursor === undefined ? {} : { [isEvents ? "after" : "cursor"]: cursor };
        const { status, body } = await ask(name, { ...input, limit: 200, ...at });
        if (status !== 200 || !isRecord(body) || !Array.isArray(body.items)) throw new TruthError({ status, body });
        items.push(...body.items.filter(isRecord));
        if (body.nextCursor === null) return items;
        cursor = body.nextCursor;
      }
    },
    close: service.close,
  };
}

/** A rejection by the truth, usually for an unknown item. */
export class TruthError extends Error {
  override readonly name = "TruthError";
  readonly answer: TruthResponse;

  constructor(answer: TruthResponse) {
    super(`The local service refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.answer = answer;
  }
}
