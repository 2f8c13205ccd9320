import { describe, expect, test } from "vitest";
import { mapResponse } from "../../../../../src/extension/profile/commands/mapResponse.ts";
import { openRawResponse } from "../../../../../src/extension/workbench/commands/openRawResponse.ts";
import { runCommand } from "../../../../../src/extension/workbench/runCommand.ts";
import type { MappingPanelSubject } from "../../../../../src/webview/protocol/mappingPanelMessages.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

/** Two lists with meaningless names. */
const unclearResponse = {
  ships: [
    { pk: "s-1", moniker: "Shop", mood: "RESTING" },
    { pk: "s-2", moniker: "Bank", mood: "RESTING" },
  ],
  crews: [{ who: "Ann" }, { who: "Bob" }],
};

async function createFixture(answers: readonly ScriptedAnswer[], more = {}, actions: readonly string[] = []) {
  const bodies = { servers: unclearResponse, projects: [], ...more };
  const fixture = await createOtherServiceFixture(served, bodies, { answers, actions });
  const panels: MappingPanelSubject[] = [];
  Object.assign(fixture.app, { showMapping: (subject: MappingPanelSubject) => void panels.push(subject) });
  return { ...fixture, panels };
}

describe("mapping a response", () => {
  test("opens the panel for the operation of a row, and changes nothing", async () => {
    await using fixture = await createFixture([]);
    const before = fixture.profileStore.read();
    await mapResponse(fixture.app, { operation: "servers.list" });
    expect(fixture.panels).toEqual([{ connection: fixture.session.connection.id, operation: "servers.list" }]);
    expect(fixture.profileStore.read()).toEqual(before);
    expect([fixture.refreshed, fixture.readMessages()]).toEqual([[], []]);
  });

  test("asks for the operation if none is given, and opens nothing after Escape", async () => {
    await using fixture = await createFixture(["servers.list", escapeAnswer]);
    await mapResponse(fixture.app, {});
    await mapResponse(fixture.app, {});
    expect(fixture.panels.map(({ operation }) => operation)).toEqual(["servers.list"]);
    expect(fixture.questions).toHaveLength(2);
  });

  test("offers operations whose answers cannot be read first if none is given", async () => {
    await using fixture = await createFixture([escapeAnswer]);
    await expect(fixture.client.call("servers.list", {})).rejects.toMatchObject({ name: "UnclearAnswerError" });
    await mapResponse(fixture.app, {});
    expect(fixture.offered[0]?.[0]).toMatchObject({ label: "servers.list", description: "cannot be read" });
  });

  test("of an operation that needs an id asks for the item first", async () => {
    const projects = {
      data: [
        { id: "p-1", name: "One" },
        { id: "p-2", name: "Two" },
      ],
    };
    await using fixture = await createFixture(["Two", escapeAnswer], { projects });
    await mapResponse(fixture.app, { operation: "project.get" });
    await mapResponse(fixture.app, { operation: "project.get" });
    expect(fixture.questions[0]).toBe("Ask project.get: Which item's answer do you want to see?");
    expect(fixture.panels).toEqual([
      { connection: fixture.session.connection.id, operation: "project.get", id: "p-2" },
    ]);
  });

  test("shows a message if there is no item yet", async () => {
    await using fixture = await createFixture([]);
    await mapResponse(fixture.app, { operation: "project.get" });
    expect(fixture.readMessages()).toEqual(["info: There is no item yet to call project.get with."]);
    expect(fixture.panels).toEqual([]);
  });

  test("does not repeat an operation that changes something", async () => {
    await using fixture = await createFixture([]);
    fixture.service.requests.length = 0;
    await mapResponse(fixture.app, { operation: "projects.create" });
    expect(fixture.service.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(fixture.readMessages()).toEqual([
      expect.stringContaining("projects.create changes something, so it is not run again"),
    ]);
    expect(fixture.panels).toEqual([]);
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
    await using fixture = await createFixture([], {}, ["Map This Answer"]);
    await failing(fixture);
    await expect.poll(() => fixture.panels.map(({ operation }) => operation)).toEqual(["servers.list"]);
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
