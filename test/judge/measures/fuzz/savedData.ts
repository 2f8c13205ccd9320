import fc from "fast-check";
import { packServerFolder, UnusableFolderError } from "../../../../src/client/files/packServerFolder.ts";
import { readEditorAccounts } from "../../../../src/extension/account/model/editorAccounts.ts";
import { createConnectionList } from "../../../../src/extension/connection/model/connectionList.ts";
import {
  createKeyring,
  keySecretPrefix,
  profileSecretPrefix,
} from "../../../../src/extension/connection/model/keyring.ts";
import {
  describeStartFailure,
  isLocalServiceProcess,
  parseIssuedKey,
  parseLocalServiceFile,
  parseLocalServiceHello,
} from "../../../../src/extension/connection/model/localService.ts";
import { readSelectedOrganization } from "../../../../src/extension/connection/model/selectedOrganization.ts";
import { checkOperationInput } from "../../../../src/extension/console/model/checkOperationInput.ts";
import { readOperationHistory } from "../../../../src/extension/console/model/operationHistory.ts";
import { checkSettings, findRejectedFields } from "../../../../src/extension/documents/model/checkSettings.ts";
import { createDocumentSnapshots } from "../../../../src/extension/documents/model/jsonDocuments.ts";
import { findNameHints, suggestSettingValues } from "../../../../src/extension/documents/model/settingSuggestions.ts";
import { settingsKinds } from "../../../../src/extension/documents/model/settingsUri.ts";
import { checkProfile } from "../../../../src/extension/profile/model/checkProfile.ts";
import { readSelectedProject } from "../../../../src/extension/project/model/selectedProject.ts";
import {
  formatSkillsLock,
  LockFileError,
  listLockedCopies,
  parseSkillsLock,
} from "../../../../src/extension/skill/model/skillsLock.ts";
import { createModelSettings } from "../../../../src/extension/testing/model/modelSettings.ts";
import { createMapMemory } from "../../../support/editor/mapMemory.ts";
import { createMapSecrets } from "../../../support/editor/mapSecrets.ts";
import { createTotalLaw } from "./law.ts";
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
const remembered = (name: string, value: unknown) => createMapMemory(new Map([[name, JSON.stringify(value)]]));
const known = { variables: [], projects: [{ id: "prj_1", name: "One" }] };

export const savedDataLaws = [
  createTotalLaw("service.json is parsed", text(file), parseLocalServiceFile),
  createTotalLaw("the service's first line is parsed", text({ ...file, key: "flk_1" }), parseLocalServiceHello),
  createTotalLaw("an issued key is parsed", text({ key: "flk_1" }), parseIssuedKey),
  createTotalLaw("a process is compared with the recorded one", text({ pid: 7 }), (status) =>
    isLocalServiceProcess(file, status),
  ),
  createTotalLaw(
    "a failed start of the service is described",
    textsLike("Error: listen EADDRINUSE\n at a\n"),
    (output) => describeStartFailure("/data", output),
  ),
  createTotalLaw("a profile is checked", text(profile), checkProfile),
  createTotalLaw(
    "a lock file is parsed",
    text(lock),
    (given) => {
      const read = parseSkillsLock(given, "skills-lock.json");
      listLockedCopies(read);
      parseSkillsLock(formatSkillsLock(read), "again");
    },
    [LockFileError],
  ),
  createTotalLaw("settings are checked", fc.tuple(fc.constantFrom(...settingsKinds), settingsTexts), ([kind, given]) =>
    checkSettings(kind, given, settings),
  ),
  createTotalLaw(
    "problems that a service reports for settings get a location",
    fc.tuple(settingsTexts, textsLike("/environment/TOKEN", "a.b")),
    (given) => findRejectedFields(given[0], [{ path: given[1], message: "No." }]),
  ),
  createTotalLaw("settings are completed", fc.tuple(settingsTexts, fc.nat(300)), ([given, offset]) => {
    suggestSettingValues(given, offset, known);
    findNameHints(given, known);
  }),
  createTotalLaw("an operation's input is checked", text(settings, { id: "prj_1", name: "a" }), (given) => {
    checkOperationInput("server.update", given);
    checkOperationInput("skill.install", given);
  }),
  createTotalLaw("the saved history is parsed", jsonLike([entry, entry]), (value) =>
    readOperationHistory(remembered("user operations", value), "c1"),
  ),
  createTotalLaw(
    "saved settings drafts are parsed",
    jsonLike([["/a?b", { etag: "1", fields: settings, revision: 2 }]]),
    (value) => {
      const opened = createDocumentSnapshots(remembered("workspace settings.opened", value), () => 1);
      opened.save(place, { etag: "2", fields: settings });
    },
  ),
  createTotalLaw("the saved selection is parsed", jsonLike({ id: "prj_1", name: "One" }), (value) => {
    readSelectedProject(remembered("workspace project:c1", value), "c1");
    readSelectedOrganization(remembered("workspace organization:c1", value), "c1");
  }),
  createTotalLaw(
    "the saved model is parsed",
    fc.tuple(jsonLike({ baseUrl: "https://m.example", name: "m" }), text({ version: 1 })),
    async (given) => {
      const secrets = createMapSecrets();
      await secrets.set("fairlead.model", given[1]);
      const models = createModelSettings(remembered("user model", given[0]), secrets);
      const model = models.read();
      if (model) await models.keyFor(model);
    },
  ),
  createTotalLaw(
    "saved connections, keys and accounts are parsed",
    fc.tuple(text(connection), text({ version: 1, baseUrl: "https://team.example", key: "flk_1" })),
    async (given) => {
      const secrets = createMapSecrets();
      await secrets.set(`${profileSecretPrefix}c1`, given[0]);
      await secrets.set(`${keySecretPrefix}c1`, given[1]);
      await readEditorAccounts(secrets);
      await createKeyring(secrets).read({ ...connection, kind: "remote" });
      const list = createConnectionList(remembered("user connections", null), secrets);
      await list.ready();
      list.dispose();
    },
  ),
  createTotalLaw(
    "a folder's package.json is read",
    text({ name: "tiny", main: "./server.mjs" }),
    (given) =>
      packServerFolder("tiny", [
        { path: "package.json", bytes: Buffer.from(given) },
        { path: "server.mjs", bytes: Buffer.from("") },
      ]),
    [UnusableFolderError],
  ),
];
