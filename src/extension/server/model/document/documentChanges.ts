import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { DocumentSource } from "../../../../generator/document/bundleParts.ts";
import { isWebUri, readDocumentName } from "../../../../text/documentName.ts";
import { isArchived } from "../../../base/archivedState.ts";
import { createEmitter } from "../../../base/emitter.ts";
import { readErrorMessage } from "../../../base/failure.ts";
import type { Disposable, EditorDocuments, Logger } from "../../../base/ports.ts";
import type { FetchChangedText, TextValidators } from "../fetchText.ts";
import { listOverlayUris } from "../overlay/findOverlay.ts";
import type { ServerLinks } from "../serverLinks.ts";
import { type CompareDocumentContext, compareDocument, type ServerVersion } from "./compareDocument.ts";
import { readDocumentSource, type SourceReader } from "./readDocumentSource.ts";
import { countTools, hasToolCounts, type ToolCounts } from "./toolDifference.ts";

/** A document that gives a server other tools than a version has, or none as it is now. */
export interface DocumentChange {
  /** The name of the document. */
  readonly document: string;
  readonly version: string;
  /** undefined: it can be generated from. */
  readonly problem: string | undefined;
  readonly counts: ToolCounts;
}

export interface DocumentChangesOptions extends CompareDocumentContext {
  readonly links: () => ServerLinks;
  readonly readFile: EditorDocuments["readFile"];
  readonly readPart: EditorDocuments["readPart"];
  readonly diagnose: EditorDocuments["diagnose"];
  /** Calls the listener when one of the files may have changed. */
  readonly watchFiles: (uris: readonly string[], listener: () => void) => Disposable;
  readonly fetchChangedText: FetchChangedText;
  readonly maxTools: () => number;
  /** Whether the user looks at this window. */
  readonly isFocused: () => boolean;
  readonly now: () => number;
  readonly log: Pick<Logger, "info">;
}

/** A server's document, and what the last check found. */
interface FollowedDocument {
  readonly uri: string;
  /** Differs when a check would compare something else. */
  readonly key: string;
  readonly version: ServerVersion;
  /** The files that the document referred to at the last check. */
  partUris: readonly string[];
  watch: Disposable;
  isStale: boolean;
  checkedAt: number;
  validators: TextValidators | undefined;
  found: DocumentChange | undefined;
}

const fetchIntervalMs = 15 * 60_000;

/**
 * Finds the servers whose documents changed since their latest version was generated. Only documents that the user linked to a server
 * here are read, one at a time, while a view asks for them.
 */
export class DocumentChanges implements Disposable {
  readonly #options: DocumentChangesOptions;
  readonly #followed = new Map<string, FollowedDocument>();
  readonly #changes = createEmitter<void>();
  #queue: Promise<void> = Promise.resolve();

  constructor(options: DocumentChangesOptions) {
    this.#options = options;
  }

  /** Fires when a document may have changed, and when a check has another result than the one before. */
  onDidChange(listener: () => void): Disposable {
    return this.#changes.on(listener);
  }

  /** The result of the last check. Starts another one if the document may have changed. */
  find(client: ServiceClient, server: Server): DocumentChange | undefined {
    const { id } = server;
    const followed = this.#follow(client, server);
    if (!followed) return undefined;
    if (this.#isDue(followed)) {
      followed.isStale = false;
      followed.checkedAt = this.#options.now();
      this.#queue = this.#queue.then(() => this.#check(id, followed));
    }
    return followed.found;
  }

  /** Makes the next `find` check every document, also those at URLs. */
  recheck(): void {
    for (const followed of this.#followed.values()) followed.isStale = true;
  }

  /** Resolves when the checks that were started have ended. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  /** Drops the servers of a connection. */
  clear(): void {
    for (const id of [...this.#followed.keys()]) this.#drop(id);
  }

  dispose(): void {
    this.clear();
  }

  #follow(client: ServiceClient, server: Server): FollowedDocument | undefined {
    const { id, artifactId, latestVersion: version } = server;
    const links = this.#options.links();
    const uri = links.documentOf(id);
    if (uri === undefined || !artifactId || !version || isArchived(server)) return this.#drop(id);
    const link = links.ofDocument(uri);
    const { include } = link?.choice ?? {};
    const maxTools = this.#options.maxTools();
    const compared = { artifactId, version, include, unchosen: link?.unchosen, maxTools };
    const key = JSON.stringify([uri, compared]);
    const known = this.#followed.get(id);
    if (known?.key === key && known.version.client === client) return known;
    this.#drop(id);
    const followed = this.#open(uri, key, { client, ...compared });
    this.#followed.set(id, followed);
    return followed;
  }

  #open(uri: string, key: string, version: ServerVersion): FollowedDocument {
    const initial = { isStale: true, checkedAt: 0, validators: undefined, found: undefined, partUris: [] };
    const followed: FollowedDocument = { uri, key, version, watch: { dispose: () => {} }, ...initial };
    this.#watch(followed, []);
    return followed;
  }

  #watch(followed: FollowedDocument, partUris: readonly string[]): void {
    const { uri } = followed;
    followed.watch.dispose();
    followed.partUris = partUris;
    followed.watch = this.#options.watchFiles(isWebUri(uri) ? [] : [uri, ...listOverlayUris(uri), ...partUris], () => {
      followed.isStale = true;
      this.#changes.emit();
    });
  }

  #drop(id: string): undefined {
    this.#followed.get(id)?.watch.dispose();
    this.#followed.delete(id);
    return undefined;
  }

  #isDue({ isStale, uri, checkedAt }: FollowedDocument): boolean {
    const { isFocused, now } = this.#options;
    return isStale || (isWebUri(uri) && isFocused() && now() - checkedAt >= fetchIntervalMs);
  }

  async #check(id: string, followed: FollowedDocument): Promise<void> {
    const isCurrent = () => this.#followed.get(id) === followed;
    if (!isCurrent()) return;
    try {
      const found = await this.#compare(followed);
      if (!isCurrent() || JSON.stringify(found) === JSON.stringify(followed.found)) return;
      // Those that a generation showed are gone with their cause.
      if (followed.found?.problem !== undefined && found?.problem === undefined && !isWebUri(followed.uri))
        for (const file of [followed.uri, ...followed.partUris]) this.#options.diagnose(file, []);
      followed.found = found;
      this.#changes.emit();
    } catch (error) {
      const name = readDocumentName(followed.uri);
      // A URL may have a secret in its query.
      const reason = readErrorMessage(error).replaceAll(followed.uri, name);
      this.#options.log.info(`Whether ${name} changes the tools of ${id} is not known: ${reason}`);
    }
  }

  async #compare(followed: FollowedDocument): Promise<DocumentChange | undefined> {
    const { uri, version, found } = followed;
    let isUnchanged = false;
    const difference = await compareDocument(this.#options, version, async () => {
      if (!isWebUri(uri)) return this.#readFiles(followed);
      const source = await this.#fetch(followed);
      isUnchanged = source === undefined;
      return source;
    });
    if (isUnchanged) return found;
    if (!difference) return undefined;
    const { problem } = difference;
    const counts = countTools(difference);
    return problem !== undefined || hasToolCounts(counts)
      ? { document: readDocumentName(uri), version: version.version, problem, counts }
      : undefined;
  }

  /** As they are on disk: an unsaved change is not yet one of the document. */
  async #readFiles(followed: FollowedDocument): Promise<DocumentSource | undefined> {
    const { uri } = followed;
    const { readFile, readPart } = this.#options;
    const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
    const bytes = await readFile(uri);
    if (!bytes) return undefined;
    const saved: SourceReader = {
      readFile,
      read: async (file) => decode(await readFile(file)),
      readPart: (document, part) => readPart(document, part, { isSaved: true }),
    };
    const { source, partUris } = await readDocumentSource(saved, { uri, text: decode(bytes) });
    const isFollowed = [...this.#followed.values()].includes(followed);
    if (isFollowed && partUris.join() !== followed.partUris.join()) this.#watch(followed, partUris);
    return source;
  }

  /** undefined: the text has not changed since the last check. */
  async #fetch(followed: FollowedDocument): Promise<DocumentSource | undefined> {
    const { fetchChangedText } = this.#options;
    const fetched = await fetchChangedText(followed.uri, followed.validators, new AbortController().signal);
    if (!fetched) return undefined;
    followed.validators = fetched.validators;
    return { text: fetched.text };
  }
}
