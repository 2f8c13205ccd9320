import { describe, expect, onTestFinished, test } from "vitest";
import { connectToMcp } from "../../../../../src/client/mcp/connectToMcp.ts";
import { createEmitter } from "../../../../../src/extension/base/emitter.ts";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import { createRereading, keepListening } from "../../../../../src/extension/tools/model/followServer.ts";
import { McpAccess } from "../../../../../src/extension/tools/model/mcpAccess.ts";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { createManualClock } from "../../../../support/deployments/manualClock.ts";
import { createTestMcpLogins } from "../../../../support/editor/mcpAccess.ts";
import { changingUri, startChangingServer } from "../../../../support/servers/changingServer.ts";
import { type McpEra, protocolEras } from "../../../../support/servers/mcpClient.ts";

const never = new AbortController().signal;

function createClockedPolling() {
  const { clock, advance } = createManualClock();
  const polling = createPolling({ refreshMs: () => 5000, now: clock.now, runLater: clock.runLater });
  /** After the work of the last moment. */
  const advanceLater = async (ms: number) => {
    await new Promise((resolve) => setImmediate(resolve));
    advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { polling, advance: advanceLater };
}

describe("a server that reports changes", () => {
  test("is read at once and then once a second, however many it reports, and no more after the last one", async () => {
    const { polling, advance } = createClockedPolling();
    let readings = 0;
    const read = async () => {
      readings += 1;
    };
    const report = createRereading(read, { polling, signal: never });
    for (let count = 0; count < 1000; count += 1) report();
    expect(readings).toBe(1);
    await advance(999);
    expect(readings).toBe(1);
    await advance(1);
    expect(readings).toBe(2);
    await advance(10_000);
    expect(readings).toBe(2);
    report();
    expect(readings).toBe(3);
  });

  test("is read again also after a reading failed, and not after it was left", async () => {
    const { polling, advance } = createClockedPolling();
    const left = new AbortController();
    const failures: unknown[] = [];
    let readings = 0;
    const read = async () => {
      readings += 1;
      throw new Error("busy");
    };
    const onFailure = (error: unknown) => void failures.push(error);
    const report = createRereading(read, { polling, signal: left.signal, onFailure });
    report();
    report();
    await advance(1000);
    expect([readings, failures]).toEqual([2, [new Error("busy"), new Error("busy")]]);
    left.abort();
    report();
    expect(readings).toBe(2);
  });
});

test("a server whose stream ends is listened to again after two seconds, later while that fails, at once after a change, and not after it was left", async () => {
  const { polling, advance } = createClockedPolling();
  const left = new AbortController();
  const changes = createEmitter<undefined>();
  let isThere = true;
  let begun = 0;
  const listen = async () => {
    begun += 1;
    if (!isThere) throw new Error("refused");
  };
  keepListening(listen, changes.on, { polling, signal: left.signal });
  expect(begun).toBe(1);
  isThere = false;
  await advance(2000);
  expect(begun).toBe(2);
  await advance(2000);
  expect(begun).toBe(2);
  await advance(2000);
  expect(begun).toBe(3);
  changes.emit(undefined);
  await advance(0);
  expect(begun).toBe(4);
  left.abort();
  await advance(600_000);
  expect(begun).toBe(4);
});

/** The servers of a window whose time passes at once. */
async function connect(era: McpEra) {
  const server = closeAfterTest(await startChangingServer(era));
  const runLater = (_ms: number, work: () => void) => {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  };
  const mcp = new McpAccess({
    connections: { all: () => [], connect: async () => ({ kind: "none" }) },
    ...{ credentials: async () => undefined, connectToMcp, logins: createTestMcpLogins() },
    polling: createPolling({ refreshMs: () => 5000, runLater }),
  });
  const left = new AbortController();
  onTestFinished(() => {
    left.abort();
    mcp.dispose();
  });
  mcp.addNamedServer({ name: "Notes", url: server.url, headers: {} });
  const key = { kind: "url", url: server.url } as const;
  const seen: (readonly string[])[] = [];
  const readNames = async () => (await mcp.readContents(key, never)).tools.map(({ name }) => name);
  mcp.onDidChange(async () => void seen.push(await readNames()));
  return { server, mcp, key, seen, readNames, left };
}

describe.each(protocolEras)("a server of %s", (era) => {
  test("is read again when it says that its lists changed, while they are followed", async () => {
    const { server, mcp, key, seen, readNames, left } = await connect(era);
    expect(await readNames()).toEqual(["one"]);
    mcp.followLists(key, left.signal);
    server.state.tools.push("two");
    await expect.poll(() => seen.at(-1)).toEqual(["one", "two"]);
    server.state.tools.push("three");
    server.reportLists();
    await expect.poll(() => seen.at(-1)).toEqual(["one", "two", "three"]);
  });

  test("is followed again after it was gone, and read because it may have changed meanwhile", async () => {
    const { server, mcp, key, seen, readNames, left } = await connect(era);
    await readNames();
    mcp.followLists(key, left.signal);
    const texts: string[] = [];
    const read = async (signal: AbortSignal) => {
      const { contents } = await mcp.use(key, signal, (connection) => connection.readResource(changingUri, signal));
      texts.push(contents[0] && "text" in contents[0] ? contents[0].text : "");
    };
    mcp.followResource(key, changingUri, read, { signal: left.signal, onFailure: () => {} });
    await expect.poll(() => texts).toContain("Rain");
    await server.stop();
    server.state.tools = ["other"];
    server.state.text = "Sun";
    await server.startAgain();
    await expect.poll(() => [seen.at(-1), texts.at(-1)]).toEqual([["other"], "Sun"]);
    server.state.text = "Snow";
    server.reportResource();
    await expect.poll(() => texts.at(-1)).toBe("Snow");
  });
});

test("lists that are not followed are read when they are needed", async () => {
  const { server, readNames } = await connect("2025-11-25");
  await readNames();
  server.state.tools = ["two"];
  server.reportLists();
  await expect.poll(readNames).toEqual(["two"]);
  expect(server.count("tools/list")).toBe(2);
});
