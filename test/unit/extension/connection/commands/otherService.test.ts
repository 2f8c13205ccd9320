import { expect, test } from "vitest";
import { addConnection } from "../../../../../src/extension/connection/commands/addConnection.ts";
import { createDisconnectedFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../../../support/services/jsonService.ts";

const served = await useServedService();

const projects = { projects: [{ uuid: "p-1", title: "Shop" }] };
const user = { id: 7, login: "someone", email: "some@one.example" };

async function addService(
  answer: (request: JsonServiceRequest) => JsonServiceResponse | undefined,
  answers: readonly ScriptedAnswer[] = [],
  actions: readonly string[] = [],
) {
  await using service = await startJsonService(answer);
  await using fixture = await createDisconnectedFixture(served, {
    answers: [service.url, "key_1", ...answers],
    actions,
  });
  await addConnection(fixture.app, {});
  const { host } = new URL(service.url);
  return {
    shown: fixture.shown.map((line) => line.replaceAll(host, "HOST")),
    questions: fixture.questions,
    ranCommands: fixture.ranCommands,
  };
}

const attributes = { name: "Someone", email: "some@one.example" };
const jsonApi = { jsonapi: { version: "1.1" }, data: { type: "users", id: "7", attributes } };

test.each([
  ["another dialect", user, "It has its own dialect, which Fairlead learns from its responses."],
  ["a known convention", jsonApi, "It looks like JSON:API; Fairlead reads it so."],
])("adding a service of %s says so, and offers its profile", async (_, me, sentence) => {
  const { shown, ranCommands } = await addService(
    ({ path }) => (path === "/api/v1/me" ? { body: me } : path === "/api/v1/projects" ? { body: projects } : undefined),
    [],
    ["Open Service Profile"],
  );
  expect(shown).toEqual([
    `info: Connected to HOST. ${sentence} Say what its values mean in its service profile. [Open Service Profile]`,
  ]);
  expect(ranCommands).toEqual(["fairlead.compatibility.check"]);
});

test("adding a service that does not report the user shows that", async () => {
  const { shown } = await addService(({ path }) => (path === "/api/v1/projects" ? { body: projects } : undefined));
  expect(shown[0]).toContain("It does not report the user of this key.");
});

test("a URL without an understandable response is asked for again, with the requests that were sent", async () => {
  const { questions } = await addService(() => undefined, [escapeAnswer]);
  expect(questions[2]).toMatch(
    /The service's URL .*none of its answers is understood \(GET \/api\/v1\/me: 404, .*Is this the right URL/,
  );
});
