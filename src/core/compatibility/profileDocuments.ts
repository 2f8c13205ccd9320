import type { OpenProfileKeeper } from "../connection/connectionProfile.ts";
import { createEditedDocuments, type EditedDocumentParts, type EditedDocuments } from "../documents/jsonDocuments.ts";
import { readProfilePlace } from "../documents/profileUri.ts";
import { NoSuchDocumentError } from "../documents/virtualFiles.ts";
import type { VirtualPlace } from "../documents/virtualUris.ts";
import { profileStore } from "./requireProfile.ts";

type Parts = Pick<EditedDocumentParts, "app" | "save" | "isDirty" | "now">;

/** Profiles as documents: what is learned while nobody writes in them is shown, what is saved is kept. */
export function createProfileDocuments(parts: Parts): EditedDocuments {
  const heard = new WeakSet<OpenProfileKeeper>();
  const documents = createEditedDocuments({
    ...parts,
    read: async (app, at) => {
      await app.connections.quiet();
      const store = profileStore(app, connectionAt(at));
      if (!heard.has(store)) store.onChange(documents.reread);
      heard.add(store);
      return { etag: "", fields: store.read() };
    },
    onlyByHand: "A profile is kept when you save it yourself, never by Auto Save.",
    memoryName: "profiles.opened",
  });
  // More may be learned at any time: what somebody wrote meanwhile is merged with that when it is saved, and never out of date.
  return { ...documents, read: async (at) => ({ ...(await documents.read(at)), revision: 1 }) };
}

export function connectionAt(at: VirtualPlace): string {
  const id = readProfilePlace(at);
  if (id !== undefined) return id;
  throw new NoSuchDocumentError(`There is no profile "${at.path}".`);
}
