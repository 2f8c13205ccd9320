import fc from "fast-check";
import { readAccounts } from "../../../../src/core/account/editorAccounts.ts";
import { checkProfile } from "../../../../src/core/compatibility/checkProfile.ts";
import { createConnectionList } from "../../../../src/core/connection/connectionList.ts";
import { createKeyring } from "../../../../src/core/connection/keyring.ts";
import {
  isSameProcess,
  parseHello,
  parseIssuedKey,
  parseServiceFile,
  startFailure,
} from "../../../../src/core/connection/localService.ts";
import { keyPrefix, profilePrefix } from "../../../../src/core/connection/secretNames.ts";
import { readOrganization } from "../../../../src/core/connection/selectedOrganization.ts";
import { checkInput } from "../../../../src/core/console/checkOperationInput.ts";
import { readHistory } from "../../../../src/core/console/operationHistory.ts";
import { checkSettings, refusalProblems } from "../../../../src/core/documents/checkSettings.ts";
import { createOpenedSettings } from "../../../../src/core/documents/documentSnapshots.ts";
import { nameHints, suggestions } from "../../../../src/core/documents/settingSuggestions.ts";
import { settingsKinds } from "../../../../src/core/documents/settingsUri.ts";
import { readSelectedProject } from "../../../../src/core/project/selectedProject.ts";
import { packFolder, UnusableFolderError } from "../../../../src/core/server/packServerFolder.ts";
import { LockError, lockedCopies, lockText, readLock } from "../../../../src/core/skill/skillsLock.ts";
import { createModelSettings } from "../../../../src/core/testrun/modelSettings.ts";
import { mapMemory } from "../../../support/editor/mapMemory.ts";
import { mapSecrets } from "../../../support/editor/mapSecrets.ts";
import { total } from "./law.ts";
import { jsonLike, textsLike } from "./texts.ts";

const file = { url: "http://127.0.0.1:8080", pid: 7, version: "0.1.0", control: "c" };
const connection = { id: "c1", name: "Team", baseUrl: "https://team.example", kind: "remote" };
const profile = {
  version: 1,
  dialect: "other",
  credential: { header: "X-Key", scheme: "Token" },
  document: null,
  operations: {
    "servers.list": {
      list: ["data"],
      paging: { kind: "cursor", next: ["next"], param: "cursor" },
      fields: { id: ["_id"] },
    },
    "server.update": { body: { server: { name: "{{name}}" } }, params: { name: null } },
  },
  states: { server: { up: "ready" } },
  errors: { message: ["error", "message"] },
};
const copy = {
  ...{ path: ".claude/skills/a", agent: "claude", service: "local", skillId: "skl_1", artifactId: "art_1" },
  ...{ version: "1.0.0", digest: "sha256:0", files: [{ path: "SKILL.md", digest: "sha256:1" }] },
};
const lock = { version: 1, skills: { a: { sourceType: "fairlead", fairlead: { copies: [copy] } } } };
const settings = {
  name: "Tiny",
  description: "Counts",
  environment: { TOKEN: null, MODE: "x" },
  desiredState: "running",
};
const entry = {
  ...{ at: "2026-01-01T00:00:00Z", connectionId: "c1", operation: "project.get", input: { id: "prj_1" } },
  ...{ status: 200, durationMs: 3, requestId: null },
};

const text = (...seeds: readonly unknown[]) => {
  const json = seeds.map((seed) => JSON.stringify(seed, null, 2));
  return fc.oneof(
    textsLike(...json),
    jsonLike(...seeds).map((value) => JSON.stringify(value) ?? ""),
  );
};
const settingsTexts = text(settings);
const place = { path: "/settings/server/Tiny (server).json", query: "id=srv_1" };
const remembered = (name: string, value: unknown) => mapMemory(new Map([[name, JSON.stringify(value)]]));
const known = { variables: [], projects: [{ id: "prj_1", name: "One" }] };

export const kept = [
  total("the service's file is read", text(file), parseServiceFile),
  total("the service's first line is read", text({ ...file, key: "flk_1" }), parseHello),
  total("a key that was issued is read", text({ key: "flk_1" }), parseIssuedKey),
  total("whether it is the same process is told", text({ pid: 7 }), (status) => isSameProcess(file, status)),
  total("why the service did not start is told", textsLike("Error: listen EADDRINUSE\n at a\n"), (output) =>
    startFailure("/data", output),
  ),
  total("a profile is checked", text(profile), checkProfile),
  total(
    "a lock file is read",
    text(lock),
    (given) => {
      const read = readLock(given, "skills-lock.json");
      lockedCopies(read);
      readLock(lockText(read), "again");
    },
    [LockError],
  ),
  total("settings are checked", fc.tuple(fc.constantFrom(...settingsKinds), settingsTexts), ([kind, given]) =>
    checkSettings(kind, given, settings),
  ),
  total(
    "what a service refuses of settings is placed",
    fc.tuple(settingsTexts, textsLike("/environment/TOKEN", "a.b")),
    (given) => refusalProblems(given[0], [{ path: given[1], message: "No." }]),
  ),
  total("settings are completed", fc.tuple(settingsTexts, fc.nat(300)), ([given, offset]) => {
    suggestions(given, offset, known);
    nameHints(given, known);
  }),
  total("an operation's input is checked", text(settings, { id: "prj_1", name: "a" }), (given) => {
    checkInput("server.update", given);
    checkInput("skill.install", given);
  }),
  total("the history that was kept is read", jsonLike([entry, entry]), (value) =>
    readHistory(remembered("user operations", value), "c1"),
  ),
  total(
    "settings that were open are read",
    jsonLike([["/a?b", { etag: "1", fields: settings, revision: 2 }]]),
    (value) => {
      const opened = createOpenedSettings(remembered("workspace settings.opened", value), () => 1);
      opened.put(place, { etag: "2", fields: settings });
    },
  ),
  total("what was selected is read", jsonLike({ id: "prj_1", name: "One" }), (value) => {
    readSelectedProject(remembered("workspace project:c1", value), "c1");
    readOrganization(remembered("workspace organization:c1", value), "c1");
  }),
  total(
    "the model that was kept is read",
    fc.tuple(jsonLike({ baseUrl: "https://m.example", name: "m" }), text({ version: 1 })),
    async (given) => {
      const secrets = mapSecrets();
      await secrets.set("fairlead.model", given[1]);
      const models = createModelSettings(remembered("user model", given[0]), secrets);
      const model = models.read();
      if (model) await models.keyFor(model);
    },
  ),
  total(
    "connections, keys and accounts that were kept are read",
    fc.tuple(text(connection), text({ version: 1, baseUrl: "https://team.example", key: "flk_1" })),
    async (given) => {
      const secrets = mapSecrets();
      await secrets.set(`${profilePrefix}c1`, given[0]);
      await secrets.set(`${keyPrefix}c1`, given[1]);
      await readAccounts(secrets);
      await createKeyring(secrets).read({ ...connection, kind: "remote" });
      const list = createConnectionList(remembered("user connections", null), secrets);
      await list.ready();
      list.dispose();
    },
  ),
  total(
    "a folder's package.json is read",
    text({ name: "tiny", main: "./server.mjs" }),
    (given) =>
      packFolder("tiny", [
        { path: "package.json", bytes: Buffer.from(given) },
        { path: "server.mjs", bytes: Buffer.from("") },
      ]),
    [UnusableFolderError],
  ),
];
