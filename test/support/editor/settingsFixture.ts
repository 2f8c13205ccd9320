import type { CommandHandler } from "../../../src/commands/app.ts";
import { saveActiveDocument } from "../../../src/commands/documents/saveActiveDocument.ts";
import { saveSettings } from "../../../src/commands/documents/saveSettings.ts";
import type { DocumentFields } from "../../../src/core/documents/fieldChanges.ts";
import type { JsonDocuments } from "../../../src/core/documents/jsonDocuments.ts";
import { createSettingsDocuments } from "../../../src/core/documents/settingsDocuments.ts";
import { formatVirtualUri, type VirtualUriParts } from "../../../src/core/documents/virtualUris.ts";
import type { CommandTarget } from "../../../src/core/view/commandTarget.ts";
import type { startServedService } from "../service/servedService.ts";
import { createCommandFixture } from "./commandFixture.ts";
import { decodeVirtualUri } from "./decodeVirtualUri.ts";

type Given = Parameters<typeof createCommandFixture>[1];

export interface DocumentModel {
  text: string;
  revision: number;
  isDirty: boolean;
}

let clock = 1000;

/** A window with documents of settings: they are read, written and read again in the order in which VS Code does it. */
export async function createSettingsFixture(served: Awaited<ReturnType<typeof startServedService>>, given: Given = {}) {
  const bench = await createCommandFixture(served, given);
  const models = new Map<string, DocumentModel>();
  const documents = createSettingsDocuments({
    context: bench.app,
    save: (edit) => saveSettings(bench.app, edit),
    isDirty: (at) => models.get(formatVirtualUri(at))?.isDirty ?? false,
    now: () => {
      clock += 10;
      return clock;
    },
  });
  Object.assign(bench.app, { settingsDocuments: documents });
  const open = async (at: VirtualUriParts, restored?: Pick<DocumentModel, "text" | "revision">) => {
    const file = restored ?? textOf(await documents.read(at));
    const model = { ...file, isDirty: restored !== undefined };
    models.set(formatVirtualUri(at), model);
    return openEditedDocument(documents, at, model);
  };
  return {
    ...bench,
    /** Runs a command that opens a document, as the editor shows it. */
    edit: async (command: CommandHandler, target: CommandTarget = {}) => {
      await command(bench.app, target);
      return open(decodeVirtualUri(bench.documents.shown.at(-1) ?? ""));
    },
    open,
    /** As Ctrl+S in the document; `format` is what the editor does to a text when it writes it. */
    press: async (document: EditedDocument, format = (text: string) => text) => {
      const { uri, model } = document;
      bench.documents.texts.set(uri, model.text);
      Object.assign(bench.documents, { activeUri: uri });
      Object.assign(bench.documents, {
        save: async (wanted: string) => {
          if (wanted !== uri) throw new Error(`${wanted} is not what is edited.`);
          document.type(format(model.text));
          await document.save();
        },
      });
      await saveActiveDocument(bench.app, {});
    },
    /** What is wrong with it, by line. */
    problemsOf: (at: VirtualUriParts) =>
      (bench.documents.problems.get(formatVirtualUri(at)) ?? []).map(({ line, message }) => `${line}: ${message}`),
  };
}

export type EditedDocument = ReturnType<typeof openEditedDocument>;

/** A document as the editor holds it. */
export function openEditedDocument(documents: JsonDocuments, at: VirtualUriParts, model: DocumentModel) {
  const reload = async () => Object.assign(model, textOf(await documents.read(at)));
  const type = (text: string) => Object.assign(model, { text, isDirty: true });
  return {
    at,
    model,
    uri: formatVirtualUri(at),
    fields: (): DocumentFields => JSON.parse(model.text),
    type,
    change: (fields: DocumentFields) => type(JSON.stringify({ ...JSON.parse(model.text), ...fields }, null, 2)),
    reload,
    /** As File > Save: VS Code asks for the revision before and after it writes. */
    save: async (byHand = true) => {
      const { revision } = await documents.read(at);
      if (revision > model.revision) throw new Error("The content of the file is newer.");
      await documents.write(at, Buffer.from(model.text), { byHand });
      model.revision = (await documents.read(at)).revision;
      model.isDirty = false;
      const isTold = Promise.withResolvers<void>();
      const listening = documents.onDidChange(() => isTold.resolve());
      documents.saved(at);
      await isTold.promise;
      listening.dispose();
      await reload();
    },
  };
}

function textOf({ bytes, revision }: { readonly bytes: Uint8Array; readonly revision: number }) {
  return { text: Buffer.from(bytes).toString("utf8"), revision };
}
