import * as l10n from "@vscode/l10n";
import type { VirtualUriParts } from "../../base/uris/virtualUris.ts";
import type { ConnectionProfile } from "../../connection/model/connectionProfile.ts";
import {
  createJsonDocuments,
  type JsonDocumentOptions,
  type JsonDocuments,
} from "../../documents/model/jsonDocuments.ts";
import { parseProfileUri } from "../../documents/model/remoteDocumentUri.ts";
import { NoSuchDocumentError } from "../../documents/model/virtualFiles.ts";
import { requireProfile } from "./requireProfile.ts";

type Parts = Pick<JsonDocumentOptions, "context" | "save" | "isDirty" | "now">;

/** Profiles as documents: a clean document follows what is learned, and saving stores the user's edits. */
export function createProfileDocuments(parts: Parts): JsonDocuments {
  const subscription = new WeakSet<ConnectionProfile>();
  const documents = createJsonDocuments({
    ...parts,
    read: async (context, at) => {
      await context.connections.quiet();
      const store = requireProfile(context, readProfileConnection(at));
      if (!subscription.has(store)) store.onChange(documents.reread);
      subscription.add(store);
      return { etag: "", fields: store.read() };
    },
    onlyByHand: l10n.t("A profile is only stored when you save it yourself, not by Auto Save."),
    memoryName: "profiles.opened",
  });
  // New facts can be learned at any time, and saving merges them with the edits. A constant revision keeps VS Code
  // from reporting a conflict.
  return { ...documents, read: async (at) => ({ ...(await documents.read(at)), revision: 1 }) };
}

export function readProfileConnection(at: VirtualUriParts): string {
  const id = parseProfileUri(at);
  if (id !== undefined) return id;
  throw new NoSuchDocumentError(l10n.t`There is no profile "${at.path}".`);
}
