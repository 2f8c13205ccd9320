import type { OpenWindow } from "../window.ts";

export interface GenerateServerOptions {
  /** A document of the workspace. */
  readonly document: string;
  /** Operations such as `GET /pet/{petId}`. */
  readonly operations: readonly string[];
  readonly name: string;
  /** Where it is asked for: there is more than one. */
  readonly project?: string;
}

export const generateTitle = "Generate Server from OpenAPI";

/** From a document in the Explorer to a version of a new server; ends when the editor says so. */
export async function generateServer(window: OpenWindow, wanted: GenerateServerOptions): Promise<string> {
  await openChooser(window, wanted.document);
  await window.pickMany("operations", wanted.operations);
  await window.type(generateTitle, wanted.name);
  if (wanted.project !== undefined) await window.pick(generateTitle, wanted.project);
  return window.messages.waitFor(new RegExp(`Generated ${wanted.name} \\d+\\.\\d+\\.\\d+`));
}

/** Ends when the operations are there to choose from. */
export async function openChooser(window: OpenWindow, document: string): Promise<void> {
  await window.documents.explorerMenu(document, "Generate Server from OpenAPI...");
  await window.choices("operations");
}
