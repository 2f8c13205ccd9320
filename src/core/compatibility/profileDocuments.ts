import type { ConnectionProfile } from "../connection/connectionProfile.ts";
import { createJsonDocuments, type JsonDocumentOptions, type JsonDocuments } from "../documents/jsonDocuments.ts";
import { parseProfileUri } from "../documents/profileUri.ts";
import { NoSuchDocumentError } from "../documents/virtualFiles.ts";
import type { VirtualUriParts } from "../documents/virtualUris.ts";
import { requireProfile } from "./requireProfile.ts";

type Parts = Pick<JsonDocumentOptions, "context" | "save" | "isDirty" | "now">;

/** Profiles as documents: what is learned while nobody writes in them is shown, what is saved is kept. */
export function createProfileDocuments(parts: Parts): JsonDocuments {
  const heard = new WeakSet<ConnectionProfile>();
  const documents = createJsonDocuments({
    ...parts,
    read: async (context, at) => {
      await context.connections.quiet();
      const store = requireProfile(context, readProfileConnection(at));
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

export function readProfileConnection(at: VirtualUriParts): string {
  const id = parseProfileUri(at);
  if (id !== undefined) return id;
  throw new NoSuchDocumentError(`There is no profile "${at.path}".`);
}
