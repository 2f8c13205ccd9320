import { describe, expect, test } from "vitest";
import { addConnection } from "../../../../../src/extension/connection/commands/addConnection.ts";
import {
  answerWhen,
  contactKey,
  createRefusedContactFixture,
} from "../../../../support/editor/refusedContactFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startJsonService } from "../../../../support/services/jsonService.ts";

const served = await useServedService();

const openapi = {
  openapi: "3.1.0",
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Goog-Api-Key" } } },
  paths: { "/api/v1/projects": { get: { parameters: [{ name: "pageSize", in: "query" }] } } },
};
const yaml = `swagger: "2.0"
securityDefinitions: { key: { type: apiKey, in: header, name: X-Goog-Api-Key } }
paths: { /api/v1/projects: { get: { parameters: [{ name: pageSize, in: query, type: integer }] } } }
`;
const learned = {
  credential: { header: "X-Goog-Api-Key" },
  operations: { "projects.list": { pageSize: "pageSize" } },
};

/** Adds a connection to a service that takes the key as X-Goog-Api-Key; the files are the user's. */
async function addWith(
  answers: readonly ScriptedAnswer[],
  { files = {}, file }: { readonly files?: Readonly<Record<string, unknown>>; readonly file?: string } = {},
) {
  await using world = await createRefusedContactFixture(
    served,
    answerWhen((headers) => headers["x-goog-api-key"] === contactKey),
  );
  const fixture = await world.open(world.service.url, contactKey, ...answers);
  for (const [uri, content] of Object.entries(files))
    fixture.documents.texts.set(uri, typeof content === "string" ? content : JSON.stringify(content));
  fixture.documents.fileAnswer = file;
  await addConnection(fixture.app, {});
  const [connection] = fixture.app.connections.all();
  if (connection) await fixture.app.connections.profile(connection).flush();
  return {
    asked: fixture.readAsked(),
    shown: fixture.shown,
    profile: fixture.readProfile(),
    stored: [...fixture.user.memory.values].filter(([name]) => name.includes("dialect.said")).map(([, text]) => text),
  };
}

describe("an imported profile", () => {
  const profile = {
    version: 2,
    dialect: "other",
    credential: { header: "X-Goog-Api-Key" },
    operations: {},
  };

  test("says how the key is sent, and its facts become the user's", async () => {
    const kinds = { server: { states: [{ when: { "$.state": "ACTIVE" }, is: "ready" }] } };
    const found = await addWith(["Import Profile..."], {
      files: { "file:///aip.json": { ...profile, kinds } },
      file: "file:///aip.json",
    });
    expect(found.profile).toMatchObject({ ...profile, kinds });
    expect(found.stored.join()).toMatch(/ACTIVE.*X-Goog-Api-Key/);
  });

  test("that is none is reported, and the list is shown again", async () => {
    const found = await addWith(["Import Profile...", escapeAnswer], {
      files: { "file:///wrong.json": { version: 7 } },
      file: "file:///wrong.json",
    });
    expect(found.shown[0]).toMatch(/^warning: wrong\.json is not a profile, so nothing was imported\./);
    expect([found.asked.length, found.profile]).toEqual([2, undefined]);
  });
});

describe("an OpenAPI document", () => {
  test("from a URL says how the key is sent and what the operations take", async () => {
    await using site = await startJsonService(({ path }) => (path === "/api.json" ? { body: openapi } : undefined));
    const url = `${site.url}/api.json`;
    const found = await addWith(["Use OpenAPI Document...", "From a URL...", `${url}?token=secret`]);
    expect(found.profile).toMatchObject({ ...learned, dialect: "other", document: url });
    expect(found.stored).toEqual([]);
  });

  test("from a file is read as YAML", async () => {
    const found = await addWith(["Use OpenAPI Document...", "From a file..."], {
      files: { "file:///home/ann/api.yaml": yaml },
      file: "file:///home/ann/api.yaml",
    });
    expect(found.profile).toMatchObject({ ...learned, document: "api.yaml" });
  });

  test("of the workspace is offered", async () => {
    const found = await addWith(["Use OpenAPI Document...", "api.json"], { files: { "file:///w/api.json": openapi } });
    expect(found.profile).toMatchObject({ ...learned, document: "api.json" });
  });

  test("replaces a header that was chosen before", async () => {
    const answers = ["Header by name...", "X-Wrong", "", "Use OpenAPI Document...", "api.json"];
    const found = await addWith(answers, { files: { "file:///w/api.json": openapi } });
    expect(found.profile).toMatchObject(learned);
  });

  test("whose URL leads to none is asked for again, with the reason", async () => {
    await using site = await startJsonService(({ path }) => (path === "/page" ? { body: "<p>No</p>" } : undefined));
    const found = await addWith([
      "Use OpenAPI Document...",
      "From a URL...",
      `${site.url}/page`,
      `${site.url}/none`,
      escapeAnswer,
    ]);
    expect(found.asked.at(-2)).toMatch(/\[http:.*\/page\] \(page is not an OpenAPI document\.\)$/);
    expect(found.asked.at(-1)).toMatch(/\[http:.*\/none\] \(.* answers 404/);
    expect(found.profile).toBeUndefined();
  });

  test("that is none is reported, and its place is asked for again", async () => {
    const found = await addWith(["Use OpenAPI Document...", "other.json", escapeAnswer], {
      files: { "file:///w/other.json": { hello: "world" } },
    });
    expect(found.shown).toEqual(["warning: other.json is not an OpenAPI document. Choose another one."]);
    expect(found.asked.at(-1)).toMatch(/Where is the OpenAPI document/);
  });

  test("is left by cancelling the file dialog", async () => {
    const found = await addWith(["Use OpenAPI Document...", "From a file...", escapeAnswer]);
    expect(found.asked.at(-1)).toMatch(/Where is the OpenAPI document/);
  });
});
