import { describe, expect, test } from "vitest";
import { fleet, mappedFleet } from "../../../../support/browser/mappingPage.ts";
import { createMappingPanelFixture } from "../../../../support/panels/mappingPanelFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const createPanelFixture = (options?: Parameters<typeof createMappingPanelFixture>[1]) =>
  createMappingPanelFixture(served, options);

describe("the mapping panel", () => {
  test("posts nothing and calls nothing before its page is ready", async () => {
    await using panel = await createPanelFixture();
    panel.service.requests.length = 0;
    expect([panel.posted, panel.service.requests]).toEqual([[], []]);
  });

  test("posts the masked answer with the contract's fields and states", async () => {
    await using panel = await createPanelFixture();
    panel.ready();
    const { shown, problem } = await panel.waitFor("answer");
    expect(problem).toBeNull();
    expect(shown).toMatchObject({ operation: "servers.list", connection: "Other", kind: "list", notes: [] });
    expect(shown?.nodes.slice(0, 3)).toEqual([
      { depth: 0, key: "", kind: "object", text: "4 fields" },
      { depth: 1, key: "harbour", kind: "object", text: "2 fields" },
      { depth: 2, key: "name", kind: "text", text: "North" },
    ]);
    expect(JSON.stringify(shown)).not.toContain("flk_0123");
    expect(shown?.fields.slice(0, 3).map(({ label }) => label)).toEqual(["Id", "Name", "State"]);
    expect(shown?.states.map(({ state }) => state)).toEqual(["draft", "generating", "ready", "failed"]);
  });

  test("posts what is read now, and reads nothing where two lists are equally likely", async () => {
    await using panel = await createPanelFixture();
    panel.ready();
    const { shown } = await panel.waitFor("reading");
    expect([shown.place, shown.rows]).toEqual([null, []]);
    expect(shown.problems).toEqual(["Fairlead finds no list of items in this answer. Choose it on the left."]);
  });

  test("reads the answer with each choice at once, as the client then reads the service", async () => {
    await using panel = await createPanelFixture();
    panel.ready();
    await panel.waitFor("reading");
    const [holder] = mappedFleet;
    const listed = await panel.read(holder ? [holder] : []);
    expect([listed.place, listed.itemCount]).toEqual([["ships"], 3]);
    const shown = await panel.read(mappedFleet);
    expect(shown.columns.map(({ label, place, source }) => [label, place, source])).toEqual([
      ["Name", ["moniker"], "your choice"],
      ["Id", ["pk"], "your choice"],
      ["State", ["mood"], "your choice"],
    ]);
    const cells = shown.rows.map((row) => row.cells.map((cell) => cell && [cell.kind, cell.text]));
    expect(cells[0]).toEqual([
      ["text", "Weather Tools"],
      ["text", "s-101"],
      ["unknownState", "AFLOAT"],
    ]);
    expect(cells[2]?.[2]).toEqual(["state", "failed"]);
    expect(shown.words).toEqual([
      { word: "AFLOAT", state: null, isProposed: false },
      { word: "RESTING", state: null, isProposed: false },
    ]);
    panel.controller.onMessage({ type: "save", changes: [...mappedFleet] });
    await panel.waitFor("saved");
    const { items } = await panel.client.call("servers.list", {});
    expect(
      items.map(({ id, name, status }) => [name, id, typeof status === "object" ? status.unknown : status]),
    ).toEqual(shown.rows.map((row) => row.cells.map((cell) => cell?.text)));
  });

  test("reads one item, with its place in the answer", async () => {
    const project = { wrapped: { thing: { nr: "p-2", caption: "Two" } } };
    const projects = [{ id: "p-2", name: "Two" }];
    await using panel = await createPanelFixture({
      operation: "project.get",
      id: "p-2",
      bodies: { project, projects },
    });
    panel.ready([
      { kind: "holder", path: ["wrapped", "thing"] },
      { kind: "field", field: "name", path: ["caption"] },
    ]);
    const { shown } = await panel.waitFor("reading");
    expect([shown.place, shown.rows[0]?.place]).toEqual([
      ["wrapped", "thing"],
      ["wrapped", "thing"],
    ]);
    expect(shown.rows[0]?.cells[0]?.text).toBe("Two");
  });

  test("marks what is only proposed", async () => {
    await using panel = await createPanelFixture();
    panel.ready();
    await panel.waitFor("reading");
    const shown = await panel.read(mappedFleet.slice(0, 2), [
      ...mappedFleet.slice(2, 3),
      { kind: "state", word: "AFLOAT", state: "ready" },
    ]);
    expect(shown.columns.map(({ field, isProposed }) => [field, isProposed])).toEqual([
      ["name", true],
      ["id", false],
    ]);
    expect(shown.words).toEqual([{ word: "AFLOAT", state: "ready", isProposed: true }]);
  });

  test("reads a field nowhere that no item has", async () => {
    await using panel = await createPanelFixture({
      bodies: { servers: { items: [{ id: "a", name: "A", status: "ready" }] } },
    });
    panel.ready();
    const before = (await panel.waitFor("reading")).shown;
    expect(before.columns.map(({ field, source }) => [field, source])).toEqual([
      ["name", "its own name"],
      ["id", "its own name"],
      ["status", "its own name"],
    ]);
    const after = await panel.read([{ kind: "absent", fields: ["status"] }]);
    expect(after.columns.map(({ field }) => field)).toEqual(["name", "id"]);
    expect(after.missing).toContain("State");
  });

  test("names the place of a choice that cannot be read", async () => {
    await using panel = await createPanelFixture();
    panel.ready();
    await panel.waitFor("reading");
    const shown = await panel.read([...mappedFleet, { kind: "field", field: "createdAt", path: ["moniker"] }]);
    expect(shown.columns.find(({ field }) => field === "createdAt")?.problem).toBe(
      "No value there can be read as Created At.",
    );
  });

  test("says when the chosen list is none, and when items have no id", async () => {
    await using panel = await createPanelFixture({
      bodies: { servers: { items: [{ moniker: "a" }, { moniker: "b" }] } },
    });
    panel.ready();
    const { shown } = await panel.waitFor("reading");
    expect(shown.problems).toEqual([expect.stringContaining("2 items are without an id of their own")]);
    const other = await panel.read([{ kind: "holder", path: ["nowhere"] }]);
    expect(other.problems[0]).toBe("What you chose is no list of items, so another list is read.");
  });

  test("calls the operation once, and again only when the user reads again", async () => {
    await using panel = await createPanelFixture();
    const count = () => panel.service.requests.filter(({ path }) => path.endsWith("/servers")).length;
    const start = count();
    panel.ready();
    await panel.waitFor("reading");
    await panel.read(mappedFleet);
    panel.controller.hide();
    panel.posted.length = 0;
    panel.ready(mappedFleet);
    await panel.waitFor("reading");
    expect(count() - start).toBe(1);
    panel.posted.length = 0;
    panel.controller.onMessage({ type: "refresh" });
    await panel.waitFor("reading");
    expect(count() - start).toBe(2);
  });

  test("posts nothing while it is hidden", async () => {
    await using panel = await createPanelFixture();
    panel.ready();
    await panel.waitFor("models");
    panel.controller.hide();
    const before = panel.posted.length;
    panel.controller.onMessage({ type: "read", changes: [...mappedFleet], proposed: [] });
    await panel.app.readWithProfile(panel.profileStore.read(), "servers.list", fleet);
    expect(panel.posted.length).toBe(before);
  });

  test("saves the choices as facts of the user, and refreshes the views", async () => {
    await using panel = await createPanelFixture();
    panel.ready(mappedFleet);
    await panel.waitFor("reading");
    expect(panel.profileStore.read().operations["servers.list"]?.fields).toBeUndefined();
    panel.controller.onMessage({
      type: "save",
      changes: [...mappedFleet, { kind: "state", word: "AFLOAT", state: "ready" }],
    });
    await panel.waitFor("saved");
    expect(panel.profileStore.read()).toMatchObject({
      operations: { "servers.list": { list: ["ships"], fields: { id: ["pk"], name: ["moniker"], status: ["mood"] } } },
      states: { server: { AFLOAT: "ready" } },
    });
    expect(panel.profileStore.origins().user).toContain('["operations","servers.list","fields","name"]');
    expect(panel.refreshed).toContain("fairlead.servers");
    expect(panel.readMessages()).toEqual(["info: servers.list is read with your mapping. [Edit Profile]"]);
    const { shown } = await panel.waitFor("reading", ({ shown: one }) => one.columns[0]?.source === "you");
    expect(shown.columns.map(({ source }) => source)).toEqual(["you", "you", "you"]);
  });

  test("saves once when the user saves again meanwhile", async () => {
    await using panel = await createPanelFixture();
    panel.ready(mappedFleet);
    await panel.waitFor("reading");
    for (const _ of [1, 2]) panel.controller.onMessage({ type: "save", changes: [...mappedFleet] });
    await panel.waitFor("saved");
    await panel.waitFor("reading", ({ shown }) => shown.columns[0]?.source === "you");
    expect(panel.posted.filter(({ type }) => type === "saved")).toMatchObject([{ count: 4 }]);
  });

  test("removes an explained word from the unknown states of the report", async () => {
    await using panel = await createPanelFixture();
    panel.ready();
    panel.controller.onMessage({ type: "save", changes: [...mappedFleet] });
    await panel.waitFor("saved");
    await panel.client.call("servers.list", {});
    expect(panel.profileStore.evidence()["servers.list"]?.states).toEqual(["AFLOAT", "RESTING"]);
    panel.posted.length = 0;
    panel.controller.onMessage({ type: "save", changes: [{ kind: "state", word: "RESTING", state: "draft" }] });
    await panel.waitFor("saved");
    expect(panel.profileStore.evidence()["servers.list"]?.states).toEqual(["AFLOAT"]);
  });

  test("changes nothing when it is closed", async () => {
    await using panel = await createPanelFixture();
    const before = panel.profileStore.read().operations["servers.list"];
    panel.ready(mappedFleet);
    await panel.waitFor("reading");
    panel.controller.dispose();
    expect(panel.profileStore.read().operations["servers.list"]?.fields).toEqual(before?.fields);
    expect(panel.refreshed).toEqual([]);
  });

  test("shows why the answer cannot be read, and reads it after the remedy", async () => {
    await using panel = await createPanelFixture();
    const active = panel.app.connections.active();
    if (active) await panel.app.connections.signOut(active);
    panel.ready();
    const { shown, problem } = await panel.waitFor("answer");
    expect([shown, problem?.remedy]).toEqual([null, "Sign In"]);
    panel.controller.onMessage({ type: "remedy" });
    await expect.poll(() => panel.ranCommands).toEqual(["fairlead.connection.signIn"]);
  });

  test("belongs to its connection: it saves nothing for another one", async () => {
    await using panel = await createPanelFixture();
    panel.ready();
    await panel.waitFor("reading");
    await panel.app.connections.useLocal();
    panel.controller.onMessage({ type: "save", changes: [...mappedFleet] });
    await expect.poll(() => panel.readMessages()).toEqual([expect.stringContaining("This profile belongs to Other")]);
    panel.posted.length = 0;
    panel.ready(mappedFleet);
    const { problem } = await panel.waitFor("answer");
    expect(problem?.message).toContain("Switch to that connection");
    expect(panel.profileStore.read().operations["servers.list"]?.fields).toBeUndefined();
  });

  test("says when the operation of a restored panel cannot be mapped, and calls nothing", async () => {
    await using panel = await createPanelFixture({ operation: "projects.create" });
    panel.service.requests.length = 0;
    panel.ready();
    const { problem } = await panel.waitFor("answer");
    expect(problem).toEqual({ message: "What this operation answers cannot be mapped.", remedy: "Try Again" });
    expect(panel.service.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("maps another answer by the command", async () => {
    await using panel = await createPanelFixture();
    panel.controller.onMessage({ type: "another" });
    expect(panel.ranCommands).toEqual(["fairlead.answer.map"]);
  });

  test("has one panel for each connection, operation and item", async () => {
    await using panel = await createPanelFixture();
    const subject = { connection: "c", operation: "project.get", id: "1" };
    expect(panel.kind.key(subject)).toBe(panel.kind.key({ ...subject }));
    const others = [
      { ...subject, id: "2" },
      { ...subject, connection: "d" },
      { ...subject, operation: "projects.list" },
    ];
    expect(new Set([subject, ...others].map((one) => panel.kind.key(one))).size).toBe(4);
    expect(panel.kind.title(subject)).toBe("Map project.get");
  });
});
