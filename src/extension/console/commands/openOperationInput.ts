import type { OperationName } from "../../../contract/operations.ts";
import { isRecord } from "../../../text/record.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { consoleUri } from "../../base/uris/virtualUris.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { readProjectFilter } from "../../project/model/selectedProject.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import type { ConsoleServices } from "../consoleServices.ts";
import { readConsoleTarget } from "../model/formatOperation.ts";
import { createInputTemplate, formatInput, type InputFields } from "../model/inputTemplate.ts";

export type OpenOperationInputContext = EditorServices &
  ConnectionServices &
  ConsoleServices &
  Pick<SkillServices, "folders">;

/** Opens an operation's input. Keeps the existing text if it already has the clicked item's fields. */
export async function openOperationInput(
  app: OpenOperationInputContext,
  name: OperationName,
  given: InputFields,
): Promise<void> {
  const uri = consoleUri("input", name);
  if (app.operations.readTarget(name) && includesFields(await app.documents.read(uri), given))
    return app.documents.show(uri);
  app.operations.setTarget(name, readConsoleTarget(app.connections));
  // Undo restores the old text.
  const values = { machine: app.folders.machine, ...readProjectFilter(app) };
  await app.documents.replace(uri, formatInput(createInputTemplate(name, { given, values })));
  app.documents.diagnose(uri, []);
  await app.documents.show(uri, { preview: false });
}

function includesFields(text: string, given: InputFields): boolean {
  try {
    const input: unknown = JSON.parse(text);
    const fields = new Map(Object.entries(isRecord(input) ? input : {}));
    return Object.entries(given).every(([name, value]) => fields.get(name) === value);
  } catch {
    return Object.keys(given).length === 0;
  }
}
