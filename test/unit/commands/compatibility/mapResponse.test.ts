import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mapResponse } from "../../../../src/commands/compatibility/mapResponse.ts";
import { runCommand } from "../../../../src/commands/runCommand.ts";
import { openRawResponse } from "../../../../src/commands/view/openRawResponse.ts";
import { promptBack } from "../../../../src/core/foundation/ports.ts";
import type { CommandTarget } from "../../../../src/core/view/commandTarget.ts";
import { createOtherServiceFixture } from "../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { startServedService } from "../../../support/service/servedService.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

/** Two lists with meaningless names. */
const unclearResponse = {
  ships: [
    { pk: "s-1", moniker: "Shop", mood: "RESTING" },
    { pk: "s-2", moniker: "Bank", mood: "RESTING" },
  ],
  crews: [{ who: "Ann" }, { who: "Bob" }],
};
const onProjects: CommandTarget = { operation: "projects.list" };

const createFixture = (answers: readonly ScriptedAnswer[], more = {}, actions: readonly string[] = []) =>
  createOtherServiceFixture(served, { servers: unclearResponse, projects: [], ...more }, { answers, actions });

describe("mapping a response", () => {
  test("shows the response, asks for list and fields, saves them in the profile and refreshes the list", async () => {
    await using fixture = await createFixture(["ships", "pk", "moniker", "mood"]);
    await mapResponse(fixture.app, { operation: "servers.list" });
    expect(fixture.documents.shown).toEqual([`servers.list.json: ${JSON.stringify(unclearResponse, null, 2)}\n`]);
    expect(fixture.questions).toEqual([
      "Map the Answer to servers.list: Which list holds the items?",
      "Map the Answer to servers.list: Which field is the id?",
      "Map the Answer to servers.list: Which field is the name?",
      "Map the Answer to servers.list: Which field is the state?",
    ]);
    expect(fixture.profileStore.read().operations["servers.list"]).toMatchObject({
      list: ["ships"],
      fields: { id: ["pk"], name: ["moniker"], status: ["mood"] },
    });
    const { items } = await fixture.client.call("servers.list", {});
    expect(items.map(({ id, name, status }) => [id, name, status])).toEqual([
      ["s-1", "Shop", { unknown: "RESTING" }],
      ["s-2", "Bank", { unknown: "RESTING" }],
    ]);
    expect(fixture.refreshed).toContain("fairlead.servers");
    expect(fixture.readMessages().at(-1)).toBe(
      "info: servers.list is read with your mapping: its items are in ships, id is pk, name is moniker, status is mood. [Edit Profile]",
    );
  });

  test.each<[string, readonly ScriptedAnswer[]]>([
    ["the list", [escapeAnswer]],
    ["the id", ["ships", escapeAnswer]],
    ["the name", ["ships", "pk", escapeAnswer]],
    ["the state", ["ships", "pk", "moniker", escapeAnswer]],
  ])("changes nothing after Escape at %s", async (_what, answers) => {
    await using fixture = await createFixture(answers);
    const before = fixture.profileStore.read();
    await mapResponse(fixture.app, { operation: "servers.list" });
    expect(fixture.profileStore.read().operations["servers.list"]?.list).toEqual(
      before.operations["servers.list"]?.list,
    );
    expect(fixture.unusedAnswers).toEqual([]);
    expect(fixture.refreshed).toEqual([]);
  });

  test("goes back a step, and clears the selected fields if the list changes", async () => {
    await using fixture = await createFixture([
      "ships",
      "pk",
      promptBack,
      promptBack,
      "crews",
      "who",
      "None of These",
      "None of These",
    ]);
    await mapResponse(fixture.app, { operation: "servers.list" });
    expect(fixture.profileStore.read().operations["servers.list"]).toMatchObject({
      list: ["crews"],
      fields: { id: ["who"] },
    });
  });

  test("offers operations whose answers cannot be read first if none is given", async () => {
    await using fixture = await createFixture([escapeAnswer]);
    await expect(fixture.client.call("servers.list", {})).rejects.toMatchObject({ name: "UnclearAnswerError" });
    let first: string | undefined;
    const pick: typeof fixture.app.prompts.pick = async ({ choices }) => {
      const [one] = await choices;
      first = `${one?.label}: ${one?.description}`;
      return undefined;
    };
    await mapResponse({ ...fixture.app, prompts: { ...fixture.app.prompts, pick } }, {});
    expect(first).toBe("servers.list: cannot be read");
  });

  test("of an operation that needs an id asks for the item first", async () => {
    const projects = {
      data: [
        { id: "p-1", name: "One" },
        { id: "p-2", name: "Two" },
      ],
    };
    const project = { wrapped: { thing: { id: "p-2", name: "Two" } } };
    await using fixture = await createFixture(["Two", "wrapped > thing", "id", "name"], { projects, project });
    await mapResponse(fixture.app, { operation: "project.get" });
    expect(fixture.questions[0]).toBe("Ask project.get: Which item's answer do you want to see?");
    expect(fixture.profileStore.read().operations["project.get"]).toMatchObject({ item: ["wrapped", "thing"] });
  });

  test("shows a message if there is no item yet", async () => {
    await using fixture = await createFixture([]);
    await mapResponse(fixture.app, { operation: "project.get" });
    expect(fixture.readMessages()).toEqual(["info: There is no item yet to call project.get with."]);
  });

  test("does not repeat an operation that changes something", async () => {
    await using fixture = await createFixture([]);
    fixture.service.requests.length = 0;
    await mapResponse(fixture.app, { operation: "projects.create" });
    expect(fixture.service.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(fixture.readMessages()).toEqual([
      expect.stringContaining("projects.create changes something, so it is not run again"),
    ]);
  });

  test("shows a message if the response contains no list of objects", async () => {
    await using fixture = await createFixture([], { projects: { count: 0 } });
    await runCommand(fixture.app, "fairlead.answer.map", mapResponse, onProjects);
    expect(fixture.readMessages()).toEqual([
      expect.stringContaining("In what projects.list answered there is no list of objects that could be mapped."),
    ]);
  });
});

describe("a response that is not understood", () => {
  const failing = async (fixture: Awaited<ReturnType<typeof createFixture>>) => {
    await runCommand(
      fixture.app,
      "fairlead.refresh",
      async () => void (await fixture.client.call("servers.list", {})),
      {},
    );
  };

  test("offers in its message to map or show the response", async () => {
    await using fixture = await createFixture(["ships", "pk", "moniker", "mood"], {}, ["Map This Answer"]);
    await failing(fixture);
    await expect.poll(() => fixture.profileStore.read().operations["servers.list"]?.list).toEqual(["ships"]);
    expect(fixture.readMessages()[0]).toContain("[Map This Answer, Show Raw Answer, Show Log]");
  });

  test("is shown unchanged", async () => {
    await using fixture = await createFixture([], {}, ["Show Raw Answer"]);
    await failing(fixture);
    await expect
      .poll(() => fixture.documents.shown)
      .toEqual([`servers.list.json: ${JSON.stringify(unclearResponse, null, 2)}\n`]);
  });

  test("is shown from its row in a view", async () => {
    await using fixture = await createFixture([]);
    const node = { kind: "note", id: "x", icon: "", label: "", detail: "", operation: "servers.list" } as const;
    await openRawResponse(fixture.app, { node });
    expect(fixture.documents.shown).toHaveLength(1);
  });
});
