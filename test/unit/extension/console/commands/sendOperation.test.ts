import { describe, expect, test } from "vitest";
import { consoleUri } from "../../../../../src/extension/base/uris/virtualUris.ts";
import { writeSelectedOrganization } from "../../../../../src/extension/connection/model/selectedOrganization.ts";
import { runOperation } from "../../../../../src/extension/console/commands/runOperation.ts";
import { sendOperation, showResponse } from "../../../../../src/extension/console/commands/sendOperation.ts";
import { projectResponse, startScriptedClient } from "../../../../support/client/scriptedClient.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { createOperationFixture } from "../../../../support/editor/operationFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { formatHttpResponse } from "../../../../support/network/rawServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const projectNames = async () => (await served.api.call("projects.list", { limit: 200 })).items.map(({ name }) => name);

describe("before the request", () => {
  test("an invalid input is reported with its line, and nothing is sent", async () => {
    await using fixture = await createOperationFixture(served, { actions: ["Show Problem"] });
    await fixture.send("projects.create", '{\n  "name": "",\n  "nome": "x"\n}');
    const uri = consoleUri("input", "projects.create");
    expect(fixture.documents.problems.get(uri)).toMatchObject([{ line: 1 }, { line: 2 }]);
    expect(fixture.messages.shown).toEqual([
      "warning: projects.create was not run because its input is invalid: name: It must not be empty. (and 1 more) [Show Problem]",
    ]);
    expect(fixture.documents.shown).toEqual([uri]);
    expect(fixture.answer("projects.create")).toBeUndefined();
  });

  test("a change is confirmed with operation, service and organization", async () => {
    await using fixture = await createOperationFixture(served, { answers: ["Do Not Run", escapeAnswer] });
    await fixture.send("project.update", { id: served.project.id, name: "Not so" });
    await fixture.send("project.update", { id: served.project.id, name: "Not so" });
    const { name } = await served.api.call("organization.get", {});
    expect(fixture.prompts.questions[0]).toBe(
      `Run project.update on ${served.project.id} at Local service (${new URL(served.service.url).host}), organization ${name}?: It changes something there.`,
    );
    expect(await projectNames()).not.toContain("Not so");
  });

  test("a deletion needs the confirmation for irreversible actions", async () => {
    const { id } = await served.api.call("apiKeys.create", { name: "to be deleted" });
    await using fixture = await createOperationFixture(served, { answers: [false, true] });
    await fixture.send("apiKeys.delete", { id });
    expect(fixture.answer("apiKeys.delete")).toBeUndefined();
    await fixture.send("apiKeys.delete", { id });
    expect(fixture.answer("apiKeys.delete")).toMatchObject({ status: 204 });
    expect(fixture.answer("apiKeys.delete")).not.toHaveProperty("body");
  });

  test("a reading or safe operation needs no confirmation, and without a connection nothing is sent", async () => {
    await using fixture = await createOperationFixture(served);
    await fixture.send("projects.list", {});
    await fixture.send("runtime.token", { serverId: "srv_none" });
    expect(fixture.prompts.questions).toEqual([]);
    expect(fixture.answer("runtime.token")).toMatchObject({ status: 404 });
    await fixture.send("me.get", {}, { ...fixture.app, client: async () => undefined });
    expect(fixture.answer("me.get")).toBeUndefined();
  });

  test("another connection than that of the input needs a confirmation", async () => {
    const key = served.service.issueKey("other");
    await using fixture = await createOperationFixture(served, { answers: ["me.get", false, true] });
    await runOperation(fixture.app, {});
    await fixture.app.connections.add({ baseUrl: served.service.url, key }, "Other");
    await fixture.send("me.get", {});
    expect(fixture.prompts.questions[1]).toMatch(/^Run me\.get at Other \(/);
    expect(fixture.answer("me.get")).toBeUndefined();
    await fixture.send("me.get", {});
    expect(fixture.answer("me.get").at).toMatch(/^Other \(/);
    await fixture.send("me.get", {});
    expect(fixture.prompts.unusedAnswers).toEqual([]);
  });

  test("another organization needs a confirmation too", async () => {
    await using fixture = await createOperationFixture(served, { answers: ["organization.get", false] });
    await runOperation(fixture.app, {});
    await writeSelectedOrganization(fixture.memory, "local", { id: "org_other", name: "Other" });
    await fixture.send("organization.get", {});
    expect(fixture.prompts.questions[1]).toContain("organization Other");
    expect(fixture.answer("organization.get")).toBeUndefined();
  });
});

describe("a response", () => {
  test("is shown beside the request, and lists are refreshed after a change", async () => {
    await using fixture = await createOperationFixture(served, { answers: ["Run"] });
    await fixture.send("projects.create", { name: "From the console" });
    const { idempotencyKey, body } = fixture.answer("projects.create");
    expect(body).toMatchObject({ name: "From the console", etag: expect.any(String) });
    expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(fixture.documents.shown).toEqual([consoleUri("answer", "projects.create")]);
    expect(fixture.refreshed).toContain("fairlead.projects");
    expect(await projectNames()).toContain("From the console");
  });

  test("with an error is shown unchanged", async () => {
    await using fixture = await createOperationFixture(served);
    await fixture.send("project.get", { id: "prj_none" });
    expect(fixture.answer("project.get")).toMatchObject({
      status: 404,
      note: "There is nothing with this id here, or the service does not offer this operation.",
      body: { code: "not_found", status: 404 },
    });
    expect(fixture.refreshed).toEqual([]);
  });

  test("of a service without the operation has a note", async () => {
    await using fixture = await createOperationFixture(served);
    for (const [status, body] of [
      [405, { title: "No" }],
      [501, ""],
      [404, "<h1>Not found</h1>"],
    ] as const) {
      await using other = await startScriptedClient((socket) => socket.write(formatHttpResponse(status, body)));
      await fixture.send("registry.artifacts", {}, { ...fixture.app, client: async () => other.client });
      const note = "This service does not offer this operation.";
      expect(fixture.answer("registry.artifacts")).toMatchObject({ status, note });
    }
  });

  test("can be opened again while the window is open", async () => {
    await using fixture = await createOperationFixture(served);
    const input = { resource: consoleUri("input", "me.get") };
    await showResponse(fixture.app, input);
    expect(fixture.messages.shown[0]).toContain("There is no answer to me.get yet");
    await fixture.send("me.get", {});
    await showResponse(fixture.app, input);
    expect(fixture.documents.shown).toEqual([consoleUri("answer", "me.get"), consoleUri("answer", "me.get")]);
  });

  test("with a secret is in no memory and no log", async () => {
    const memory = createMapMemory();
    await using fixture = await createOperationFixture(served, { answers: ["Run"], memory });
    await fixture.send("apiKeys.create", { name: "seen once" });
    const { key } = fixture.answer("apiKeys.create").body;
    expect(key).toMatch(/^flk_/);
    const storedTexts = [...memory.values.values(), ...fixture.logged, ...fixture.messages.shown].join("\n");
    expect(storedTexts).not.toContain(key);
  });
});

describe("a run without a response", () => {
  test("is repeated with the same idempotency key while its input is unchanged", async () => {
    await using other = await startScriptedClient((socket, _request, count) =>
      count <= 4 ? socket.destroy() : socket.write(formatHttpResponse(201, projectResponse)),
    );
    await using fixture = await createOperationFixture(served, { answers: ["Run", "Run", "Run", "Run"] });
    const app = { ...fixture.app, client: async () => other.client };
    await expect(fixture.send("projects.create", { name: "a" }, app)).rejects.toMatchObject({ name: "NetworkError" });
    await fixture.send("projects.create", { name: "a" }, app);
    await fixture.send("projects.create", { name: "a" }, app);
    const keys = other.server.requests.map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys.slice(0, 5)).size).toBe(1);
    expect(keys[5]).not.toBe(keys[0]);
    expect(fixture.answer("projects.create").idempotencyKey).toBe(keys[5]);
  });

  test("after a cancel shows that a change may have happened", async () => {
    const cancel = (title: string) => ({ cancel: { title: `Running ${title}` }, answers: ["Run"] });
    await using fixture = await createOperationFixture(served, cancel("projects.create"));
    await expect(fixture.send("projects.create", { name: "never" })).rejects.toMatchObject({ name: "AbortedError" });
    expect(fixture.messages.shown).toEqual([expect.stringContaining("Run it again unchanged: it takes effect once")]);
    await using changing = await createOperationFixture(served, cancel("project.update"));
    await expect(changing.send("project.update", { id: "prj_none" })).rejects.toMatchObject({ name: "AbortedError" });
    expect(changing.messages.shown).toEqual([expect.stringContaining("Check the result before you run it again.")]);
    await using reading = await createOperationFixture(served, cancel("projects.list"));
    await expect(reading.send("projects.list", {})).rejects.toMatchObject({ name: "AbortedError" });
    expect(reading.messages.shown).toEqual([]);
  });
});

test("the operation of the active document is run; without one, an operation is picked", async () => {
  await using fixture = await createOperationFixture(served);
  await sendOperation(fixture.app, {});
  expect(fixture.ranCommands).toEqual(["fairlead.operation.run"]);
  fixture.documents.activeUri = consoleUri("input", "me.get");
  fixture.documents.texts.set(fixture.documents.activeUri, "{}");
  await sendOperation(fixture.app, {});
  expect(fixture.answer("me.get").body.key.name).toBe("test");
});
