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

/** A response as a document: the status and headers, then the unchanged body. */
function formatResponseText({ response, request, at, idempotencyKey, note }: ConsoleResponse): string {
  const shown = {
    status: response.status,
    durationMs: Math.round(response.durationMs),
    requestId: response.requestId ?? null,
    request,
    at,
    idempotencyKey,
    note,
    body: response.body,
  };
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}

/** The connection that was active when an operation's input was opened. */
export interface ConsoleTarget {
  /** See `Connections.scope`; undefined: there was no connection. */
  readonly scope: string | undefined;
  /** The text shown to the user. */
  readonly label: string;
}

export interface ConsoleText {
  readonly text: string;
  /** Changes with the text. */
  readonly revision: number;
}

/** A request without a response. */
interface FailedRequest {
  readonly text: string;
  readonly scope: string | undefined;
  readonly idempotencyKey: string;
}

interface StoredOperation {
  readonly input?: ConsoleText;
  readonly response?: ConsoleText;
  readonly target?: ConsoleTarget;
  readonly unanswered?: FailedRequest | undefined;
}

export type ConsoleDocuments = ReturnType<typeof createConsoleDocuments>;

/** The inputs and responses of operations, only in this window's memory because they may hold secrets. */
export function createConsoleDocuments() {
  const all = new Map<OperationName, StoredOperation>();
  const changes = createEmitter<OperationName>();
  let revision = 0;
  const update = (name: OperationName, change: StoredOperation) => {
    all.set(name, { ...all.get(name), ...change });
    changes.emit(name);
  };
  const createText = (text: string): ConsoleText => {
    revision += 1;
    return { text, revision };
  };
  return {
    /** An input that this window did not open (a restored tab) starts with the template. */
    readInput: (name: OperationName): ConsoleText =>
      all.get(name)?.input ?? {
        text: formatInput(createInputTemplate(name, { given: {}, values: {} })),
        revision: 0,
      },
    writeInput: (name: OperationName, text: string) => update(name, { input: createText(text) }),
    /** undefined: the operation did not run since the window opened. */
    readResponse: (name: OperationName) => all.get(name)?.response,
    writeResponse: (name: OperationName, response: ConsoleResponse) =>
      update(name, { response: createText(formatResponseText(response)), unanswered: undefined }),
    /** The target that the input was opened for, or that the user confirmed; undefined: this window did not open the input. */
    readTarget: (name: OperationName) => all.get(name)?.target,
    setTarget: (name: OperationName, target: ConsoleTarget) => update(name, { target }),
    readUnanswered: (name: OperationName) => all.get(name)?.unanswered,
    /** A POST without a response: the same input is sent again with the same idempotency key, so that it takes effect once. */
    noteUnanswered: (name: OperationName, sent: FailedRequest) => update(name, { unanswered: sent }),
    onDidChange: (listener: (name: OperationName) => void): Disposable => changes.on(listener),
  };
}
