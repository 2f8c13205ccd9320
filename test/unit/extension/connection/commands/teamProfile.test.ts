import { describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { addConnection } from "../../../../../src/extension/connection/commands/addConnection.ts";
import { nameProfileFile } from "../../../../../src/extension/connection/commands/readProfileFile.ts";
import {
  answerWhen,
  contactKey,
  createRefusedContactFixture,
} from "../../../../support/editor/refusedContactFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const root = "file:///work/shop";
const team = { version: 2, dialect: "other", credential: { header: "X-Team-Key" }, operations: {} };
const asked = (name: string) =>
  `Add Connection: This workspace says in ${name} how HOST is read. Use it? (The key goes to HOST in X-Team-Key.)`;

/** Adds a connection in a workspace that has a profile for the service. */
async function start(profile: object = team, folders = [root]) {
  const world = await createRefusedContactFixture(
    served,
    answerWhen((headers) => headers["x-team-key"] === contactKey),
  );
  const name = nameProfileFile(world.host);
  const add = async (...answers: readonly ScriptedAnswer[]) => {
    const fixture = await world.open(world.service.url, contactKey, ...answers);
    fixture.documents.workspaceFolders = folders;
    fixture.documents.texts.set(`${root}/.fairlead/${name}`, JSON.stringify(profile));
    await addConnection(fixture.app, {});
    return fixture;
  };
  return { ...world, name, add };
}

describe("a profile that the workspace has for a host", () => {
  test("is shown and used after a question that says where the key goes", async () => {
    await using world = await start();
    const { documents, readAsked, readProfile } = await world.add("Use It");
    expect(readAsked()).toEqual([asked(world.name.replaceAll(world.host, "HOST"))]);
    expect(documents.shown).toEqual([`${root}/.fairlead/${world.name}`]);
    expect(readProfile()?.credential).toEqual({ header: "X-Team-Key" });
  });

  test("is not used where the user goes without it, and not offered again", async () => {
    await using world = await start();
    const { readAsked } = await world.add("Connect Without It", escapeAnswer);
    expect(readAsked().slice(1)).toEqual([expect.stringContaining("How does HOST take its key?")]);
    expect(world.service.requests.some(({ headers }) => "x-team-key" in headers)).toBe(false);
  });

  test.each<[string, readonly ScriptedAnswer[]]>([
    ["Escape, before the key is sent", [escapeAnswer]],
    ["Escape at the key, which Back leads to", [promptBack, escapeAnswer]],
  ])("is left by %s", async (_what, answers) => {
    await using world = await start();
    const { app } = await world.add(...answers);
    const keyed = world.service.requests.filter(({ headers }) => JSON.stringify(headers).includes(contactKey));
    expect([app.connections.session().kind, keyed]).toEqual(["none", []]);
  });

  test.each<[string, object, readonly string[]]>([
    ["the workspace is not trusted", team, []],
    ["it is no profile", { version: 2, colour: "red" }, [root]],
  ])("is not offered where %s", async (_what, profile, folders) => {
    await using world = await start(profile, [...folders]);
    const { readAsked } = await world.add(escapeAnswer);
    expect(readAsked()).toEqual([expect.stringContaining("How does HOST take its key?")]);
  });

  test("names the server that its client secret goes to", async () => {
    const clientCredentials = { tokenUrl: "https://tokens.example/token" };
    await using world = await start({
      ...team,
      credential: { header: "Authorization", scheme: "Bearer", clientCredentials },
    });
    const { readAsked } = await world.add(escapeAnswer);
    expect(readAsked()[0]).toContain(
      "The client secret goes to tokens.example. The key goes to HOST in Authorization: Bearer.",
    );
  });
});
