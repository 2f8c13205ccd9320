import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { createAuditLog } from "../../../../src/service/audit/auditLog.ts";
import type { AuditLog, AuditRecord } from "../../../../src/service/audit/auditRecord.ts";
import { createTeam } from "../../../../src/service/auth/team.ts";
import { type Database, openDatabase } from "../../../../src/service/storage/database.ts";
import { useInMemoryService } from "../../../support/service/useInMemoryService.ts";

const day = 24 * 60 * 60 * 1000;
const countRow = z.object({ n: z.number() });

describe("the entries of the database", () => {
  let db: Database;
  let log: AuditLog;
  let now: number;

  beforeEach(() => {
    now = Date.parse("2026-11-23T12:00:00Z");
    db = openDatabase(":memory:");
    log = createAuditLog({ db, clock: () => new Date(now), log: () => {} }, 30);
    onTestFinished(async () => {
      await log.close();
      db.close();
    });
  });

  const write = (more: Partial<AuditRecord> = {}) =>
    log.record({ organizationId: "org_1", actor: { kind: "service" }, action: "project.update", ...more });
  const countEntries = (where = "true") => db.get(countRow, `SELECT count(*) AS n FROM audit WHERE ${where}`)?.n;

  test("cannot be changed, replaced, or taken out", () => {
    for (let time = 0; time < 3; time += 1) write();
    const columns = "(id, at, actor, action, fields_json, count)";
    for (const sql of [
      "UPDATE audit SET action = 'me.get' WHERE id = 2",
      "DELETE FROM audit WHERE id = 2",
      "DELETE FROM audit WHERE id > 1",
      `INSERT OR REPLACE INTO audit ${columns} VALUES (2, '', '', '', '[]', 1)`,
    ])
      expect(() => db.run(sql), sql).toThrow("an audit entry never changes");
    expect(countEntries()).toBe(3);
  });

  test("go after the days for which they are kept, the oldest first, also when there are many", async () => {
    db.transaction(() => {
      for (let count = 0; count < 1200; count += 1) write();
    });
    now += 29 * day;
    write({ action: "newer" });
    now += day;
    log.startExpiry();
    await expect.poll(() => countEntries()).toBe(1201);
    await log.close();
    now += 1;
    log = createAuditLog({ db, clock: () => new Date(now), log: () => {} }, 30);
    log.startExpiry();
    await expect.poll(() => countEntries()).toBe(1);
    expect(countEntries("action = 'newer'")).toBe(1);
  });

  test("stay behind one that is to stay, so that there is no gap", async () => {
    write({ action: "kept" });
    now -= 60 * day;
    write({ action: "of a clock that was set back" });
    now += 60 * day;
    log.startExpiry();
    await log.close();
    expect(countEntries()).toBe(2);
  });

  test("of refusals are bounded, from every sender", async () => {
    const refuse = (address: string, key?: string) =>
      log.recordRefusal({
        organizationId: key === undefined ? null : "org_1",
        actor: key === undefined ? { kind: "unknown" } : { kind: "apiKey", key: { id: key, name: key } },
        action: "me.get",
        address,
        status: 401,
      });
    for (let host = 0; host < 1000; host += 1) refuse(`203.0.113.${host}`);
    for (let time = 0; time < 10; time += 1) refuse("198.51.100.1", "key_1");
    expect(countEntries()).toBe(200);
    await log.close();
    expect(countEntries()).toBe(202);
    expect(countEntries("count = 800 AND address IS NULL AND action = 'request'")).toBe(1);
    expect(countEntries("count = 10 AND key_id = 'key_1' AND organization_id = 'org_1'")).toBe(1);
  });
});

describe("the list", () => {
  let now: number;

  async function start() {
    now = Date.parse("2026-11-23T12:00:00Z");
    const service = useInMemoryService({ auditDays: 30, clock: () => new Date(now) });
    const members = [{ name: "Ann", email: "ann@example.org" }];
    const [member] = createTeam(service.context, { organizations: ["Team"], members, limits: {} });
    const [team] = (await service.request("GET", "/api/v1/organizations?q=Team")).body.items;
    const ann = member?.key ?? "";
    const ofTeam = { "Fairlead-Organization": team.id };
    const list = async (query = "", headers: Record<string, string> = ofTeam) =>
      (await service.request("GET", `/api/v1/organization/audit?${query}`, { headers })).body;
    return { service, ann, ofTeam, list };
  }

  test("comes in pages, newest first, and is found by person, action, time and text", async () => {
    const { service, ann, list } = await start();
    for (const name of ["one", "two", "three"]) {
      now += 60_000;
      await service.request("POST", "/api/v1/projects", { body: { name }, key: ann });
    }
    await service.request("POST", "/api/v1/projects", { body: { name: "100%" }, key: ann });
    const { body: me } = await service.request("GET", "/api/v1/me", { key: ann });
    const names = async (query: string) =>
      (await list(query)).items.map(({ item }: { item: { name: string } }) => item.name);
    const first = await list("limit=2");
    expect(first.items.map(({ item }: { item: { name: string } }) => item.name)).toEqual(["100%", "three"]);
    expect(await names(`limit=2&cursor=${first.nextCursor}`)).toEqual(["two", "one"]);
    expect(await names(`userId=${me.id}&action=projects.create`)).toHaveLength(4);
    expect(await names("userId=usr_none")).toEqual([]);
    expect(await names("action=project.update")).toEqual([]);
    expect(await names("since=2026-11-23T12:02:00Z&until=2026-11-23T12:03:00Z")).toEqual(["two"]);
    expect(await names("q=TWO")).toEqual(["two"]);
    expect(await names("q=ann%40example&limit=1")).toEqual(["100%"]);
    expect(await names("q=%25")).toEqual(["100%"]);
    expect((await list("since=yesterday")).code).toBe("invalid_request");
  });

  test("reaches the oldest entries of a long log", async () => {
    const { service, list } = await start();
    const before = (await list()).items;
    const values = "60000, '2026-11-23T12:00:00.000Z', NULL, 'service', 'project.delete', '[]', 1";
    service.context.db.run(
      `INSERT INTO audit (id, at, organization_id, actor, action, fields_json, count) VALUES (${values})`,
    );
    const after = await list();
    expect(after.items.map(({ id }: { id: string }) => id)).toEqual([
      "60000",
      ...before.map(({ id }: { id: string }) => id),
    ]);
    expect(before.length).toBeGreaterThan(0);
    expect(after.nextCursor).toBeNull();
  });

  test("is for owners and admins with a key for it, who see that it is there", async () => {
    const { service, ann, ofTeam } = await start();
    const read = async (path: string, key: string) => {
      const { status, body } = await service.request("GET", path, { key, headers: ofTeam });
      return body.hasAuditLog ?? body.code ?? status;
    };
    const audit = "/api/v1/organization/audit";
    const weak = { name: "Weak", scopes: ["read"] };
    const weakKey = (await service.request("POST", "/api/v1/api-keys", { body: weak })).body.key;
    expect(await read(audit, service.firstKey)).toBe(200);
    expect(await read(audit, ann)).toBe("forbidden");
    expect(await read(audit, weakKey)).toBe("forbidden");
    const organization = "/api/v1/organization";
    expect(await read(organization, service.firstKey)).toBe(true);
    expect(await read(organization, ann)).toBe(200);
    expect(await read(organization, weakKey)).toBe(200);
    service.context.db.run("UPDATE memberships SET role = 'admin' WHERE role = 'member'");
    expect(await read(audit, ann)).toBe(200);
    expect(await read(organization, ann)).toBe(true);
  });

  test("shows what has no organization to the owner of the service only, and nothing of other organizations", async () => {
    const { service, ann, ofTeam, list } = await start();
    await service.request("GET", "/api/v1/me", { key: "wrong" });
    await service.request("POST", "/api/v1/projects", { body: { name: "Private" } });
    const statuses = (body: { items: { status: number }[] }) => body.items.map(({ status }) => status);
    expect(statuses(await list())).toContain(401);
    expect(statuses(await list())).not.toContain(201);
    expect(statuses(await list("", {}))).toEqual(expect.arrayContaining([201, 401]));
    service.context.db.run("UPDATE memberships SET role = 'owner'");
    const hers = (await service.request("GET", "/api/v1/organization/audit", { key: ann, headers: ofTeam })).body;
    expect(statuses(hers)).not.toContain(401);
  });
});
