import type { OperationName } from "../../contract/operations.ts";
import { consoleUri } from "../../core/console/consoleUris.ts";
import { type Fields, inputText, prefilled } from "../../core/console/inputTemplate.ts";
import { consolePlace } from "../../core/console/readConsoleTarget.ts";
import { selectedOnly } from "../../core/project/selectedProject.ts";
import type { App } from "../app.ts";

/** Opens an operation's input. What is there already stays where it says the same of what was clicked. */
export async function openInput(app: App, name: OperationName, given: Fields): Promise<void> {
  const uri = consoleUri("input", name);
  if (app.operations.state(name).place && says(await app.documents.read(uri), given)) return app.documents.show(uri);
  return beginInput(app, name, prefilled(name, { given, values: knownValues(app) }));
}

/** Opens an operation's input with this in it, whatever was there: undo brings that back. */
export async function beginInput(app: App, name: OperationName, input: Fields): Promise<void> {
  const uri = consoleUri("input", name);
  app.operations.place(name, consolePlace(app.connections));
  await app.documents.replace(uri, inputText(input));
  app.documents.diagnose(uri, []);
  await app.documents.show(uri, { preview: false });
}

function knownValues(app: App): Fields {
  return { machine: app.folders.machine, ...selectedOnly(app) };
}

function says(text: string, given: Fields): boolean {
  try {
    const input: unknown = JSON.parse(text);
    const fields = new Map(Object.entries(typeof input === "object" && input !== null ? input : {}));
    return Object.entries(given).every(([name, value]) => fields.get(name) === value);
  } catch {
    return Object.keys(given).length === 0;
  }
}
