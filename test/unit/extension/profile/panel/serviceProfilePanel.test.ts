import { afterAll, describe, expect, test } from "vitest";
import type {
  CompatibilityPanelFromWebview,
  ShownQuestion,
  ShownServiceProfile,
} from "../../../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { createServiceProfilePanelFixture } from "../../../../support/panels/serviceProfilePanelFixture.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startJsonService } from "../../../../support/services/jsonService.ts";

const served = await useServedService();
const refusedFormat = { outcome: "refused" as const, at: "2026-01-01T00:00:00Z", status: 415, fields: {}, states: [] };

const projectOne = { uuid: "p-1", title: "Harbour works", code: "HW" };
const deploymentOf = (number: number, status: string, conclusion: string | null) => ({
  ...{ uuid: `d-${number}`, machine: "s-1", tag: `1.${number}`, status, conclusion },
});
/** Names, owners and states that Fairlead can only propose. */
const shipyard: Readonly<Record<string, unknown>> = {
  me: { id: 7, login: "someone" },
  projects: { data: [projectOne] },
  servers: {
    data: [
      { uuid: "s-1", title: "Atlas", nick: "at", group: "p-1", phase: "ready", admin_password: "hunter2" },
      { uuid: "s-2", title: "Beacon", nick: "be", group: "p-1", phase: "moored", admin_password: "hunter3" },
    ],
  },
  deployments: {
    data: [
      deploymentOf(1, "completed", "success"),
      deploymentOf(2, "completed", "failure"),
      deploymentOf(3, "in_progress", null),
    ],
  },
  skills: { mine: [{ uuid: "k-1" }], shared: [{ uuid: "k-2" }, { uuid: "k-3" }], took: 3 },
};
const service = await startJsonService(({ path, query }) => {
  if (path === "/api/v1/project")
    return query.get("ProjectSid") === "p-1" ? { body: projectOne } : { status: 400, body: { message: "Bad request" } };
  const body = shipyard[path.replace("/api/v1/", "")];
  return body === undefined ? undefined : { body };
});
afterAll(() => service[Symbol.asyncDispose]());

/** The panel, after the lists were read. */
async function openPanel() {
  const panel = await createServiceProfilePanelFixture(served, { url: service.url, key: "key_1", name: "Shipyard" });
  const client = await panel.app.connections.quiet();
  for (const name of ["projects.list", "servers.list", "deployments.list"] as const) await client?.call(name, {});
  panel.controller.onMessage({ type: "ready" });
  await panel.waitForReport(({ shown }) => (shown?.profile?.questions.length ?? 0) > 0);
  const profile = (): ShownServiceProfile => {
    return requireValue(panel.lastReport()?.shown?.profile ?? undefined);
  };
  return {
    ...panel,
    profile,
    question: (id: string) => profile().questions.find((one) => one.id === id),
    /** Sends a message whose answer is saved. */
    save: async (message: CompatibilityPanelFromWebview) => {
      const done = panel.waitForDone();
      panel.controller.onMessage(message);
      return done;
    },
    names: (title: string) =>
      profile()
        .rows.find((group) => group.title === title)
        ?.rows.map(({ name }) => name),
    states: (title: string) =>
      profile()
        .rows.find((group) => group.title === title)
        ?.rows.map(({ status }) => status?.text),
  };
}

const meanings = (question: ShownQuestion | undefined) =>
  question?.type === "states"
    ? Object.fromEntries(
        question.combinations.map(({ text, is, proposed }) => [text, is ?? (proposed && `${proposed}?`)]),
      )
    : undefined;

describe("the questions of the page Service Profile", () => {
  test("have real values but no secrets, and what is proposed, which is not shown before it is accepted", async () => {
    await using panel = await openPanel();
    expect(panel.question("server.name")).toMatchObject({
      ...{ state: "proposed", chosen: { path: "$.title" } },
      choices: expect.arrayContaining([{ path: "$.title", values: ["Atlas", "Beacon"] }]),
    });
    expect([panel.names("Servers"), panel.states("Deployments")]).toEqual([
      [null, null],
      ["completed", "completed", "in_progress"],
    ]);
    expect(panel.profile().rows.find(({ title }) => title === "Servers")?.rows[0]).toMatchObject({ id: "s-1" });
    expect(JSON.stringify(panel.posted)).toContain("admin_password");
    expect(JSON.stringify(panel.posted)).not.toMatch(/hunter\d|key_1/);
  });

  test("apply an answer at once, show it in the rows, and announce it", async () => {
    await using panel = await openPanel();
    const message = await panel.save({ type: "answer", question: "server.name", choice: "$.nick" });
    expect(message).toBe("Saved: Which value is the name of a server? $.nick");
    expect(panel.learned().read().kinds?.server?.fields).toEqual({ name: "$.nick" });
    expect(panel.question("server.name")).toMatchObject({ state: "answered", chosen: { path: "$.nick" } });
    expect(panel.names("Servers")).toEqual(["at", "be"]);
    expect(panel.refreshed).toContain("fairlead.servers");
    await panel.save({ type: "answer", question: "server.name", choice: null });
    expect(panel.names("Servers")).toEqual([null, null]);
  });

  test("accept what is proposed for one question, or all by Looks Right but what nothing is proposed for", async () => {
    await using panel = await openPanel();
    await panel.save({ type: "right", question: "server.name" });
    expect(panel.names("Servers")).toEqual(["Atlas", "Beacon"]);
    expect(panel.question("project.name")?.state).toBe("proposed");
    expect(panel.profile().proposalCount).toBeGreaterThan(1);
    expect(await panel.save({ type: "looksRight" })).toBe("Saved: all proposals are accepted.");
    expect(panel.profile().proposalCount).toBe(0);
    expect([panel.names("Projects"), panel.names("Servers")]).toEqual([["Harbour works"], ["Atlas", "Beacon"]]);
    expect(panel.question("server.status")?.state).toBe("open");
  });

  test("save what a combination means: the first answer accepts the other proposals, later ones do not", async () => {
    await using panel = await openPanel();
    const before = meanings(panel.question("deployment.status"));
    expect(Object.keys(before ?? {})).toEqual(["completed / success", "completed / failure", "in_progress / (none)"]);
    const state = (combination: number, is: string | null) =>
      panel.save({ type: "state", question: "deployment.status", combination, is });
    await state(0, "superseded");
    expect(meanings(panel.question("deployment.status"))).toMatchObject({
      ...{ "completed / success": "superseded", "completed / failure": "failed" },
    });
    await state(1, null);
    await state(2, "building");
    expect(meanings(panel.question("deployment.status"))).toEqual({
      ...{ "completed / success": "superseded", "completed / failure": null, "in_progress / (none)": "building" },
    });
    expect(panel.states("Deployments")).toEqual(["replaced", "completed", "building"]);
    await panel.save({ type: "looksRight" });
    expect(meanings(panel.question("deployment.status"))).toMatchObject({ "completed / failure": null });
  });

  test("ask about other values, which are kept until they are answered", async () => {
    await using panel = await openPanel();
    panel.controller.onMessage({ type: "columns", question: "deployment.status", paths: ["$.conclusion"] });
    await panel.waitForReport(() => Object.hasOwn(meanings(panel.question("deployment.status")) ?? {}, "failure"));
    expect(panel.learned().read().kinds?.deployment?.states).toBeUndefined();
    await panel.save({ type: "state", question: "deployment.status", combination: 0, is: "running" });
    const paths = panel
      .learned()
      .read()
      .kinds?.deployment?.states?.map(({ when }) => Object.keys(when));
    expect(new Set(paths?.flat())).toEqual(new Set(["$.conclusion"]));
  });

  test("take answers that follow each other at once", async () => {
    await using panel = await openPanel();
    for (const [combination, is] of ["running", "stopped", "queued"].entries())
      panel.controller.onMessage({ type: "state", question: "deployment.status", combination, is });
    await panel.waitForReport(
      () => meanings(panel.question("deployment.status"))?.["in_progress / (none)"] === "queued",
    );
    expect(panel.states("Deployments")).toEqual(["running", "stopped", "queued"]);
  });

  test("go on after an answer that could not be saved, which a message says", async () => {
    await using panel = await openPanel();
    const connection = requireValue(panel.app.connections.active());
    await panel.app.connections.signOut(connection);
    panel.controller.onMessage({ type: "right", question: "server.name" });
    await expect.poll(() => panel.messages.shown).toEqual([expect.stringContaining("Connect, then try again.")]);
    expect(panel.learned().read().kinds?.server?.fields).toBeUndefined();
    await panel.app.connections.signIn(connection, { key: "key_1" });
    await panel.save({ type: "right", question: "server.name" });
    expect(panel.names("Servers")).toEqual(["Atlas", "Beacon"]);
  });

  test("ignore what is not, or no longer, on the page", async () => {
    await using panel = await openPanel();
    const [before, questions] = [panel.learned().read(), panel.profile().questions];
    const messages: CompatibilityPanelFromWebview[] = [
      { type: "answer", question: "no.such", choice: null },
      { type: "answer", question: "server.name", choice: "$.gone" },
      { type: "answer", question: "server.status", choice: "$.phase" },
      { type: "state", question: "deployment.status", combination: 99, is: "running" },
      { type: "state", question: "deployment.status", combination: 0, is: "moored" },
      { type: "columns", question: "deployment.status", paths: ["$.gone"] },
      { type: "right", question: "no.such" },
      { type: "selector", question: "select.GET", by: { in: "query", name: "sid", value: "{id}" } },
      { type: "selector", question: "server.name", by: { in: "query", name: "", value: "" } },
      { type: "preset", name: "no-such" },
    ];
    for (const message of messages) panel.controller.onMessage(message);
    await panel.save({ type: "right", question: "project.name" });
    const { project, ...kinds } = panel.learned().read().kinds ?? {};
    expect(kinds).toEqual(
      Object.fromEntries(Object.entries(before.kinds ?? {}).filter(([kind]) => kind !== "project")),
    );
    expect([panel.learned().read().preset, panel.learned().read().select]).toEqual([before.preset, before.select]);
    expect(panel.posted.filter(({ type }) => type === "problem")).toEqual([]);
    expect(panel.question("server.name")).toEqual(questions.find(({ id }) => id === "server.name"));
  });

  test("are those of the active connection", async () => {
    await using panel = await openPanel();
    const { kinds } = panel.learned().read();
    const shipyardProfile = panel.learned();
    await panel.app.connections.useLocal();
    panel.controller.onMessage({ type: "answer", question: "server.name", choice: "$.nick" });
    await panel.waitForReport(({ shown }) => shown?.connection === "Local service" && shown.profile === null);
    expect(shipyardProfile.read().kinds).toEqual(kinds);
  });

  test("ask how a request names an item after the service refused one, and send it again after the answer", async () => {
    await using panel = await openPanel();
    expect(panel.question("select.GET")).toBeUndefined();
    const client = await panel.app.connections.quiet();
    const read = () => client?.call("project.get", { id: "p-1" });
    await expect(read()).rejects.toThrow();
    expect(panel.learned().evidence()["project.get"]?.outcome).toBe("refused");
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(() => panel.question("select.GET") !== undefined);
    expect(panel.question("select.GET")).toMatchObject({
      ...{ state: "open", chosen: null, refused: [expect.stringMatching(/^Could not read one project at /)] },
    });
    const ids = panel.profile().questions.map(({ id }) => id);
    expect(ids.slice(ids.indexOf("select.GET") - 1).slice(0, 3)).toEqual([
      "server.projectId",
      "select.GET",
      "deployment.version",
    ]);

    const by = { in: "query", name: "{Kind}Sid", value: "{id}" } as const;
    panel.controller.onMessage({ type: "selector", question: "select.GET", by: { ...by, value: "always" } });
    await expect
      .poll(() => panel.posted.at(-1))
      .toMatchObject({
        ...{ type: "problem", question: "select.GET", field: "value" },
        message: expect.stringContaining("only with {id}"),
      });
    expect(panel.learned().read().select).toBeUndefined();

    const saved = "Saved: How does a request that reads, changes or deletes an item name it?";
    expect(await panel.save({ type: "selector", question: "select.GET", by })).toBe(saved);
    expect(panel.learned().read().select).toEqual({ GET: { in: "query", name: "{Kind}Sid" } });
    expect(panel.question("select.GET")).toMatchObject({ state: "answered", chosen: by });
    await expect.poll(() => panel.learned().evidence()["project.get"]?.outcome).toBe("works");
  });

  test("ask where a list is that was not recognised, before all others, and read it again", async () => {
    await using panel = await openPanel();
    const client = await panel.app.connections.quiet();
    await expect(client?.call("skills.list", {})).rejects.toThrow("holds no list");
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(() => panel.question("list.skills.list") !== undefined);
    const refused = [expect.stringMatching(/^Could not list skills at /)];
    const choices = expect.arrayContaining([{ path: "$.mine", values: ["[1]", "uuid"] }]);
    const open = { id: "list.skills.list", state: "open", chosen: null, refused, choices };
    expect(panel.profile().questions[0]).toMatchObject(open);
    await panel.save({ type: "answer", question: "list.skills.list", choice: "$.mine" });
    expect(panel.learned().read().operations["skills.list"]?.list).toBe("$.mine");
    await expect.poll(() => panel.learned().evidence()["skills.list"]?.outcome).toBe("works");
    panel.controller.onMessage({ type: "ready" });
    await expect.poll(() => panel.question("list.skills.list")).toBeUndefined();
  });

  test("ask for the format after the service refused one, and accept that which it names with all that is proposed", async () => {
    await using panel = await openPanel();
    const words = "Send application/x-www-form-urlencoded.";
    panel.learned().saveEvidence("projects.create", { ...refusedFormat, words });
    const count = panel.profile().proposalCount;
    panel.controller.onMessage({ type: "ready" });
    await panel.waitForReport(() => panel.question("format") !== undefined);
    expect(panel.question("format")).toMatchObject({ state: "proposed", chosen: { path: "form" } });
    expect(panel.profile().proposalCount).toBe(count + 1);
    await panel.save({ type: "looksRight" });
    expect(panel.learned().read().format).toBe("form");
    await panel.save({ type: "answer", question: "format", choice: "multipart" });
    expect(panel.learned().read().format).toBe("multipart");
  });

  test("read the service again with the convention that the user chooses", async () => {
    await using panel = await openPanel();
    expect(await panel.save({ type: "preset", name: "json-api" })).toBe("Saved: JSON:API");
    expect(panel.learned().read().preset).toBe("json-api");
    await expect.poll(() => panel.learned().evidence()["servers.list"]?.outcome).toBe("works");
  });
});
