import { describe, expect, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import { filterAuditLog, showAuditLog } from "../../../../../src/extension/account/commands/showAuditLog.ts";
import { createAuditLogs } from "../../../../../src/extension/account/model/auditLogs.ts";
import { readVirtualDocumentId, splitVirtualUri } from "../../../../../src/extension/base/uris/virtualUris.ts";
import type { App } from "../../../../../src/extension/workbench/app.ts";
import { rowOf } from "../../../../../src/extension/workbench/nodes.ts";
import { runCommand } from "../../../../../src/extension/workbench/runCommand.ts";
import { createAccountSource } from "../../../../../src/extension/workbench/tree/createAccountSource.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createPageRequest } from "../../../../support/editor/testTree.ts";
import { createTestUser, openTestWindow } from "../../../../support/editor/testWindow.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService({ auditDays: 30 });
const plain = await useServedService();
for (let count = 0; count < 220; count += 1) await served.api.call("projects.create", { name: `Project ${count}` });

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

const read = (app: App, resource: string) => app.auditLogs.read(served.api, idOf(resource));

describe("the audit log", () => {
  test("opens as a document of the organization with the entries of all pages, and starts again when it is shown again", async () => {
    await using fixture = await open();
    expect(idOf(fixture.resource)).toMatchObject({ organization: "Personal", filter: "" });
    const { entries, hasOlder } = await read(fixture.app, fixture.resource);
    expect(entries.length).toBeGreaterThan(220);
    expect(entries.slice(0, 5).map(({ item }) => item?.name)).toContain("Project 219");
    expect(hasOlder).toBe(false);
    expect(entries.at(-1)).toMatchObject({ actor: { kind: "service" }, action: "apiKeys.create" });
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    await served.api.call("projects.create", { name: "Newest" });
    await showAuditLog(fixture.app, {});
    expect((await read(fixture.app, fixture.resource)).entries[0]?.item?.name).toBe("Newest");
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

  test("ends at 1,000 entries, and says that there are older ones", async () => {
    const audit = createAuditLogs();
    const readAuditLog: typeof served.api.readAuditLog = async (query) => {
      const page = await served.api.readAuditLog({ limit: 1 });
      return { items: Array.from({ length: Number(query.limit ?? 1) }, () => page.items).flat(), nextCursor: "older" };
    };
    const id = { organizationId: "org", organization: "Team", filter: "" };
    const { entries, hasOlder } = await audit.read({ readAuditLog }, id);
    expect([entries.length, hasOlder]).toEqual([1000, true]);
  });

  test("is filtered in a document of its own, from the active editor too, not from another document, and shown again with its filter", async () => {
    await using fixture = await open("project 7", escapeAnswer, "");
    const { app, documents, messages, resource } = fixture;
    documents.activeUri = resource;
    await filterAuditLog(app, {});
    const filtered = documents.shown.at(-1) ?? "";
    expect(idOf(filtered).filter).toBe("project 7");
    expect((await read(app, filtered)).entries.map(({ item }) => item?.name)).toContain("Project 70");
    await filterAuditLog(app, { resource: filtered });
    await filterAuditLog(app, { resource: "file:///notes.log" });
    expect([documents.shown, messages.shown]).toEqual([[resource, filtered], []]);
    await showAuditLog(app, { resource: filtered });
    expect(documents.shown.slice(2)).toEqual([filtered]);
    await filterAuditLog(app, { resource: filtered });
    expect(documents.shown.at(-1)).toBe(resource);
  });
});

test("a row opens the audit log of a service that keeps one", async () => {
  const listClicks = async ({ service, api }: typeof served) => {
    using window = openTestWindow(createTestUser(service));
    const { nodes } = await createAccountSource(window.connections).roots(createPageRequest(api));
    return nodes.filter(({ kind }) => kind === "auditLog").map((node) => rowOf(node).click?.(node)?.command);
  };
  expect([await listClicks(served), await listClicks(plain)]).toEqual([["fairlead.auditLog.show"], []]);
});

function readWith(key: string): typeof served.api.readAuditLog {
  return async (query, options) => {
    const client = createServiceClient({ baseUrl: served.service.url, key: async () => key });
    return client.readAuditLog(query, options).finally(() => client.close());
  };
}
