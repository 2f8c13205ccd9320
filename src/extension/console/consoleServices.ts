import type { ConsoleDocuments } from "./model/consoleDocuments.ts";

/** What commands use of the operation console. */
export interface ConsoleServices {
  /** Inputs and responses of the operation console. */
  readonly operations: ConsoleDocuments;
}
