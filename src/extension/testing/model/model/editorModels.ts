import type { ChatCompletion, ChatCompletionRequest } from "./chatCompletion.ts";

/** The models that the editor offers to extensions, for test runs. The editor asks for the user's consent at the first request. */
export interface EditorModels {
  list(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Throws when the user may not use the model, or when it fails. undefined: there is no such model. */
  complete(id: string, request: ChatCompletionRequest, signal: AbortSignal): Promise<ChatCompletion | undefined>;
}
