import { TestMessage, type TestRunRequest } from "vscode";
import type { TestRunDetail } from "../../contract/testRuns.ts";
import { readErrorMessage } from "../../core/foundation/failure.ts";
import { toTerminalText } from "../../core/testrun/caseOutput.ts";
import { readTestedRevision } from "../../core/testrun/contentRevision.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";
import { publishTestRun } from "./publishTestRun.ts";
import type { TestControllerState } from "./testControllerState.ts";
import type { SubjectItem } from "./testItems.ts";

/** A run of the editor's that shows one of the service. */
export interface EditorTestRun {
  /** Aborted by the user's cancel, or with the window. */
  readonly signal: AbortSignal;
  readonly isKept: boolean;
  /** What the run is of; known better once it has started. */
  of: SubjectItem;
  /** As the service has it. */
  readonly run: TestRunDetail | undefined;
  isCancelled(): boolean;
  changed(run: TestRunDetail): Promise<void>;
  write(text: string): void;
  failed(error: unknown): void;
  end(): void;
}

interface Parts {
  readonly side: TestControllerState;
  readonly of: SubjectItem;
  readonly request: TestRunRequest;
  readonly title: string;
  /** The window closes. */
  readonly closing: AbortSignal;
}

export function openEditorTestRun({ side, of: first, request, title, closing }: Parts): EditorTestRun {
  // Only what VS Code itself started is kept by it: the service keeps them all.
  const shown = side.controller.createTestRun(request, title, false);
  const cancelled = new AbortController();
  const listening = shown.token.onCancellationRequested(() => cancelled.abort());
  const write = (text: string) => shown.appendOutput(toTerminalText(text));
  let of = first;
  let publish = publishTestRun(side.items, of, shown);
  let last: TestRunDetail | undefined;
  return {
    signal: AbortSignal.any([cancelled.signal, closing]),
    isKept: shown.isPersisted,
    get of() {
      return of;
    },
    set of(better) {
      of = better;
      publish = publishTestRun(side.items, of, shown);
    },
    get run() {
      return last;
    },
    isCancelled: () => cancelled.signal.aborted && !closing.aborted,
    changed: async (run) => {
      last = run;
      of.tested = readTestedRevision(of.subject, run);
      await publish(run);
    },
    write,
    failed: (error) => {
      shown.errored(of.item, new TestMessage(toVisibleText(readErrorMessage(error))));
      write(readErrorMessage(error));
    },
    end: () => {
      listening.dispose();
      shown.end();
    },
  };
}
