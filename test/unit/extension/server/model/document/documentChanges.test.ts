import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import type { Server } from "../../../../../../src/contract/servers.ts";
import { createVersionFiles } from "../../../../../../src/extension/registry/model/versionFiles.ts";
import { DocumentChanges } from "../../../../../../src/extension/server/model/document/documentChanges.ts";
import { createFetchChangedText } from "../../../../../../src/extension/server/model/fetchText.ts";
import { openServerLinks } from "../../../../../../src/extension/server/model/serverLinks.ts";
import { compareWithVersion } from "../../../../../../src/generator/compareWithVersion.ts";
import { createOverlay } from "../../../../../support/documents/applyOverlayText.ts";
import { createPetDocument } from "../../../../../support/documents/petDocument.ts";
import { createMapMemory } from "../../../../../support/editor/mapMemory.ts";
import { listenOnLoopback } from "../../../../../support/network/listenOnLoopback.ts";
import { createTinyServer } from "../../../../../support/servers/deployTinyServer.ts";
import { generateServerFrom } from "../../../../../support/servers/generateServer.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";

const uri = "file:///home/me/pets.yaml";
const overlayUri = "file:///home/me/pets.overlay.yaml";
const document = createPetDocument();
/** Without `/orders`, and with `PUT /pets`. */
const newDocument = document.replace('"/orders": {', '"/more": {').replace('"listOrders"', '"listMore"');
const difference = {
  document: "pets.yaml",
  version: "0.1.0",
  problem: undefined,
  counts: { added: 1, changed: 0, removed: 1 },
};
const served = await useServedService();
const server = await generate("Pets");

async function generate(name: string, include?: string[]): Promise<Server> {
  const source = { kind: "openapi", document, ...(include && { include }) } as const;
  return generateServerFrom(served, name, { source });
}

interface Given {
  readonly server?: Server;
  readonly uri?: string;
  readonly include?: readonly string[];
  readonly unchosen?: readonly string[];
}

/** A server that is linked to a document, in files that the test changes. */
async function follow(files: Record<string, string>, given: Given = {}) {
  const followed = given.server ?? server;
  const links = openServerLinks(createMapMemory(), "connection");
  const { include, unchosen } = given;
  await links.saveDocument(given.uri ?? uri, {
    ...{ serverId: followed.id, choice: include ? { include } : {}, unchosen },
  });
  const watched = new Map<string, () => void>();
  const editor = { isFocused: true, now: 0 };
  const counts = { comparisons: 0, changes: 0 };
  const logged: string[] = [];
  const diagnosed: [string, number][] = [];
  const changes = new DocumentChanges({
    versions: createVersionFiles(),
    links: () => links,
    readFile: async (file) => (files[file] === undefined ? undefined : Buffer.from(files[file])),
    readPart: async (_document, file) => files[file],
    diagnose: (file, problems) => void diagnosed.push([file, problems.length]),
    watchFiles: (uris, listener) => {
      for (const one of uris) watched.set(one, listener);
      return { dispose: () => uris.forEach((one) => void watched.delete(one)) };
    },
    documentAnalyzer: {
      compare: async (source, version) => {
        counts.comparisons += 1;
        return compareWithVersion(source, version);
      },
    },
    fetchChangedText: createFetchChangedText(),
    maxTools: () => 80,
    isFocused: () => editor.isFocused,
    now: () => editor.now,
    log: { info: (message) => void logged.push(message) },
  });
  changes.onDidChange(() => {
    counts.changes += 1;
  });
  const find = async (state = followed) => {
    changes.find(served.api, state);
    await changes.settled();
    return changes.find(served.api, state);
  };
  return { changes, files, find, watched, editor, counts, logged, diagnosed };
}

describe("the row of a server with a document", () => {
  test("shows nothing while the document is the one of the version, and compares only digests", async () => {
    const { find, counts } = await follow({ [uri]: document });
    expect(await find()).toBeUndefined();
    expect(counts).toEqual({ comparisons: 0, changes: 0 });
  });

  test("shows what the document changed on disk, after the watcher reports it", async () => {
    const { find, files, watched, counts } = await follow({ [uri]: document });
    await find();
    files[uri] = newDocument;
    expect(await find()).toBeUndefined();
    watched.get(uri)?.();
    expect(counts.changes).toBe(1);
    expect(await find()).toEqual(difference);
    expect(counts).toEqual({ comparisons: 1, changes: 2 });
    files[uri] = document;
    watched.get(uri)?.();
    expect(await find()).toBeUndefined();
  });

  test("shows what a new overlay changes", async () => {
    const { find, files, watched } = await follow({ [uri]: document });
    await find();
    files[overlayUri] = createOverlay("  - target: $.paths['/pets'].get\n    update: { summary: All pets }\n");
    watched.get(overlayUri)?.();
    expect(await find()).toEqual({ ...difference, counts: { added: 0, changed: 1, removed: 0 } });
  });

  test("shows what a part of the document changed, also one that was missing before", async () => {
    const split = document.replace('"/orders": {', '"/more": { "$ref": "more.json" }, "/orders": {');
    const part = "file:///home/me/more.json";
    const { find, files, watched, diagnosed } = await follow({ [uri]: split });
    expect(await find()).toMatchObject({
      problem: expect.stringContaining('The file "more.json" is not there.'),
      counts: { added: 0, changed: 0, removed: 0 },
    });
    files[part] = '{ "get": { "operationId": "listMore" } }';
    watched.get(part)?.();
    expect(diagnosed).toEqual([]);
    expect(await find()).toEqual({ ...difference, counts: { added: 1, changed: 0, removed: 0 } });
    expect(diagnosed).toEqual([
      [uri, 0],
      [part, 0],
    ]);
    files[part] = '{ "get": { "operationId": "listMore" }, "post": { "operationId": "addMore" } }';
    watched.get(part)?.();
    expect(await find()).toEqual({ ...difference, counts: { added: 2, changed: 0, removed: 0 } });
  });

  test("shows nothing when other texts give the same tools", async () => {
    const { find } = await follow({ [uri]: `${document}\n` });
    expect(await find()).toBeUndefined();
  });

  test("counts a new operation outside of the selection only if it is known which were left out", async () => {
    const added = document.replace('"/orders": {', '"/more": { "get": {} }, "/orders": {');
    const selected = await generate("Selected", ["GET /pets"]);
    const given = { server: selected, include: ["GET /pets"] };
    const unchosen = ["POST /pets", "GET /orders"];
    expect((await (await follow({ [uri]: added }, { ...given, unchosen })).find())?.counts.added).toBe(1);
    expect(await (await follow({ [uri]: added }, given)).find()).toBeUndefined();
  });

  test("shows nothing without its document, for a version that names no document, and for an archived server", async () => {
    expect(await (await follow({})).find()).toBeUndefined();
    const own = await createTinyServer(served, "Own code", "healthy");
    expect(await (await follow({ [uri]: newDocument }, { server: own })).find()).toBeUndefined();
    const { find } = await follow({ [uri]: newDocument });
    expect(await find()).toEqual(difference);
    expect(await find({ ...server, archived: true })).toBeUndefined();
  });

  test("is compared again with another version, and stops watching when it is cleared", async () => {
    const { changes, find, watched, logged } = await follow({ [uri]: newDocument });
    expect(await find()).toEqual(difference);
    expect(await find({ ...server, latestVersion: "9.9.9" })).toBeUndefined();
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/^Whether pets\.yaml changes the tools of srv_[\w-]+ is not known: /);
    expect(watched.size).toBe(4);
    changes.clear();
    expect(watched.size).toBe(0);
  });
});

describe("a document at a URL", () => {
  async function startWeb() {
    const web = { text: document, requests: [] as string[], url: "", stop: () => {} };
    const listener = createServer(({ headers }, response) => {
      const etag = `"${web.text.length}"`;
      const isKnown = headers["if-none-match"] === etag;
      web.requests.push(isKnown ? "304" : "200");
      response.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? undefined : web.text);
    });
    const { url, close } = await listenOnLoopback(listener);
    web.url = `${url}/pets.yaml?key=secret`;
    web.stop = close;
    return web;
  }

  test("is requested again on Refresh and after a while in a focused window, and sent again only when it changed", async () => {
    const web = await startWeb();
    const { changes, find, editor, watched } = await follow({}, { uri: web.url });
    expect(await find()).toBeUndefined();
    expect(await find()).toBeUndefined();
    expect([...watched.keys(), ...web.requests]).toEqual(["200"]);
    changes.recheck();
    await find();
    expect(web.requests).toEqual(["200", "304"]);
    web.text = `${newDocument} `;
    editor.now = 15 * 60_000;
    editor.isFocused = false;
    expect(await find()).toBeUndefined();
    editor.isFocused = true;
    expect(await find()).toEqual(difference);
    changes.recheck();
    expect(await find()).toEqual(difference);
    expect(web.requests).toEqual(["200", "304", "200", "304"]);
    web.stop();
  });

  test("is not requested for a version that names no document", async () => {
    const web = await startWeb();
    const own = await createTinyServer(served, "Own code of the web", "healthy");
    await (await follow({}, { uri: web.url, server: own })).find();
    expect(web.requests).toEqual([]);
    web.stop();
  });

  test("that cannot be fetched leaves the row as it was, and its query out of the log", async () => {
    const web = await startWeb();
    web.text = `${newDocument} `;
    const { changes, find, logged } = await follow({}, { uri: web.url });
    expect(await find()).toEqual(difference);
    web.stop();
    changes.recheck();
    expect(await find()).toEqual(difference);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("could not be fetched");
    expect(logged[0]).not.toContain("secret");
  });
});
