import type { OpenWindow } from "../window.ts";

export interface GenerateServerOptions {
  /** A document of the workspace. */
  readonly document: string;
  /** Operations such as `GET /pet/{petId}`. */
  readonly operations: readonly string[];
  readonly name: string;
  /** Required if there is more than one project. */
  readonly project?: string;
}

export const generateInputTitle = "Generate Server from OpenAPI";

/** Generates a new server from a document in the Explorer; resolves after the message of success. */
export async function generateServer(window: OpenWindow, options: GenerateServerOptions): Promise<string> {
  await waitForChooser(window, options.document);
  await changeServerName(window, options.name);
  await window.pickMany("operations", options.operations);
  if (options.project !== undefined) await window.pick(generateInputTitle, options.project);
  return window.messages.waitFor(new RegExp(`Generated ${options.name} \\d+\\.\\d+\\.\\d+`));
}

/** Enters the name of the server in the list of operations. */
export async function changeServerName(window: OpenWindow, name: string): Promise<void> {
  await window.page.getByRole("button", { name: "Change the Server's Name" }).click();
  await window.type(generateInputTitle, name);
  await window.waitForTitle(new RegExp(`^${name} · .*operations`));
}

/** Resolves when the list of operations is open. */
export async function waitForChooser(window: OpenWindow, document: string): Promise<void> {
  await window.documents.explorerMenu(document, "Generate Server from OpenAPI...");
  await window.choices("operations");
}
