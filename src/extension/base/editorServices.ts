import type { ServiceClient } from "../../client/client.ts";
import type { SendRequest } from "../../client/sendRequest.ts";
import type { EditorSettings } from "./editorSettings.ts";
import type { Emitter } from "./emitter.ts";
import type { Polling } from "./polling.ts";
import type { EditorDocuments, Logger, Memory, Messages, Progress, Prompts, ViewId } from "./ports.ts";
import type { CommandTarget, RunCommand } from "./rows/commandTarget.ts";

/** What commands of every room share: ports to the editor, and the connected service. */
export interface EditorServices {
  readonly prompts: Prompts;
  readonly messages: Messages;
  readonly progress: Progress;
  readonly documents: EditorDocuments;
  readonly memory: Memory;
  readonly log: Logger;
  readonly settings: () => EditorSettings;
  /** How what may change at the service is read again. */
  readonly polling: Polling;
  readonly clipboard: (text: string) => Promise<void>;
  /** Opens a page in the user's browser, also from a remote editor; false when that is not possible. */
  readonly openExternal: (url: string) => Promise<boolean>;
  /** The client of the active connection; prompts to connect if there is none. undefined: cancelled. */
  readonly client: () => Promise<ServiceClient | undefined>;
  /** Sends a request that is no operation of the contract. */
  readonly sendRequest: SendRequest;
  /** Refreshes visible lists, open pages and settings, and the status bar after a change. */
  readonly refresh: (...views: ViewId[]) => void;
  /** Fires with the views that `refresh` names. */
  readonly onDidRefresh: Emitter<readonly ViewId[]>["on"];
  readonly run: RunCommand;
  /** Downloads the text of a document. */
  readonly fetchText: (url: string, signal: AbortSignal) => Promise<string>;
}

/**
 * Resolves when the user cancels; throws named errors, which `runCommand` shows. `Context` is the part of the services
 * that the command uses.
 */
export type CommandHandler<Context = never> = (app: Context, target: CommandTarget) => Promise<void>;

export type CancellableResult<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "cancelled" };

/** Runs cancellable work with a notification: after a cancellation the result is `cancelled`, whatever the work throws. */
export async function runCancellable<T>(
  progress: Progress,
  title: string,
  work: (report: (message: string) => void, signal: AbortSignal) => Promise<T>,
): Promise<CancellableResult<T>> {
  return progress.run({ title, in: "notification" }, async (report, signal): Promise<CancellableResult<T>> => {
    try {
      const value = await work(report, signal);
      return signal.aborted ? { kind: "cancelled" } : { kind: "done", value };
    } catch (error) {
      if (signal.aborted) return { kind: "cancelled" };
      throw error;
    }
  });
}
