import { describe, expect, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import { copyAuditLog } from "../../../../../src/extension/account/commands/copyAuditLog.ts";
import { loadOlderAuditEntries } from "../../../../../src/extension/account/commands/loadOlderAuditEntries.ts";
import { filterAuditLog, showAuditLog } from "../../../../../src/extension/account/commands/showAuditLog.ts";
import { readVirtualDocumentId, splitVirtualUri } from "../../../../../src/extension/base/uris/virtualUris.ts";
import type { App } from "../../../../../src/extension/workbench/app.ts";
import { runCommand } from "../../../../../src/extension/workbench/runCommand.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService({ auditDays: 30 });
const plain = await useServedService();
for (let count = 0; count < 120; count += 1) await served.api.call("projects.create", { name: `Project ${count}` });

/** The fixture with an open audit log. */
async function open(...answers: ScriptedAnswer[]) {
  const fixture = await createCommandFixture(served, { answers });
  await showAuditLog(fixture.app, {});
  const resource = fixture.documents.shown.at(-1) ?? "";
  return { ...fixture, resource, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
}

function idOf(resource: string) {
  const parts = splitVirtualUri(resource);
  const id = parts && readVirtualDocumentId(parts);
  if (id?.kind !== "audit") throw new Error(`${resource} is no audit log.`);
  return id;
}

test("Show Audit Log reads the log that is open again, with its filter", async () => {
  await using fixture = await open("Project 7");
  await filterAuditLog(fixture.app, { resource: fixture.resource });
  await showAuditLog(fixture.app, { resource: fixture.documents.shown.at(-1) ?? "" });
  expect(idOf(fixture.documents.shown.at(-1) ?? "").filter).toBe("Project 7");
});

const read = (app: App, resource: string) => app.auditLogs.read(served.api, idOf(resource));

describe("the audit log", () => {
  test("opens as a document of the organization", async () => {
    await using fixture = await open();
    expect(idOf(fixture.resource)).toMatchObject({ organization: "Personal", filter: "" });
    const { entries } = await read(fixture.app, fixture.resource);
    expect(entries).toHaveLength(100);
    expect(entries.slice(0, 5).map(({ item }) => item?.name)).toContain("Project 119");
  });

  test("says why there is none", async () => {
    await using fixture = await createCommandFixture(plain);
    await showAuditLog(fixture.app, {});
    expect(fixture.documents.shown).toEqual([]);
    expect(fixture.messages.shown[0]).toContain('There is no audit log of "Personal"');
  });

  test("says what failed, at which service", async () => {
    await using fixture = await createCommandFixture(served);
    const { key } = await served.api.call("apiKeys.create", { name: "Weak", scopes: ["read"] });
    const client = { ...served.api, readAuditLog: readWith(key) };
    await runCommand({ ...fixture.app, client: async () => client }, "fairlead.auditLog.show", showAuditLog, {});
    expect(fixture.messages.shown[0]).toMatch(/Could not read the audit log at 127.0.0.1:\d+.*scope "admin"/);
  });

  test("loads older entries up to the oldest, and starts again when it is shown again", async () => {
    await using fixture = await open();
    const { app, resource } = fixture;
    await loadOlderAuditEntries(app, { resource });
    const all = await read(app, resource);
    expect(all.nextCursor).toBeNull();
    expect(all.entries.at(-1)).toMatchObject({ actor: { kind: "service" }, action: "apiKeys.create" });
    expect(new Set(all.entries.map(({ id }) => id)).size).toBe(all.entries.length);
    await loadOlderAuditEntries(app, { resource });
    expect(await read(app, resource)).toBe(all);
    await served.api.call("projects.create", { name: "Newest" });
    await showAuditLog(app, {});
    const { entries } = await read(app, resource);
    expect([entries.length, entries[0]?.item?.name]).toEqual([100, "Newest"]);
  });

  test("is filtered in a document of its own, from the active editor too", async () => {
    await using fixture = await open("project 7", escapeAnswer, "");
    const { app, documents, resource } = fixture;
    documents.activeUri = resource;
    await filterAuditLog(app, {});
    const filtered = documents.shown.at(-1) ?? "";
    expect(idOf(filtered).filter).toBe("project 7");
    expect((await read(app, filtered)).entries.map(({ item }) => item?.name)).toContain("Project 70");
    await filterAuditLog(app, { resource: filtered });
    expect(documents.shown).toEqual([resource, filtered]);
    await filterAuditLog(app, { resource: filtered });
    expect(documents.shown.at(-1)).toBe(resource);
  });

  test("is copied as CSV or JSON, and not after Escape", async () => {
    await using fixture = await open(escapeAnswer, "CSV", "JSON");
    const { app, copied, messages, resource } = fixture;
    await copyAuditLog(app, { resource });
    expect(copied).toEqual([]);
    await copyAuditLog(app, { resource });
    expect(copied[0]?.split("\r\n")).toHaveLength(102);
    expect(messages.shown[0]).toContain("without its older entries");
    await loadOlderAuditEntries(app, { resource });
    await copyAuditLog(app, { resource });
    expect(JSON.parse(copied[1] ?? "").length).toBeGreaterThan(100);
    expect(messages.shown[1]).toContain("Copied the audit log.");
  });

  test.each([filterAuditLog, loadOlderAuditEntries, copyAuditLog])(
    "has commands that do nothing at another document (%#)",
    async (command) => {
      await using fixture = await createCommandFixture(served);
      await command(fixture.app, { resource: "file:///notes.log" });
      expect([fixture.documents.shown, fixture.copied, fixture.messages.shown]).toEqual([[], [], []]);
    },
  );
});

function readWith(key: string): typeof served.api.readAuditLog {
  return async (query, options) => {
    const client = createServiceClient({ baseUrl: served.service.url, key: async () => key });
    return client.readAuditLog(query, options).finally(() => client.close());
  };
}
