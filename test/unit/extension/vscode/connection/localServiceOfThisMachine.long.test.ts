import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createBridgeAccess } from "../../../../../src/bridge/bridgeAccess.ts";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import type { Logger } from "../../../../../src/extension/base/ports.ts";
import {
  type LocalServiceFile,
  parseLocalServiceFile,
} from "../../../../../src/extension/connection/model/localService.ts";
import { LocalServiceOfThisMachine } from "../../../../../src/extension/vscode/connection/localServiceOfThisMachine.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { hasExited } from "../../../../support/hasExited.ts";
import { listenOnLoopback } from "../../../../support/network/listenOnLoopback.ts";
import { sendWithToken } from "../../../../support/service/sendWithToken.ts";
import { builtService } from "../../../../support/testBuild.ts";

const serviceProgram = await builtService();

let folder: string;
let logged: string[];
let notices: string[];
let moves: string[];
let windows: LocalServiceOfThisMachine[];
beforeEach(() => {
  folder = createTemporaryFolder();
  logged = [];
  notices = [];
  moves = [];
  windows = [];
});
afterEach(async () => {
  for (const window of windows) window.release();
  const file = serviceFile();
  if (file) await stop(file);
});

const log: Logger = {
  info: (message) => void logged.push(message),
  warning: (message) => void logged.push(message),
  error: (message) => void logged.push(message),
  show: () => {},
};

function openWindow(options: { readonly program?: string; readonly dataFolder?: string } = {}) {
  const showNotice = (notice: string) => void notices.push(notice);
  const window = new LocalServiceOfThisMachine({
    program: serviceProgram,
    dataFolder: join(folder, "service"),
    log,
    listArguments: () => [],
    showNotice,
    onMove: (previousUrl, url) => void moves.push(previousUrl, url),
    ...options,
  });
  windows.push(window);
  return window;
}

function serviceFile(): LocalServiceFile | undefined {
  try {
    return parseLocalServiceFile(readFileSync(join(folder, "service", "service.json"), "utf8"));
  } catch {
    return undefined;
  }
}

async function stop({ url, control, pid }: LocalServiceFile): Promise<void> {
  await sendWithToken(`${url}/local/stop`, control, { body: {} }).catch(() => {});
  await expect.poll(() => hasExited(pid)).toBe(true);
}

function programThat(code: string): string {
  const file = join(folder, "program.mjs");
  writeFileSync(file, code);
  return file;
}

describe("the local service", () => {
  test("starts once for two windows that need it at the same time, and issues valid keys", async () => {
    const endpoints = await Promise.all([openWindow().start(), openWindow().start()]);
    const [first, second] = endpoints;
    expect(first.url).toBe(second.url);
    const client = createServiceClient({ baseUrl: first.url, key: () => second.issueKey() });
    expect((await client.call("projects.list", {})).items.map(({ name }) => name)).toEqual(["Default"]);
    await client.close();
  });

  test("is not started by `find`", async () => {
    const looking = openWindow();
    expect(await looking.find()).toBeUndefined();
    const { url } = await openWindow().start();
    expect((await looking.find())?.url).toBe(url);
  });

  test("is not looked for at the address of a process that is gone, which another program may have", async () => {
    let connections = 0;
    const stranger = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const { url, close } = await listenOnLoopback(stranger);
    onTestFinished(close);
    const { pid } = spawnSync(process.execPath, ["--version"]);
    mkdirSync(join(folder, "service"));
    writeFileSync(
      join(folder, "service", "service.json"),
      JSON.stringify({ url, pid, version: "1.0.0", control: "secret" }),
    );
    const window = openWindow();
    expect([await window.find(), await window.readUse()]).toEqual([undefined, undefined]);
    const access = createBridgeAccess(join(folder, "service"), "grant", 0);
    await expect(access.read(new AbortController().signal)).rejects.toThrow("is not running");
    expect(connections).toBe(0);
  });

  test("starts again after it is killed, and logs that once", async () => {
    const window = openWindow();
    const { url } = await window.start();
    const file = serviceFile();
    const restarted = new Promise<string>((resolve) => void window.onDidRestart(resolve));
    process.kill(file?.pid ?? 0, "SIGKILL");
    expect(await restarted).toBe(url);
    expect([serviceFile()?.pid === file?.pid, (await window.find())?.url]).toEqual([false, url]);
    expect(logged.filter((line) => line.includes("ended. Starting it again"))).toHaveLength(1);
  });

  test("shows the user the notice of its start once", async () => {
    const first = openWindow();
    await first.start();
    const file = serviceFile();
    first.release();
    if (file) await stop(file);
    truncateSync(join(folder, "service", "fairlead.db"), 5000);
    await Promise.all([openWindow().start(), openWindow().start()]);
    expect(notices).toEqual([
      expect.stringContaining("database is damaged and has no backup. The service starts with an empty database."),
    ]);
    expect(logged).toContain(notices[0]);
  });

  test("keeps its port, and reports it when another program has taken it", async () => {
    const first = openWindow();
    const { url } = await first.start();
    const file = serviceFile();
    first.release();
    if (file) await stop(file);
    expect((await openWindow().start()).url).toBe(url);
    const again = serviceFile();
    for (const window of windows) window.release();
    if (again) await stop(again);
    expect(moves).toEqual([]);
    const other = createServer().listen(Number(new URL(url).port), "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const moved = await openWindow().start();
    expect(moves).toEqual([url, moved.url]);
  });

  test("says how many windows use it", async () => {
    expect(await openWindow().readUse()).toBeUndefined();
    const [one, other] = [openWindow(), openWindow()];
    await one.start();
    await expect.poll(() => one.readUse()).toEqual({ windows: 1, isUsedByAgents: false });
    await other.start();
    await expect.poll(() => one.readUse()).toMatchObject({ windows: 2 });
  });

  test("does not start again once no window needs it", async () => {
    const window = openWindow();
    await window.start();
    const file = serviceFile();
    window.release();
    if (file) await stop(file);
    expect([await window.find(), serviceFile()]).toEqual([undefined, undefined]);
  });
});

describe("a service that cannot start", () => {
  test("reports its last output", async () => {
    const window = openWindow({ program: programThat("console.error('one\\ntwo: no such thing'); process.exit(1)") });
    await expect(window.start()).rejects.toThrow(
      /could not be started with the data folder .*service[\s\S]*two: no such thing/,
    );
  });

  test.each([
    ["Error: ENOSPC: no space left on device, write", /The disk is full/],
    ["Error: database or disk is full", /The disk is full/],
    ["Error: EACCES: permission denied, open", /cannot be written/],
    ["Port 4000 of 127.0.0.1 cannot be used (listen EADDRINUSE). Choose another.", /belongs to another program/],
  ])("for %j gives advice", async (written, advice) => {
    const window = openWindow({ program: programThat(`console.error(${JSON.stringify(written)}); process.exit(1)`) });
    await expect(window.start()).rejects.toThrow(advice);
  });

  test("names the file that exists at the path of its folder", async () => {
    const existingFile = join(folder, "taken");
    writeFileSync(existingFile, "");
    await expect(openWindow({ dataFolder: existingFile }).start()).rejects.toThrow(existingFile);
  });
});
