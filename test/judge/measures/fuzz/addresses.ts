import fc from "fast-check";
import { expiryWords, isExpired } from "../../../../src/core/account/expiry.ts";
import { hostOf, originOf, readServiceUrl } from "../../../../src/core/connection/connection.ts";
import { operationOfUri, readConsolePath } from "../../../../src/core/console/consoleUris.ts";
import { readProfilePlace } from "../../../../src/core/documents/profileUri.ts";
import { readSettingsPlace, settingsUri } from "../../../../src/core/documents/settingsUri.ts";
import {
  placeOfUri,
  readVirtualPlace,
  uriOfPlace,
  versionFileUri,
} from "../../../../src/core/documents/virtualUris.ts";
import { placeOf, sameUri } from "../../../../src/core/foundation/folderPath.ts";
import { ago } from "../../../../src/core/foundation/formatRelativeTime.ts";
import { readModelUrl } from "../../../../src/core/testrun/modelUrl.ts";
import { documentName } from "../../../../src/text/documentName.ts";
import { law, must, total } from "./law.ts";
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

export const addresses = [
  law(
    "what is typed as a service's URL can be used, or is said why not",
    textsLike("https://team.example/api/v1/", "localhost:8080", "team.example"),
    (text) => {
      const read = readServiceUrl(text);
      if (read.kind === "unusable") return must(read.reason !== "", () => "No reason is given.");
      const { baseUrl } = read;
      must(originOf(baseUrl) !== undefined && !/[?#@]/.test(hostOf(baseUrl)), () => baseUrl);
      const again = readServiceUrl(baseUrl);
      must(
        again.kind === read.kind && again.baseUrl === baseUrl,
        () => `${baseUrl} read again is ${JSON.stringify(again)}`,
      );
    },
  ),
  law(
    "what is typed as a model's URL can be used, or is said why not",
    textsLike("https://api.openai.com/v1/chat/completions", "http://localhost:11434/v1"),
    (text) => {
      const read = readModelUrl(text);
      must(read.kind === "unusable" ? read.reason !== "" : URL.canParse(read.baseUrl), () => JSON.stringify(read));
    },
  ),
  total("a document's URI is read", uris, (uri) => {
    const at = placeOfUri(uri);
    if (at) readVirtualPlace(at);
    operationOfUri(uri);
    documentName(uri);
    placeOf(uri, ["file:///home/u/w", "vscode-remote://ssh/a"]);
    sameUri(uri, "file:///home/u/w");
  }),
  total("a document's place is read", places, (at) => {
    readVirtualPlace(at);
    readSettingsPlace(at);
    readProfilePlace(at);
    readConsolePath(at.path);
    uriOfPlace({ path: at.path.toWellFormed(), query: at.query.toWellFormed() });
  }),
  law(
    "the URI of a version's file leads to that file",
    fc.record({ name: names, artifactId: names, version: names, path: names }),
    (file) => {
      const plain = { ...file, path: file.path.replaceAll(/[/\\]/g, "-").replace(/^\.+$/, "-") || "-" };
      const at = placeOfUri(versionFileUri(plain));
      const read = at && readVirtualPlace(at);
      const { artifactId, version, path } = plain;
      must(JSON.stringify(read) === JSON.stringify({ kind: "file", artifactId, version, path }), () =>
        JSON.stringify(read),
      );
    },
  ),
  law(
    "the URI of settings leads to those settings",
    fc.record({ connectionId: names, organizationId: names, id: names, name: names }),
    ({ name, ...ids }) => {
      const place = { kind: "server", ...ids } as const;
      const at = placeOfUri(settingsUri(place, name));
      const read = at && readSettingsPlace(at);
      must(JSON.stringify(read) === JSON.stringify(place), () => JSON.stringify(read));
    },
  ),
  law("times are told in words, whatever they are", moments, (time) => {
    isExpired(time, now);
    const told = [ago(time, now), expiryWords(time, now)];
    must(!told.join().includes("NaN"), () => told.join());
  }),
];
