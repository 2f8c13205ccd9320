import fc from "fast-check";
import { formatExpiry, isExpired } from "../../../../src/extension/account/model/expiry.ts";
import { findFolderPath, isSameUri } from "../../../../src/extension/base/folderPath.ts";
import {
  findOperationOfUri,
  formatVirtualUri,
  readConsolePath,
  readVirtualDocumentId,
  splitVirtualUri,
  versionFileUri,
} from "../../../../src/extension/base/uris/virtualUris.ts";
import { readServiceUrl, readUrlHost, readUrlOrigin } from "../../../../src/extension/connection/model/connection.ts";
import { parseProfileUri } from "../../../../src/extension/documents/model/profileUri.ts";
import { parseSettingsUri, settingsUri } from "../../../../src/extension/documents/model/settingsUri.ts";
import { readModelUrl } from "../../../../src/extension/testing/commands/configureModel.ts";
import { readDocumentName } from "../../../../src/text/documentName.ts";
import { formatRelativeTime } from "../../../../src/text/formatRelativeTime.ts";
import { assertHolds, createLaw, createTotalLaw } from "./law.ts";
import { textsLike } from "./texts.ts";

const uris = textsLike(
  "fairlead:/version/tiny/1.0.0/src/server.mjs?artifact=art_1&version=1.0.0",
  "fairlead:/settings/server/Tiny%20(server).json?connection%3Dc1%26organization%3Do%26id%3Ds",
  "file:///home/u/w/.claude/skills/a%20b",
);
const places = fc.record({
  path: textsLike(
    "/version/tiny/1.0.0/src/server.mjs",
    "/settings/server/Tiny (server).json",
    "/profile/a.json",
    "/operation/me.get/input.json",
  ),
  query: textsLike("artifact=art_1&version=1.0.0", "connection=c1&organization=o&id=s"),
});
const moments = textsLike("2026-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59Z");
const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const names = fc.oneof(words, textsLike("Tiny", "a/b", "..")).filter((name) => name !== "" && name.isWellFormed());
const now = Date.UTC(2026, 0, 1);

export const addressLaws = [
  createLaw(
    "a service's URL is accepted, or rejected with the reason",
    textsLike("https://team.example/api/v1/", "localhost:8080", "team.example"),
    (text) => {
      const read = readServiceUrl(text);
      if (read.kind === "unusable") return assertHolds(read.reason !== "", () => "No reason is given.");
      const { baseUrl } = read;
      assertHolds(readUrlOrigin(baseUrl) !== undefined && !/[?#@]/.test(readUrlHost(baseUrl)), () => baseUrl);
      const again = readServiceUrl(baseUrl);
      assertHolds(
        again.kind === read.kind && again.baseUrl === baseUrl,
        () => `${baseUrl} read again is ${JSON.stringify(again)}`,
      );
    },
  ),
  createLaw(
    "a model's URL is accepted, or rejected with the reason",
    textsLike("https://api.openai.com/v1/chat/completions", "http://localhost:11434/v1"),
    (text) => {
      const read = readModelUrl(text);
      assertHolds(read.kind === "unusable" ? read.reason !== "" : URL.canParse(read.baseUrl), () =>
        JSON.stringify(read),
      );
    },
  ),
  createTotalLaw("a document's URI is parsed", uris, (uri) => {
    const at = splitVirtualUri(uri);
    if (at) readVirtualDocumentId(at);
    findOperationOfUri(uri);
    readDocumentName(uri);
    findFolderPath(uri, ["file:///home/u/w", "vscode-remote://ssh/a"]);
    isSameUri(uri, "file:///home/u/w");
  }),
  createTotalLaw("a document's path is parsed", places, (at) => {
    readVirtualDocumentId(at);
    parseSettingsUri(at);
    parseProfileUri(at);
    readConsolePath(at.path);
    formatVirtualUri({ path: at.path.toWellFormed(), query: at.query.toWellFormed() });
  }),
  createLaw(
    "the URI of a version's file leads to that file",
    fc.record({ name: names, artifactId: names, version: names, path: names }),
    (file) => {
      const plain = { ...file, path: file.path.replaceAll(/[/\\]/g, "-").replace(/^\.+$/, "-") || "-" };
      const at = splitVirtualUri(versionFileUri(plain));
      const read = at && readVirtualDocumentId(at);
      const { artifactId, version, path } = plain;
      assertHolds(JSON.stringify(read) === JSON.stringify({ kind: "file", artifactId, version, path }), () =>
        JSON.stringify(read),
      );
    },
  ),
  createLaw(
    "the URI of settings leads to those settings",
    fc.record({ connectionId: names, organizationId: names, id: names, name: names }),
    ({ name, ...ids }) => {
      const place = { kind: "server", ...ids } as const;
      const at = splitVirtualUri(settingsUri(place, name));
      const read = at && parseSettingsUri(at);
      assertHolds(JSON.stringify(read) === JSON.stringify(place), () => JSON.stringify(read));
    },
  ),
  createLaw("any time is formatted", moments, (time) => {
    isExpired(time, now);
    const texts = [formatRelativeTime(time, now), formatExpiry(time, now)];
    assertHolds(!texts.join().includes("NaN"), () => texts.join());
  }),
];
