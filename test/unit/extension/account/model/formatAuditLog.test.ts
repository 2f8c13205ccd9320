import { expect, test } from "vitest";
import type { AuditEntry } from "../../../../../src/contract/routes/auditRoute.ts";
import { formatAuditLog } from "../../../../../src/extension/account/model/auditLogs.ts";

const id = { organizationId: "org_1", organization: "Team", filter: "" };

const entry: AuditEntry = {
  id: "2",
  at: "2026-11-23T13:20:48.123Z",
  actor: {
    kind: "apiKey",
    userId: "usr_1",
    name: "Ann",
    email: "ann@example.org",
    keyId: "key_1",
    keyName: "CI",
  },
  action: "project.update",
  item: { kind: "project", id: "prj_1", name: "Weather" },
  fields: ["name", "description"],
  address: "203.0.113.7",
  status: 200,
  code: null,
  requestId: "req_1",
  count: 1,
};
const unknown = { kind: "unknown", userId: null, name: null, email: null, keyId: null, keyName: null };
const refused: AuditEntry = {
  ...entry,
  ...{ actor: unknown, action: "me.get", item: null, fields: [], address: null, requestId: null },
  ...{ status: 401, code: "unauthenticated", count: 49 },
};

test("an audit log has aligned columns, and says where it ends", () => {
  expect(formatAuditLog(id, { entries: [entry, refused], hasOlder: false, revision: 1 })).toBe(
    [
      "Audit log of Team, newest first, times in UTC",
      "",
      '2026-11-23 13:20:48  200      Ann        project.update  project "Weather"  203.0.113.7  name, description · ann@example.org · key "CI" · req_1',
      "2026-11-23 13:20:48  401 x49  (unknown)  me.get          -                  -            unauthenticated",
      "",
      "There are no older entries.",
      "",
    ].join("\n"),
  );
});

test("an audit log says what it is filtered by, that it goes on, or that it is empty", () => {
  const text = formatAuditLog({ ...id, filter: "Ann" }, { entries: [entry], hasOlder: true, revision: 1 });
  expect(text).toContain('only what contains "Ann"');
  expect(text).toContain("Filter Audit Log, above");
  expect(formatAuditLog(id, { entries: [], hasOlder: false, revision: 1 })).toContain("There is no entry.");
});

test("names made up by users stay in their line and hide nothing", () => {
  const item = { kind: "project", id: "prj_1", name: "Weather\n2026-11-23  fake\u202e" };
  const text = formatAuditLog(id, { entries: [{ ...entry, item }], hasOlder: false, revision: 1 });
  expect(text.split("\n")).toHaveLength(6);
  expect(text).toContain("[hidden: U+202E]");
});
