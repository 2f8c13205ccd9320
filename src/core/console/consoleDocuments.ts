import type { OperationName } from "../../contract/operations.ts";
import { createEmitter } from "../foundation/emitter.ts";
import type { Disposable } from "../foundation/ports.ts";
import { createInputTemplate, formatInput } from "./inputTemplate.ts";
import { type ConsoleResponse, formatResponseText, isResponseTruncated } from "./responseText.ts";

/** The connection that was active when an operation's input was opened. */
export interface ConsoleTarget {
  /** See `Connections.scope`; undefined: there was no connection. */
  readonly scope: string | undefined;
  /** The text shown to the user. */
  readonly words: string;
}

/** The inputs and responses of operations, only in this window's memory because they may hold secrets. */
export interface ConsoleDocuments {
  /** An input that this window did not open (a restored tab) starts with the template. */
  readInput(name: OperationName): ConsoleText;
  writeInput(name: OperationName, text: string): void;
  /** undefined: the operation did not run since the window opened. */
  readAnswer(name: OperationName): ConsoleText | undefined;
  writeAnswer(name: OperationName, answer: ConsoleResponse): void;
  /** Also shows truncated parts. */
  showWhole(name: OperationName): void;
  state(name: OperationName): ConsoleState;
  /** Stores the target that the input was opened for, or that the user confirmed. */
  place(name: OperationName, place: ConsoleTarget): void;
  /**
   * A POST without a response: the same input is sent again with the same idempotency key, so that it takes effect
   * once.
   */
  unanswered(name: OperationName, sent: FailedRequest | undefined): void;
  onDidChange(listener: (name: OperationName) => void): Disposable;
}

export interface ConsoleText {
  readonly text: string;
  /** Changes with the text. */
  readonly revision: number;
}

export interface FailedRequest {
  readonly text: string;
  readonly scope: string | undefined;
  readonly idempotencyKey: string;
}

export interface ConsoleState {
  /** undefined: this window did not open the input. */
  readonly place: ConsoleTarget | undefined;
  readonly unanswered: FailedRequest | undefined;
  readonly hasAnswer: boolean;
  /** The document shows the response truncated. */
  readonly isCut: boolean;
}

interface Kept {
  readonly input?: ConsoleText;
  readonly answer?: { readonly text: string; readonly whole: () => string; readonly isCut: boolean };
  readonly place?: ConsoleTarget;
  readonly unanswered?: FailedRequest | undefined;
  readonly revision: number;
}

export function createConsoleDocuments(): ConsoleDocuments {
  const all = new Map<OperationName, Kept>();
  const changes = createEmitter<OperationName>();
  let revision = 0;
  const keptOf = (name: OperationName): Kept => all.get(name) ?? { revision: 0 };
  const keep = (name: OperationName, change: Omit<Kept, "revision">) => {
    revision += 1;
    all.set(name, { ...keptOf(name), ...change, revision });
    changes.emit(name);
  };
  return {
    readInput: (name) =>
      keptOf(name).input ?? { text: formatInput(createInputTemplate(name, { given: {}, values: {} })), revision: 0 },
    writeInput: (name, text) => keep(name, { input: { text, revision: revision + 1 } }),
    readAnswer: (name) => {
      const { answer, revision: at } = keptOf(name);
      return answer && { text: answer.text, revision: at };
    },
    writeAnswer: (name, answer) => {
      const [text, whole] = [formatResponseText(answer, false), () => formatResponseText(answer, true)];
      keep(name, { answer: { text, whole, isCut: isResponseTruncated(answer) }, unanswered: undefined });
    },
    showWhole: (name) => {
      const { answer } = keptOf(name);
      if (answer) keep(name, { answer: { ...answer, text: answer.whole(), isCut: false } });
    },
    state: (name) => {
      const { place, unanswered, answer } = keptOf(name);
      return { place, unanswered, hasAnswer: answer !== undefined, isCut: answer?.isCut ?? false };
    },
    place: (name, place) => keep(name, { place }),
    unanswered: (name, sent) => keep(name, { unanswered: sent }),
    onDidChange: (listener) => changes.on(listener),
  };
}
