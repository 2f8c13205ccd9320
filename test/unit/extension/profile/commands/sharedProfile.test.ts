import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../../src/contract/dialectProfile.ts";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { addConnection } from "../../../../../src/extension/connection/commands/addConnection.ts";
import { nameProfileFile } from "../../../../../src/extension/connection/commands/readProfileFile.ts";
import { exportProfile } from "../../../../../src/extension/profile/commands/exportProfile.ts";
import { importProfile } from "../../../../../src/extension/profile/commands/importProfile.ts";
import { saveSupportBundle } from "../../../../../src/extension/profile/commands/saveSupportBundle.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { createRefusedContactFixture } from "../../../../support/editor/refusedContactFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { startTokenServer, tokenClient } from "../../../../support/oauth/tokenServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const file = "file:///tmp/shared.json";
const basic = { header: "Authorization", scheme: "Basic", user: "ann.canary" };
const headers = { "X-Edition": "pro-2024", "X-Shop-Secret": "hunter-two", "X-Trace": "a8f3k29dk3lz0q" };
const personal = ["ann.canary", "hunter-two", "a8f3k29dk3lz0q"];

async function open(parts: Partial<DialectProfile>, answers: readonly ScriptedAnswer[] = []) {
  const projects = { data: [{ uuid: "p-1", title: "Shop" }] };
  const fixture = await createOtherServiceFixture(served, { projects }, { answers });
  fixture.profileStore.replace({ ...fixture.profileStore.read(), ...parts });
  fixture.documents.fileAnswer = file;
  return fixture;
}

const readFile = ({ documents }: Awaited<ReturnType<typeof open>>): DialectProfile =>
  JSON.parse(documents.texts.get(file) ?? "");

describe("an exported profile", () => {
  test("leaves out the user name and what looks like a secret, and says so, but no version of a service", async () => {
    const versions = {
      "anthropic-version": "2023-06-01",
      "X-GitHub-Api-Version": "2022-11-28",
      Accept: "application/json",
    };
    const query = { edition: "3", api_key: "hunter-two" };
    await using fixture = await open({ credential: basic, headers: { ...versions, ...headers }, query });
    await exportProfile(fixture.app, {});
    expect(readFile(fixture)).toMatchObject({
      credential: { header: "Authorization", scheme: "Basic" },
      headers: { ...versions, "X-Edition": "pro-2024", "X-Shop-Secret": "", "X-Trace": "" },
      query: { edition: "3", api_key: "" },
    });
    const text = fixture.documents.texts.get(file) ?? "";
    expect(personal.filter((one) => text.includes(one))).toEqual([]);
    expect(fixture.readMessages()).toEqual([
      "info: Exported the profile of Other to shared.json. It leaves out the user name, the value of X-Shop-Secret, the value of X-Trace, the value of api_key: importing it asks for that. [Open]",
    ]);
  });

  test("is written for the team of the workspace, or to a file, or nowhere", async () => {
    const root = "file:///work/shop";
    const answers = ["The Team of This Workspace", "A File...", escapeAnswer] as const;
    await using fixture = await open({}, answers);
    const { documents } = fixture;
    documents.workspaceFolders = [root];
    const name = nameProfileFile(new URL(fixture.service.url).host);
    await exportProfile(fixture.app, {});
    expect([...(documents.folders.get(`${root}/.fairlead`)?.keys() ?? [])]).toEqual([name]);
    expect(documents.texts.has(file)).toBe(false);
    await exportProfile(fixture.app, {});
    expect(documents.texts.has(file)).toBe(true);
    documents.texts.clear();
    await exportProfile(fixture.app, {});
    expect(documents.texts.has(file)).toBe(false);
  });

  test("replaces another profile of the team after a question only", async () => {
    const team = "The Team of This Workspace";
    await using fixture = await open({}, [team, false, team, true, team]);
    const { documents, service } = fixture;
    documents.workspaceFolders = ["file:///work/shop"];
    const name = nameProfileFile(new URL(service.url).host);
    const folder = "file:///work/shop/.fairlead";
    const readShared = () => new TextDecoder().decode(documents.folders.get(folder)?.get(name));
    documents.folders.set(folder, new Map([[name, Buffer.from("{}")]]));
    await exportProfile(fixture.app, {});
    expect([readShared(), fixture.readMessages()]).toEqual(["{}", []]);
    await exportProfile(fixture.app, {});
    expect(readShared()).not.toBe("{}");
    await exportProfile(fixture.app, {});
    expect(fixture.readMessages()).toHaveLength(2);
  });

  test("of client credentials keeps the token address and leaves out the client id", async () => {
    const clientCredentials = { tokenUrl: "https://auth.example/token", clientId: "canary-client", scopes: ["read"] };
    const credential = { header: "Authorization", scheme: "Bearer", clientCredentials };
    await using fixture = await open({ credential });
    await exportProfile(fixture.app, {});
    expect(readFile(fixture).credential).toEqual({
      ...credential,
      clientCredentials: { tokenUrl: "https://auth.example/token", scopes: ["read"] },
    });
    expect(fixture.readMessages()[0]).toContain("It leaves out the client id: importing it asks for that.");
  });
});

describe("importing such a profile", () => {
  const shared = {
    ...{ version: 1, dialect: "other", operations: {} },
    credential: { header: "Authorization", scheme: "Basic" },
    headers: { "X-Edition": "pro", "X-Shop-Secret": "" },
  };
  const importing = async (answers: readonly ScriptedAnswer[], parts: Partial<DialectProfile> = {}) => {
    const fixture = await open(parts, answers);
    fixture.documents.texts.set(file, JSON.stringify(shared));
    await importProfile(fixture.app, {});
    return fixture;
  };

  test("asks for what it lacks", async () => {
    await using fixture = await importing(["bob", "typed", "Replace"]);
    expect(fixture.questions.slice(0, 2).map((line) => line.replace(/127\S+:\d+/, "HOST"))).toEqual([
      "Import a Profile for Other: The user name that goes with the key for HOST; empty if the key holds it []",
      expect.stringMatching(/^Import a Profile for Other: The value of the header X-Shop-Secret in every request to /),
    ]);
    expect(fixture.profileStore.read()).toMatchObject({
      credential: { ...shared.credential, user: "bob" },
      headers: { "X-Edition": "pro", "X-Shop-Secret": "typed" },
    });
  });

  test("takes what the connection already has", async () => {
    await using fixture = await importing(["Replace"], { credential: basic, headers });
    expect(fixture.profileStore.read()).toMatchObject({
      credential: basic,
      headers: { "X-Edition": "pro", "X-Shop-Secret": "hunter-two" },
    });
  });

  test("changes nothing with Escape or Back", async () => {
    const ways: ScriptedAnswer[][] = [[escapeAnswer], ["bob", escapeAnswer], ["bob", promptBack, promptBack]];
    for (const answers of ways) {
      await using fixture = await importing(answers);
      expect([fixture.profileStore.read().headers, fixture.unusedAnswers]).toEqual([undefined, []]);
    }
  });

  test("as the answer to how a service takes its key asks for user name, client id and secret", async () => {
    await using server = await startTokenServer();
    await using world = await createRefusedContactFixture(served, (request) => {
      if (!request.path.startsWith("/api/v1/") || !server.accepts(request)) return { status: 401, body: {} };
      return request.path === "/api/v1/me" ? { body: { id: 7, login: "someone" } } : undefined;
    });
    const answers = ["key_canary0123456789", "Import Profile...", tokenClient.id, tokenClient.secret, ""];
    const window = await world.open(world.service.url, ...answers);
    const clientCredentials = { tokenUrl: server.tokenUrl };
    const credential = { header: "Authorization", scheme: "Bearer", clientCredentials };
    window.documents.texts.set(file, JSON.stringify({ version: 1, dialect: "other", credential, operations: {} }));
    window.documents.fileAnswer = file;
    await addConnection(window.app, {});
    expect([window.unusedAnswers, window.app.connections.session().kind]).toEqual([[], "connected"]);
    expect(window.readProfile()?.credential?.clientCredentials).toMatchObject({ clientId: tokenClient.id });
  });

  test("with client credentials signs out, and offers to sign in", async () => {
    const fixture = await open({}, ["Replace"]);
    await using _ = fixture;
    const clientCredentials = { tokenUrl: "https://auth.example/token" };
    const credential = { header: "Authorization", scheme: "Bearer", clientCredentials };
    fixture.documents.texts.set(file, JSON.stringify({ version: 1, dialect: "other", credential, operations: {} }));
    await importProfile(fixture.app, {});
    expect(fixture.readMessages()).toEqual([
      "info: Other now has the profile of shared.json. Sign in to it. [Sign In]",
    ]);
    expect(fixture.app.connections.session().kind).toBe("signedOut");
  });
});

test("a support bundle holds no user name and no secret of a header", async () => {
  await using fixture = await open({ credential: basic, headers });
  fixture.app.log.warning("ann.canary may not; hunter-two is wrong, a8f3k29dk3lz0q too");
  await saveSupportBundle(fixture.app, {});
  const shared = fixture.documents.shown.join();
  expect(shared).toContain("may not");
  expect(personal.filter((one) => shared.includes(one))).toEqual([]);
});
