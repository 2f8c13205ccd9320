import type { TextDocument } from "vscode";

/** What follows the open documents. */
export interface DocumentListener {
  onOpen(document: TextDocument): void;
  onChange(document: TextDocument): void;
  onClose(document: TextDocument): void;
}
