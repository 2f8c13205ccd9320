import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { startService } from "../../../src/service/startService.ts";
import { databaseMigrations } from "../../../src/service/storage/databaseMigrations.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { longTest } from "../../support/longTest.ts";

type Options = Partial<Parameters<typeof startService>[0]>;

/** Runs `task` with a client of the service on a data folder in a given year. */
async function runInYear<T>(
  dataDir: string,
  year: number,
  task: (client: ReturnType<typeof createServiceClient>) => Promise<T>,
  options: Options = {},
): Promise<T> {
  const clock = () => new Date(Date.UTC(year, 0, 1));
  const service = await startService({ dataDir, runtimeFiles: [], clock, ...options });
  const key = service.issueKey("Local");
  const client = createServiceClient({ baseUrl: service.url, key: async () => key });
  try {
    return await task(client);
  } finally {
    await client.close();
    await service.close();
  }
}

const team = { organizations: [], members: [{ name: "Ann", email: "ann@example.org" }], limits: {} };

longTest("the local user stays the same when a member is added after the clock was set back", async () => {
  const dataDir = createTemporaryFolder();
  const owner = await runInYear(dataDir, 2030, (client) => client.call("me.get", {}));
  const readMe = (client: ReturnType<typeof createServiceClient>) => client.call("me.get", {});
  await runInYear(dataDir, 2020, readMe, { team });
  expect(await runInYear(dataDir, 2020, readMe, { team })).toMatchObject({ id: owner.id, name: owner.name });
});

longTest("an older database gets the user who owns their own organization as its local user", async () => {
  const dataDir = createTemporaryFolder();
  const file = join(dataDir, "fairlead.db");
  const sqlite = new DatabaseSync(file);
  sqlite.exec(databaseMigrations.slice(0, 3).join(";"));
  sqlite.exec("PRAGMA user_version = 3");
  const at = "2026-01-02T03:04:05.000Z";
  sqlite.exec(`
    INSERT INTO organizations (id, name, slug, plan, created_at, updated_at) VALUES ('org_1', 'O', 'o', 'local', '${at}', '${at}');
    INSERT INTO users (id, organization_id, name, created_at, updated_at) VALUES ('usr_2', 'org_1', 'Owner', '${at}', '${at}');
    INSERT INTO users (id, organization_id, name, created_at, updated_at) VALUES ('usr_1', 'org_1', 'Ann', '${at}', '${at}');
    INSERT INTO memberships VALUES ('org_1', 'usr_1', 'member', '${at}'), ('org_1', 'usr_2', 'owner', '${at}');
  `);
  sqlite.close();
  expect(await runInYear(dataDir, 2026, (client) => client.call("me.get", {}))).toMatchObject({ id: "usr_2" });
});

test("new items follow the newest stored one when the clock was set back", async () => {
  const dataDir = createTemporaryFolder();
  await runInYear(dataDir, 2030, (client) => client.call("projects.create", { name: "Before" }));
  const items = await runInYear(dataDir, 2020, async (client) => {
    await client.call("projects.create", { name: "After" });
    return (await client.call("projects.list", {})).items;
  });
  expect(items.map(({ name }) => name)).toEqual(["After", "Before", "Default"]);
});
