import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  createContainerModuleUrl,
  serveContainerTunnel,
  stdoutMark,
} from "../../../../src/service/containers/containerTunnel.ts";
import { createServerChannel } from "../../../../src/service/deployments/process/serverChannel.ts";
import { createServerEgress } from "../../../../src/service/deployments/runners/serverEgress.ts";
import { createServerTunnel } from "../../../../src/service/deployments/runners/serverTunnel.ts";
import { createServerAgent } from "../../../../src/service/mcp/serverEndpoint.ts";
import { findFreePort } from "../../../../src/service/network/freePort.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";

/** Runs a program as the first process of a container does: all that it has of the service are three pipes. */
async function startProgram(code: string, allowed: readonly string[] = []) {
  const ports = { server: await findFreePort(), proxy: await findFreePort() };
  const hosts = { byUser: allowed, byVersion: [] };
  const tunnel = createServerTunnel(
    createServerEgress({ readAllowedHosts: () => hosts, onRefused: () => {}, userZone: undefined }),
  );
  const program = [`--import=${createContainerModuleUrl(ports, "http")}`, "--input-type=module", "-e", code];
  // Node connects programs by sockets, which cannot be opened again.
  const folder = createTemporaryFolder();
  const errors = join(folder, "errors");
  const script = 'cat | "$0" "$@" 2>> "$ERRORS" | cat';
  const child = spawn("/bin/sh", ["-c", script, process.execPath, ...program], {
    env: { ...process.env, ERRORS: errors },
  });
  onTestFinished(() => void child.stdin.destroy());
  const stream = new Duplex({
    read: () => {},
    write: (chunk, _, done) => void child.stdin.write(chunk, () => done()),
    final: (done) => void child.stdin.end(done),
  });
  child.stdin.on("error", () => {});
  child.stdout.on("data", (chunk) => stream.push(chunk)).on("end", () => stream.destroy());
  stream.on("error", () => {});
  const { promise: hasChannel, resolve } = Promise.withResolvers<ReturnType<typeof createServerChannel>>();
  await serveContainerTunnel(
    stream,
    { PORT: String(ports.server), SECRET: "from the service" },
    {
      onChannel: (opened) => {
        const channel = createServerChannel(opened, () => void child.stdin.destroy());
        tunnel.attach(channel);
        resolve(channel);
      },
      onStdio: () => {},
      onConnection: tunnel.accept,
      onClose: tunnel.close,
    },
  );
  const exited = once(child, "exit");
  const agent = createServerAgent(tunnel.endpoint, { keepAlive: true });
  onTestFinished(() => agent.destroy());
  const call = async (path: string) => {
    const [response] = await once(get({ agent, path, host: "server" }), "response");
    return await text(response);
  };
  const waitUntilListening = () => expect.poll(() => call("/").catch(() => undefined)).toBe("here");
  return {
    child,
    call,
    channel: await hasChannel,
    readErrors: () => readFileSync(errors, "utf8"),
    exited,
    waitUntilListening,
  };
}

const server = `
import { createServer } from "node:http";
import { writeSync } from "node:fs";
console.log("one\\ntwo"); writeSync(1, "direct\\n"); console.error("error");
createServer(async ({ url }, response) => {
  if (url === "/secret") return response.end(process.env.SECRET);
  if (url === "/" ) return response.end("here");
  const sent = await fetch(decodeURIComponent(url.slice(1))).catch((error) => ({ text: () => {
    const messages = [];
    for (let one = error; one; one = one.cause) messages.push(one.message);
    return messages.join();
  } }));
  response.end(await sent.text());
}).listen(process.env.PORT, "127.0.0.1");`;

// The module opens its own descriptors again in /proc.
describe.skipIf(process.platform !== "linux")("the tunnel over the standard input and output of a container", () => {
  test("carries calls to the server, its variables, and its own requests to the hosts that are allowed", async () => {
    const { host } = new URL(await startHttpServer((_, response) => response.end("x".repeat(300_000))));
    const { call, waitUntilListening } = await startProgram(server, [host]);
    await waitUntilListening();
    expect(await call("/secret")).toBe("from the service");
    expect((await call(`/${encodeURIComponent(`http://${host}/`)}`)).length).toBe(300_000);
    expect(await call(`/${encodeURIComponent("http://other.example/")}`)).toContain("403");
    // Many at once, over one stream.
    const all = await Promise.all(Array.from({ length: 50 }, () => call("/secret")));
    expect(new Set(all)).toEqual(new Set(["from the service"]));
  });

  test("is not disturbed by what the server writes, whose lines say their stream", async () => {
    const { child, call, channel, readErrors, exited, waitUntilListening } = await startProgram(server);
    await waitUntilListening();
    expect(await call("/")).toBe("here");
    channel.send({ kind: "fairlead.stop" });
    child.stdin.end();
    await exited;
    expect(readErrors().split("\n")).toEqual([`${stdoutMark}one`, `${stdoutMark}two`, "direct", "error", ""]);
  });

  test("ends the server when the service is gone", async () => {
    const { child, call, exited, waitUntilListening } = await startProgram(server);
    await waitUntilListening();
    child.stdin.destroy();
    await exited;
    await expect(call("/")).rejects.toThrow();
  });
});
