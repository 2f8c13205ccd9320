import * as l10n from "@vscode/l10n";
import type { RawResponse } from "../../../client/client.ts";
import type { OperationName } from "../../../contract/operations.ts";
import { createEmitter } from "../../base/emitter.ts";
import type { Disposable } from "../../base/ports.ts";
import { createInputTemplate, formatInput } from "./inputTemplate.ts";

interface ConsoleResponse {
  /** Method and path. */
  readonly request: string;
  readonly at: string;
  readonly response: RawResponse;
  /** Of a POST: requests with the same key take effect once. */
  readonly idempotencyKey: string | undefined;
  readonly note: string | undefined;
}

/** The document truncates longer texts unless the user shows the whole response. */
const longest = 2000;

/** A response as a document: the status and headers, then the unchanged body. */
export function formatResponseText(consoleResponse: ConsoleResponse, isWhole: boolean): string {
  const { response, note } = consoleResponse;
  const cut = isWhole ? 0 : countLong(response.body);
  const notes = [...(note === undefined ? [] : [note]), ...(cut === 0 ? [] : [cutNote(cut)])];
  const shown = {
    status: response.status,
    durationMs: Math.round(response.durationMs),
    requestId: response.requestId ?? null,
    request: consoleResponse.request,
    at: consoleResponse.at,
    ...(consoleResponse.idempotencyKey !== undefined && { idempotencyKey: consoleResponse.idempotencyKey }),
    ...(notes.length > 0 && { note: notes.join(" ") }),
    ...(response.body !== undefined && { body: response.body }),
  };
  return `${JSON.stringify(shown, isWhole ? undefined : cutLong, 2)}\n`;
}

/** Whether the document truncates the response. */
export function isResponseTruncated({ response }: ConsoleResponse): boolean {
  return countLong(response.body) > 0;
}

function cutNote(count: number): string {
  return count === 1
    ? l10n.t("1 long text is cut: Show Answer, above, shows all.")
    : l10n.t`${count} long texts are cut: Show Answer, above, shows all.`;
}

function cutLong(_name: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= longest) return value;
  return l10n.t`${value.slice(0, longest).toWellFormed()}... (${value.length} characters in all)`;
}

function countLong(value: unknown): number {
  let count = 0;
  JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === "string" && inner.length > longest) count += 1;
    return inner;
  });
  return count;
}

/** The connection that was active when an operation's input was opened. */
export interface ConsoleTarget {
  /** See `Connections.scope`; undefined: there was no connection. */
  readonly scope: string | undefined;
  /** The text shown to the user. */
  readonly label: string;
}

/** The inputs and responses of operations, only in this window's memory because they may hold secrets. */
export interface ConsoleDocuments {
  /** An input that this window did not open (a restored tab) starts with the template. */
  readInput(name: OperationName): ConsoleText;
  writeInput(name: OperationName, text: string): void;
  /** undefined: the operation did not run since the window opened. */
  readResponse(name: OperationName): ConsoleText | undefined;
  writeResponse(name: OperationName, response: ConsoleResponse): void;
  /** Also shows truncated parts. */
  showFullResponse(name: OperationName): void;
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
  readonly hasResponse: boolean;
  /** The document shows the response truncated. */
  readonly isTruncated: boolean;
}

interface StoredOperation {
  readonly input?: ConsoleText;
  readonly response?: { readonly text: string; readonly formatFull: () => string; readonly isTruncated: boolean };
  readonly place?: ConsoleTarget;
  readonly unanswered?: FailedRequest | undefined;
  readonly revision: number;
}

export function createConsoleDocuments(): ConsoleDocuments {
  const all = new Map<OperationName, StoredOperation>();
  const changes = createEmitter<OperationName>();
  let revision = 0;
  const readStored = (name: OperationName): StoredOperation => all.get(name) ?? { revision: 0 };
  const update = (name: OperationName, change: Omit<StoredOperation, "revision">) => {
    revision += 1;
    all.set(name, { ...readStored(name), ...change, revision });
    changes.emit(name);
  };
  return {
    readInput: (name) =>
      readStored(name).input ?? {
        text: formatInput(createInputTemplate(name, { given: {}, values: {} })),
        revision: 0,
      },
    writeInput: (name, text) => update(name, { input: { text, revision: revision + 1 } }),
    readResponse: (name) => {
      const { response, revision: at } = readStored(name);
      return response && { text: response.text, revision: at };
    },
    writeResponse: (name, response) => {
      const [text, formatFull] = [formatResponseText(response, false), () => formatResponseText(response, true)];
      update(name, {
        response: { text, formatFull, isTruncated: isResponseTruncated(response) },
        unanswered: undefined,
      });
    },
    showFullResponse: (name) => {
      const { response } = readStored(name);
      if (response) update(name, { response: { ...response, text: response.formatFull(), isTruncated: false } });
    },
    state: (name) => {
      const { place, unanswered, response } = readStored(name);
      return { place, unanswered, hasResponse: response !== undefined, isTruncated: response?.isTruncated ?? false };
    },
    place: (name, place) => update(name, { place }),
    unanswered: (name, sent) => update(name, { unanswered: sent }),
    onDidChange: (listener) => changes.on(listener),
  };
}
