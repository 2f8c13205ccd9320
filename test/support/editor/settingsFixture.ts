import type { CommandHandler } from "../../../src/extension/base/editorServices.ts";
import type { CommandTarget } from "../../../src/extension/base/rows/commandTarget.ts";
import { formatVirtualUri, type VirtualUriParts } from "../../../src/extension/base/uris/virtualUris.ts";
import { saveActiveDocument } from "../../../src/extension/documents/commands/saveActiveDocument.ts";
import { saveSettings } from "../../../src/extension/documents/commands/saveSettings.ts";
import type { DocumentFields } from "../../../src/extension/documents/model/fieldChanges.ts";
import type { JsonDocuments } from "../../../src/extension/documents/model/jsonDocuments.ts";
import { createSettingsDocuments } from "../../../src/extension/documents/model/settingsDocuments.ts";
import type { App } from "../../../src/extension/workbench/app.ts";
import type { startServedService } from "../service/servedService.ts";
import { createCommandFixture } from "./commandFixture.ts";
import { decodeVirtualUri } from "./decodeVirtualUri.ts";

type FixtureOptions = Parameters<typeof createCommandFixture>[1];

export interface DocumentModel {
  text: string;
  revision: number;
  isDirty: boolean;
}

let clock = 1000;

/** A window with settings documents, which are read and written in VS Code's order. */
export async function createSettingsFixture(
  served: Awaited<ReturnType<typeof startServedService>>,
  options: FixtureOptions = {},
) {
  const fixture = await createCommandFixture(served, options);
  const models = new Map<string, DocumentModel>();
  const documents = createSettingsDocuments({
    context: fixture.app,
    save: (edit) => saveSettings(fixture.app, edit),
    isDirty: (at) => models.get(formatVirtualUri(at))?.isDirty ?? false,
    now: () => {
      clock += 10;
      return clock;
    },
  });
  Object.assign(fixture.app, { settingsDocuments: documents });
  const open = async (at: VirtualUriParts, restored?: Pick<DocumentModel, "text" | "revision">) => {
    const file = restored ?? decodeFile(await documents.read(at));
    const model = { ...file, isDirty: restored !== undefined };
    models.set(formatVirtualUri(at), model);
    return openEditedDocument(documents, at, model);
  };
  return {
    ...fixture,
    /** Runs a command that opens a document, and opens that document. */
    edit: async (command: CommandHandler<App>, target: CommandTarget = {}) => {
      await command(fixture.app, target);
      return open(decodeVirtualUri(fixture.documents.shown.at(-1) ?? ""));
    },
    open,
    /** Saves the document as Ctrl+S does; `format` is the editor's formatter. */
    press: async (document: EditedDocument, format = (text: string) => text) => {
      const { uri, model } = document;
      fixture.documents.texts.set(uri, model.text);
      Object.assign(fixture.documents, { activeUri: uri });
      Object.assign(fixture.documents, {
        save: async (requestedUri: string) => {
          if (requestedUri !== uri) throw new Error(`${requestedUri} is not what is edited.`);
          document.type(format(model.text));
          await document.save();
        },
      });
      await saveActiveDocument(fixture.app, {});
    },
    /** The problems of a document, by line. */
    problemsOf: (at: VirtualUriParts) =>
      (fixture.documents.problems.get(formatVirtualUri(at)) ?? []).map(({ line, message }) => `${line}: ${message}`),
  };
}

export type EditedDocument = ReturnType<typeof openEditedDocument>;

/** Simulates the editor's model of a document. */
export function openEditedDocument(documents: JsonDocuments, at: VirtualUriParts, model: DocumentModel) {
  const reload = async () => Object.assign(model, decodeFile(await documents.read(at)));
  const type = (text: string) => Object.assign(model, { text, isDirty: true });
  return {
    at,
    model,
    uri: formatVirtualUri(at),
    fields: (): DocumentFields => JSON.parse(model.text),
    type,
    change: (fields: DocumentFields) => type(JSON.stringify({ ...JSON.parse(model.text), ...fields }, null, 2)),
    reload,
    /** Saves as File > Save does: VS Code reads the revision before and after it writes. */
    save: async (byHand = true) => {
      const { revision } = await documents.read(at);
      if (revision > model.revision) throw new Error("The content of the file is newer.");
      await documents.write(at, Buffer.from(model.text), { byHand });
      model.revision = (await documents.read(at)).revision;
      model.isDirty = false;
      const changed = Promise.withResolvers<void>();
      const subscription = documents.onDidChange(() => changed.resolve());
      documents.saved(at);
      await changed.promise;
      subscription.dispose();
      await reload();
    },
  };
}

function decodeFile({ bytes, revision }: { readonly bytes: Uint8Array; readonly revision: number }) {
  return { text: Buffer.from(bytes).toString("utf8"), revision };
}
