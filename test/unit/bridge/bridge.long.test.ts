import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../src/client/client.ts";
import type { Server } from "../../../src/contract/servers.ts";
import { startBridgeFixture } from "../../support/agents/bridgeFixture.ts";
import { createTinyServer, deployTinyServer } from "../../support/servers/deployTinyServer.ts";
import { protocolEras } from "../../support/servers/mcpClient.ts";
import type { TinyVariant } from "../../support/servers/tinyServer.ts";
import { requireValue } from "../../support/service/requireValue.ts";

let fixture: Awaited<ReturnType<typeof startBridgeFixture>>;
let api: ServiceClient;
beforeAll(async () => {
  fixture = await startBridgeFixture();
  api = fixture.openApi();
});
afterAll(() => fixture.close());

async function deploy(variant: TinyVariant): Promise<Server> {
  const project = requireValue((await api.call("projects.list", {})).items[0]);
  const server = await createTinyServer({ api, project }, variant, variant);
  return (await deployTinyServer({ api }, server)).server;
}

const textOf = (result: { readonly content: readonly { readonly type: string; readonly text?: string }[] }) =>
  result.content.map(({ text = "" }) => text).join("");

describe.each(protocolEras)("a client of %s", (era) => {
  test("lists and calls tools, also of a service that is starting again on another port", async () => {
    const server = await deploy("healthy");
    const client = await fixture.connect(await fixture.createGrant(server.id), era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["echo", "slow", "crash"]);
    await fixture.stop();
    const calling = client.callTool({ name: "echo", arguments: {} });
    await fixture.startElsewhere();
    api = fixture.openApi();
    expect(textOf(await calling)).toContain('"label":"healthy"');
  });

  test("gets the error that its access was revoked", async () => {
    const server = await deploy("healthy");
    const grantId = await fixture.createGrant(server.id);
    const client = await fixture.connect(grantId, era);
    await client.listTools();
    await api.revokeGrant(grantId);
    await expect(client.callTool({ name: "echo", arguments: {} })).rejects.toThrow(/revoked/i);
  });

  test("gets the error that the server is not deployed", async () => {
    const server = await deploy("healthy");
    const client = await fixture.connect(await fixture.createGrant(server.id), era);
    await client.listTools();
    await api.call("server.update", { id: server.id, desiredState: "stopped" });
    await expect(client.callTool({ name: "echo", arguments: {} })).rejects.toThrow(
      /not deployed|not running right now/,
    );
  });
});

test("a session that the server forgot is opened again", async () => {
  const server = await deploy("sessions");
  const client = await fixture.connect(await fixture.createGrant(server.id), "2025-11-25");
  await client.listTools();
  // The process starts again, without its sessions.
  await api.call("server.deploy", { id: server.id });
  await deployTinyServer({ api }, server);
  expect(textOf(await client.callTool({ name: "echo", arguments: {} }))).toContain('"label":"sessions"');
});

test("messages of a stream come before its answer, and a cancelled call leaves the server", async () => {
  const server = await deploy("streaming");
  const client = await fixture.connect(await fixture.createGrant(server.id), "2026-07-28");
  const seen: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void seen.push(params.data));
  await client.listTools();
  expect(seen).toContain("working");
  const stop = new AbortController();
  const before = seen.length;
  const call = client.callTool({ name: "slow", arguments: {} }, { signal: stop.signal });
  await expect.poll(() => seen.length).toBeGreaterThan(before);
  stop.abort();
  await expect(call).rejects.toThrow();
  const logs = async () => {
    const { items } = await api.call("deployment.events", { id: server.liveDeploymentId ?? "", limit: 200 });
    return items.map((event) => JSON.stringify(event)).join("\n");
  };
  await expect.poll(logs).toContain("caller left");
});

describe("the lines of the bridge", () => {
  let child: ChildProcess;
  const start = async () => {
    const { command, args } = fixture.command(await fixture.createGrant((await deploy("healthy")).id));
    child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
    const lines = createInterface({ input: requireValue(child.stdout ?? undefined) })[Symbol.asyncIterator]();
    return async (line: string) => {
      child.stdin?.write(`${line}\n`);
      return String((await lines.next()).value);
    };
  };

  test("have ids and numbers of any length as they were written, and end with the input", async () => {
    const exchange = await start();
    const id = "12345678901234567890123";
    const initialize = `{"jsonrpc":"2.0","id":${id},"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`;
    expect(JSON.parse(await exchange(initialize))).toMatchObject({ result: { serverInfo: { name: "tiny" } } });
    expect(await exchange("no json")).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"This line is no JSON."}}',
    );
    const ended = once(child, "close");
    child.stdin?.end();
    expect((await ended)[0]).toBe(0);
  });

  test("say how the bridge is started", async () => {
    const wrong = spawn(process.execPath, fixture.command("x").args.slice(0, 1), { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    wrong.stderr.on("data", (chunk) => (text += String(chunk)));
    expect((await once(wrong, "close"))[0]).toBe(2);
    expect(text).toContain("--data FOLDER --grant ID");
  });
});
