import type { OperationName } from "../../../contract/operations.ts";
import type { ServiceSamples } from "../../../contract/profile/profileProposal.ts";
import type { UnknownRecord } from "../../../text/record.ts";

/** What a service has answered since the window was opened, for the questions about it. It is not stored. */
export interface SeenAnswers {
  /** Items as the service sent them. */
  samples(): ServiceSamples;
  saveSample(operation: OperationName, items: readonly UnknownRecord[]): void;
  /** Answers in which no list was recognised. */
  unread(): Readonly<Partial<Record<OperationName, unknown>>>;
  saveUnread(operation: OperationName, json: unknown): void;
}

export function createSeenAnswers(): SeenAnswers & { readonly forget: () => void } {
  let samples: ServiceSamples = {};
  let unread: ReturnType<SeenAnswers["unread"]> = {};
  return {
    samples: () => samples,
    saveSample: (operation, items) => {
      samples = { ...samples, [operation]: addSamples(samples[operation] ?? [], items) };
      const { [operation]: _, ...others } = unread;
      unread = others;
    },
    unread: () => unread,
    saveUnread: (operation, json) => {
      unread = { ...unread, [operation]: json };
    },
    forget: () => {
      samples = {};
      unread = {};
    },
  };
}

const mostSamples = 200;

/** The newest items that differ. */
function addSamples(known: readonly UnknownRecord[], added: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const newest = new Map(added.slice(-mostSamples).map((item) => [readSampleKey(item), item]));
  const others = known.filter((item) => !newest.has(readSampleKey(item)));
  return [...others, ...newest.values()].slice(-mostSamples);
}

const idNames = ["id", "uuid", "uid", "sid", "guid", "_id", "key"];

/** An item that changed has its id still. */
function readSampleKey(item: UnknownRecord): string {
  const name = idNames.find((one) => typeof item[one] === "string" || typeof item[one] === "number");
  return JSON.stringify(name === undefined ? item : [name, item[name]]);
}
