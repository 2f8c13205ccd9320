import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { KubeConfig } from "@kubernetes/client-node";
import { expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { createClusterClient } from "../../../../src/service/kubernetes/client/clusterClient.ts";
import type { PolicyRule } from "../../../support/kubernetes/accessRules.ts";
import { acceptWebSocket } from "../../../support/kubernetes/podStreams.ts";
import { startRunnerFixture } from "../../../support/kubernetes/runnerFixture.ts";
import { listenOnLoopback } from "../../../support/network/listenOnLoopback.ts";

const signal = new AbortController().signal;

async function startServer(options: Parameters<typeof startRunnerFixture>[0] = {}) {
  const fixture = await startRunnerFixture(options);
  onTestFinished(() => fixture.close());
  const server = await fixture.runner.start(fixture.createProgram("healthy").program, signal);
  return { ...fixture, server };
}

test("a user who may not forward ports learns which right is missing", async () => {
  const documents = parseAllDocuments(readFileSync("media/deploy/kubernetes-runner.yaml", "utf8"));
  const role = documents.map((one) => one.toJS()).find(({ kind }) => kind === "Role");
  const rules = role.rules.filter(({ resources }: PolicyRule) => !resources.includes("pods/portforward"));
  const { server } = await startServer({ rules, token: "limited" });
  await expect(server.endpoint.connect()).rejects.toThrow(/HTTP 403\. Give the service's user this right/);
});

test("a cluster that is gone refuses the connection with a reason", async () => {
  const { server, double } = await startServer();
  await double.api.close();
  await expect(server.endpoint.connect()).rejects.toThrow(/cannot be reached \(ECONNREFUSED\)/);
});

test("a connection ends when its pod closes it, after what the pod sent", async () => {
  const { server } = await startServer();
  const connection = await server.endpoint.connect();
  connection.write("GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
  const chunks: string[] = [];
  connection.on("data", (chunk) => chunks.push(String(chunk)));
  await once(connection, "end");
  expect(chunks.join("")).toMatch(/^HTTP\/1\.1 \d{3} /);
});

test("a connection that the cluster does not open in time ends with its signal, and one that it opens later is closed", async () => {
  const upgrades = Promise.withResolvers<readonly [IncomingMessage, Duplex]>();
  const server = createServer().on("upgrade", (request, socket) => upgrades.resolve([request, socket]));
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: "c", server: url, skipTLSVerify: true }, { name: "u", token: "t" });
  const stop = new AbortController();
  const pod = { namespace: "servers", pod: "shop", port: 80 };
  const opening = createClusterClient(() => config).forwardPort(pod, stop.signal);
  const [request, socket] = await upgrades.promise;
  stop.abort(new Error("no longer needed"));
  await expect(opening).rejects.toThrow("no longer needed");
  const ended = once(socket.resume(), "end");
  acceptWebSocket(request, socket);
  await ended;
  socket.destroy();
});
