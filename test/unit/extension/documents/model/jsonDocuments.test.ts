import { expect, test } from "vitest";
import { formatVirtualUri } from "../../../../../src/extension/base/uris/virtualUris.ts";
import { createDocumentSnapshots } from "../../../../../src/extension/documents/model/jsonDocuments.ts";
import { parseSettingsUri, settingsUri } from "../../../../../src/extension/documents/model/remoteDocumentUri.ts";
import { decodeVirtualUri } from "../../../../support/editor/decodeVirtualUri.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const uriOf = (id: string) => ({ path: "/settings/server/x.json", query: `id=${id}` });
const read = (name: string, etag: string) => ({ etag, fields: { name } });

test("a revision changes with the text and with each write", () => {
  const opened = createDocumentSnapshots(createMapMemory(), () => 1000);
  const first = opened.save(uriOf("1"), read("a", "1"));
  expect(opened.save(uriOf("1"), read("a", "2")).revision).toBe(first.revision);
  expect(opened.get(uriOf("1"))?.etag).toBe("2");
  const second = opened.save(uriOf("1"), read("b", "3"));
  expect(second.revision).toBeGreaterThan(first.revision);
  opened.rebase(uriOf("1"), read("c", "4"));
  expect(opened.get(uriOf("1"))).toEqual({ ...read("c", "4"), revision: second.revision });
  expect(opened.renew(uriOf("1"), read("c", "4")).revision).toBeGreaterThan(second.revision + 1);
});

test("the latest 20 snapshots are restored in the next window", () => {
  const memory = createMapMemory();
  const opened = createDocumentSnapshots(memory, Date.now);
  for (let index = 0; index < 25; index += 1) opened.save(uriOf(String(index)), read("a", "1"));
  const next = createDocumentSnapshots(memory, Date.now);
  expect([next.get(uriOf("4")), next.get(uriOf("5"))?.etag, next.get(uriOf("24"))?.etag]).toEqual([
    undefined,
    "1",
    "1",
  ]);
});

test("invalid stored data is ignored", async () => {
  const memory = createMapMemory();
  await memory.write("workspace", "settings.opened", [["x", { etag: 1 }]]);
  expect(createDocumentSnapshots(memory, Date.now).get(uriOf("1"))).toBeUndefined();
});

test.each(["Tiny", "a/b\\c", "..", "100 % #1?&=", "日本 🐧", "\ud800"])(
  "the document of %j is identified by its URI",
  (name) => {
    const subject = { kind: "server", connectionId: "c&1=%", organizationId: "org_1", id: "srv/1 %25" } as const;
    const at = decodeVirtualUri(settingsUri(subject, name));
    expect(parseSettingsUri(at)).toEqual(subject);
    expect(decodeVirtualUri(formatVirtualUri(at))).toEqual(at);
    expect(at.path.split("/")).toHaveLength(4);
    expect(at.path).toMatch(/ \(server\)\.json$/);
  },
);
