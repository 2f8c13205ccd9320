import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { type RunningService, startService } from "../../../src/service/startService.ts";
import { getDamageMarkerFile, repairDatabase } from "../../../src/service/storage/serviceStorage.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { startDeploymentFixture } from "../../support/service/deploymentFixture.ts";
import { sendWithToken } from "../../support/service/sendWithToken.ts";
import { startServiceProcess } from "../../support/service/serviceProcess.ts";
import { databaseDamages } from "../../support/storage/databaseDamages.ts";

async function start(dataDir: string, more: Partial<Parameters<typeof startService>[0]> = {}) {
  const service = await startService({ dataDir, runtimeFiles: [], ...more });
  let open = true;
  const close = async () => {
    if (open) await service.close();
    open = false;
  };
  onTestFinished(close);
  return { ...service, close, key: service.issueKey("test") };
}

const answerSchema = z.looseObject({
  items: z.array(z.looseObject({ name: z.string().optional() })).default([]),
  detail: z.string().optional(),
});

async function request({ url, key }: Pick<RunningService, "url"> & { key: string }, path: string, body?: object) {
  const response = await sendWithToken(`${url}/api/v1/${path}`, key, { body });
  return { status: response.status, ...answerSchema.parse(await response.json()) };
}

async function projectNames(service: Parameters<typeof request>[0]): Promise<string[]> {
  const { items } = await request(service, "projects?limit=200");
  return items.map(({ name = "" }) => name).sort();
}

/** Fills a data folder with a project that its backup contains and a later one that it does not. */
async function createBackedUpDatabase(dataDir: string): Promise<string> {
  const file = join(dataDir, "fairlead.db");
  const first = await start(dataDir, { backups: { firstMs: 1, everyMs: 1 } });
  await request(first, "projects", { name: "Kept" });
  const isInBackup = () => {
    const copy = new DatabaseSync(`${file}.backup`, { readOnly: true });
    const found = copy.prepare("SELECT count(*) AS n FROM projects WHERE name = 'Kept'").get();
    copy.close();
    return found?.n === 1;
  };
  await expect.poll(() => existsSync(`${file}.backup`) && isInBackup()).toBe(true);
  await first.close();
  const second = await start(dataDir, { backups: { firstMs: 1e6, everyMs: 1e6 } });
  await request(second, "projects", { name: "Lost" });
  await second.close();
  return file;
}

const logs: string[] = [];
const log = (level: string, message: string) => void logs.push(`${level} ${message}`);

test.each(Object.entries(databaseDamages))(
  "when %s, the last backup is restored and the user is notified",
  async (_, damage) => {
    const dataDir = createTemporaryFolder();
    const file = await createBackedUpDatabase(dataDir);
    damage(file);
    const damaged = readFileSync(file);
    const before = readdirSync(dataDir);
    const service = await start(dataDir, { log });
    expect(await projectNames(service)).toEqual(["Default", "Kept"]);
    const retained = readdirSync(dataDir).find((name) => name.startsWith("fairlead.db.corrupt-")) ?? "";
    expect(readFileSync(join(dataDir, retained)).equals(damaged)).toBe(true);
    const expectedNotice =
      damaged.length === 0 ? /is missing/ : new RegExp(`is damaged.*The damaged database is now .*${retained}\\.`);
    expect(service.notice).toMatch(expectedNotice);
    expect(service.notice).toMatch(/backup of \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Later changes are lost/);
    expect(logs).toContain(`error ${service.notice}`);
    await service.close();
    expect(before.filter((name) => !readdirSync(dataDir).includes(name))).toEqual([]);
    expect((await start(dataDir)).notice).toBeUndefined();
  },
);

test("the first line of the program's output contains the notice", async () => {
  const dataDir = createTemporaryFolder();
  databaseDamages["the header is gone"](await createBackedUpDatabase(dataDir));
  const service = closeAfterTest(await startServiceProcess(["--data", dataDir]));
  expect(service.hello?.notice).toContain("is damaged");
});

test("a missing database is restored from its backup, without the write-ahead log of another database", async () => {
  const dataDir = createTemporaryFolder();
  const file = await createBackedUpDatabase(dataDir);
  rmSync(file);
  writeFileSync(`${file}-wal`, "left over");
  const service = await start(dataDir);
  expect(service.notice).toContain("is missing");
  expect(await projectNames(service)).toEqual(["Default", "Kept"]);
});

test("the newest of two backups that can be read is restored", async () => {
  const dataDir = createTemporaryFolder();
  const file = await createBackedUpDatabase(dataDir);
  const second = await start(dataDir, { backups: { firstMs: 1, everyMs: 1e6 } });
  await expect.poll(() => existsSync(`${file}.backup.1`) && existsSync(`${file}.backup`)).toBe(true);
  await second.close();
  databaseDamages["the header is gone"](file);
  databaseDamages["the header is gone"](`${file}.backup`);
  const service = await start(dataDir);
  expect(service.notice).toContain("restored the backup of");
  expect(await projectNames(service)).toEqual(["Default", "Kept"]);
});

test("without a backup the service starts with an empty database and retains the damaged one", async () => {
  const dataDir = createTemporaryFolder();
  const first = await start(dataDir, { backups: { firstMs: 1e6, everyMs: 1e6 } });
  await first.close();
  databaseDamages["bytes are overwritten in the middle"](join(dataDir, "fairlead.db"));
  const service = await start(dataDir);
  expect(service.notice).toMatch(
    /has no backup\. The service starts with an empty database\. The damaged database is now /,
  );
  expect(await projectNames(service)).toEqual(["Default"]);
});

test("a service that finds damage while it runs reports it and ends, and the next start repairs the database", async () => {
  const dataDir = createTemporaryFolder();
  const file = await createBackedUpDatabase(dataDir);
  const found = Promise.withResolvers<void>();
  const service = await start(dataDir, { backups: { firstMs: 1e6, everyMs: 1e6 }, onDamage: found.resolve });
  databaseDamages["bytes are overwritten in the middle"](file);
  const answers = await Promise.all(
    [
      "projects",
      "servers",
      "skills",
      "registry/artifacts",
      "api-keys",
      "organization/members",
      "organization/usage",
      "deployments",
    ].map((path) => request(service, path)),
  );
  await found.promise;
  const refused = answers.find(({ status }) => status === 507);
  expect(refused?.detail).toContain("its database is damaged");
  expect(existsSync(getDamageMarkerFile(file))).toBe(true);
  await service.close().catch(() => {});
  const next = await start(dataDir);
  expect(next.notice).toContain("is damaged");
  expect(existsSync(getDamageMarkerFile(file))).toBe(false);
});

test("an intact database is left unchanged, and a newer database is not replaced by a backup", async () => {
  const dataDir = createTemporaryFolder();
  const file = await createBackedUpDatabase(dataDir);
  const before = readFileSync(file);
  expect(repairDatabase(file)).toBeUndefined();
  expect(readFileSync(file).equals(before)).toBe(true);
  const newer = new DatabaseSync(file);
  newer.exec("PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)");
  newer.close();
  const content = readFileSync(file);
  await expect(startService({ dataDir, runtimeFiles: [] })).rejects.toThrow("of a newer Fairlead");
  expect(readFileSync(file).equals(content)).toBe(true);
  expect(readdirSync(dataDir).filter((name) => /corrupt|-wal|-shm/.test(name))).toEqual([]);
});

test("a version with missing bytes is reported by the file's path and is not deployed", async () => {
  const fixture = await startDeploymentFixture();
  onTestFinished(() => fixture.close());
  const serverId = fixture.makeServer("loses", "healthy", "lost");
  fixture.context.db.run("PRAGMA foreign_keys = OFF");
  fixture.context.db.run("DELETE FROM blobs WHERE content LIKE ?", Buffer.from('%"label":"lost"%'));
  const artifact = fixture.server(serverId)?.artifact_id;
  const service = { url: fixture.context.baseUrl(), key: fixture.key };
  const message = "The bytes of lib/settings.json are missing in the service's database. Publish or generate it again.";
  expect(await request(service, `registry/artifact?id=${artifact}`)).toMatchObject({ status: 507, detail: message });
  const failed = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "failed");
  expect(failed.failure).toMatchObject({ step: "build", message });
});
