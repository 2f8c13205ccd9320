/** One message of a conversation with a language model. */
export interface ModelMessage {
  readonly from: "user" | "model";
  readonly text: string;
}

/** A language model that the editor offers to extensions. */
export interface LanguageModel {
  /** Unique among the models of the editor. */
  readonly id: string;
  readonly name: string;
  /** Yields the parts of the response. Throws when the user may not use the model, or when it fails. */
  send(messages: readonly ModelMessage[], signal: AbortSignal): AsyncIterable<string>;
}

/** The language models of the editor. */
export interface LanguageModels {
  /** Empty: the user has none. */
  list(): Promise<readonly LanguageModel[]>;
}
