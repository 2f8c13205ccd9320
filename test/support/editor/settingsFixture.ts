import type { Command, Target } from "../../../src/commands/app.ts";
import { saveDocument } from "../../../src/commands/documents/saveActiveDocument.ts";
import { saveSettings } from "../../../src/commands/documents/saveSettings.ts";
import type { Fields } from "../../../src/core/documents/fieldChanges.ts";
import type { EditedDocuments } from "../../../src/core/documents/jsonDocuments.ts";
import { createSettingsDocuments } from "../../../src/core/documents/settingsDocuments.ts";
import { uriOfPlace, type VirtualPlace } from "../../../src/core/documents/virtualUris.ts";
import type { startServedService } from "../service/servedService.ts";
import { commandBench } from "./commandFixture.ts";
import { virtualPlace } from "./decodeVirtualUri.ts";

type Given = Parameters<typeof commandBench>[1];

export interface EditedModel {
  text: string;
  revision: number;
  isDirty: boolean;
}

let clock = 1000;

/** A window with documents of settings: they are read, written and read again in the order in which VS Code does it. */
export async function settingsBench(served: Awaited<ReturnType<typeof startServedService>>, given: Given = {}) {
  const bench = await commandBench(served, given);
  const models = new Map<string, EditedModel>();
  const documents = createSettingsDocuments({
    app: async () => bench.app,
    save: saveSettings,
    isDirty: (at) => models.get(uriOfPlace(at))?.isDirty ?? false,
    now: () => {
      clock += 10;
      return clock;
    },
  });
  Object.assign(bench.app, { settingsDocuments: documents });
  const open = async (at: VirtualPlace, restored?: Pick<EditedModel, "text" | "revision">) => {
    const file = restored ?? textOf(await documents.read(at));
    const model = { ...file, isDirty: restored !== undefined };
    models.set(uriOfPlace(at), model);
    return documentOf(documents, at, model);
  };
  return {
    ...bench,
    /** Runs a command that opens a document, as the editor shows it. */
    edit: async (command: Command, target: Target = {}) => {
      await command(bench.app, target);
      return open(virtualPlace(bench.documents.shown.at(-1) ?? ""));
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
      await saveDocument(bench.app, {});
    },
    /** What is wrong with it, by line. */
    problemsOf: (at: VirtualPlace) =>
      (bench.documents.problems.get(uriOfPlace(at)) ?? []).map(({ line, message }) => `${line}: ${message}`),
  };
}

export type EditedDocument = ReturnType<typeof documentOf>;

/** A document as the editor holds it. */
export function documentOf(documents: EditedDocuments, at: VirtualPlace, model: EditedModel) {
  const reload = async () => Object.assign(model, textOf(await documents.read(at)));
  const type = (text: string) => Object.assign(model, { text, isDirty: true });
  return {
    at,
    model,
    uri: uriOfPlace(at),
    fields: (): Fields => JSON.parse(model.text),
    type,
    change: (fields: Fields) => type(JSON.stringify({ ...JSON.parse(model.text), ...fields }, null, 2)),
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
