import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { startService } from "../../../src/service/startService.ts";
import { startDatabaseBackups } from "../../../src/service/storage/databaseBackups.ts";
import { openServiceStorage } from "../../../src/service/storage/serviceStorage.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { requireValue } from "../../support/service/requireValue.ts";
import { sendWithToken } from "../../support/service/sendWithToken.ts";
import { startServiceProcess } from "../../support/service/serviceProcess.ts";
import { mountSmallDisk } from "../../support/storage/smallDisk.ts";

const canMount = (() => {
  const disk = mountSmallDisk(1);
  disk?.remove();
  return disk !== undefined;
})();

const start = async (dataDir: string) => closeAfterTest(await startServiceProcess(["--data", dataDir]));

const answerSchema = z.looseObject({
  items: z.array(z.looseObject({ id: z.string() })).default([]),
  detail: z.string().optional(),
});

async function request(url: string, key: string, path: string, body?: object) {
  const response = await sendWithToken(`${url}/api/v1/${path}`, key, { body });
  return { status: response.status, ...answerSchema.parse(await response.json()) };
}

/** Uses about 200 kB of the disk. */
async function addSkill(url: string, key: string, name: string) {
  const [project] = (await request(url, key, "projects")).items;
  const main = `---\nname: ${name}\ndescription: Fills the disk. Use when it shall be full.\n---\n`;
  const files = [
    { path: "SKILL.md", content: main },
    { path: "references/large.md", content: `${name} `.repeat(200_000 / (name.length + 1)) },
  ];
  return request(url, key, "skills", { projectId: project?.id, files });
}

async function fill(url: string, key: string) {
  for (let count = 0; ; count += 1) {
    const answer = await addSkill(url, key, `skill-${count}`);
    if (answer.status !== 201) return { answer, count };
  }
}

test("a read-only data folder is reported with what to do, and nothing in it changes", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-read-only-"));
  onTestFinished(() => {
    chmodSync(dataDir, 0o700);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const service = await startService({ dataDir, runtimeFiles: [] });
  await service.close();
  const files = () => readdirSync(dataDir).filter((name) => name !== "deployments");
  const contents = () => files().map((name) => [name, readFileSync(join(dataDir, name)).toString("base64")]);
  for (const name of files()) chmodSync(join(dataDir, name), 0o444);
  chmodSync(dataDir, 0o555);
  const before = contents();
  // File permissions do not apply to root.
  const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const refused = await startServiceProcess(["--data", dataDir], unprivileged);
  const { code, stderr } = await refused.ended;
  expect([refused.hello, code]).toEqual([undefined, 1]);
  expect(stderr).toBe(
    `fairlead service: The data folder ${dataDir} cannot be used: it is not writable. Change its permissions, or choose another folder.\n`,
  );
  expect(contents()).toEqual(before);
});

test.skipIf(!canMount)("on a full disk no acknowledged change is lost, even after SIGKILL", async () => {
  const disk = requireValue(mountSmallDisk(3));
  onTestFinished(disk.remove);
  const dataDir = join(disk.folder, "data");
  const first = await start(dataDir);
  const { url = "", key = "" } = first.hello ?? {};
  const { answer, count } = await fill(url, key);
  const skills = async (at: string) => (await request(at, key, "skills?limit=200")).items.length;
  expect(answer).toMatchObject({
    status: 507,
    detail: "The service's data folder: the disk is full. Free some space, then try again.",
  });
  expect([await skills(url), count > 0]).toEqual([count, true]);
  first.signal("SIGKILL");
  await first.ended;
  const onFull = await start(dataDir);
  if (!onFull.hello) {
    expect((await onFull.ended).stderr).toContain("the disk is full. Free some space, then try again.");
  }
  onFull.signal("SIGKILL");
  await onFull.ended;
  disk.grow(12);
  const second = await start(dataDir);
  const url2 = second.hello?.url ?? "";
  expect(await skills(url2)).toBe(count);
  expect((await addSkill(url2, key, "after")).status).toBe(201);
});

test.skipIf(!canMount)(
  "a backup without enough space is logged and leaves no file, and the previous backup stays",
  async () => {
    const disk = requireValue(mountSmallDisk(3));
    onTestFinished(disk.remove);
    const store = openServiceStorage(join(disk.folder, "data"));
    onTestFinished(() => store.close());
    const file = join(disk.folder, "data", "fairlead.db");
    const logged: string[] = [];
    const log = (level: string, message: string) => void logged.push(`${level} ${message}`);
    const start = () => startDatabaseBackups({ ...store, file, log, onDamage: () => {} }, { firstMs: 1, everyMs: 1e6 });
    const backups = start();
    await expect.poll(() => existsSync(`${file}.backup`)).toBe(true);
    await backups.close();
    const before = readFileSync(`${file}.backup`);
    expect(() => writeFileSync(join(disk.folder, "filler"), Buffer.alloc(4_000_000))).toThrow("ENOSPC");
    const more = start();
    await expect.poll(() => logged.join("\n")).toMatch(/^error The database could not be backed up: .*full/);
    await more.close();
    expect(readFileSync(`${file}.backup`).equals(before)).toBe(true);
    expect(readdirSync(join(disk.folder, "data"))).not.toContain("fairlead.db.backup.part");
  },
);
