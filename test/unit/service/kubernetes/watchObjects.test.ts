import type { ServerResponse } from "node:http";
import { KubeConfig } from "@kubernetes/client-node";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { createClusterClient } from "../../../../src/service/kubernetes/client/clusterClient.ts";
import { sendJson, startUpstream } from "../../../support/servers/upstream.ts";

const podSchema = z.looseObject({ metadata: z.looseObject({ name: z.string() }) });

/** Follows the pods of a cluster with one pod. */
async function watchPods(onWatch: (response: ServerResponse) => void, schema = podSchema) {
  const listedAt: number[] = [];
  const { origin, close } = await startUpstream(({ target }, response) => {
    if (target.includes("watch=true")) return onWatch(response);
    listedAt.push(performance.now());
    const items = [{ metadata: { name: "shop", resourceVersion: "1" } }];
    sendJson(response, { kind: "PodList", apiVersion: "v1", metadata: { resourceVersion: "1" }, items });
  });
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: "c", server: origin, skipTLSVerify: true }, { name: "u", token: "t" });
  const stop = new AbortController();
  onTestFinished(async () => {
    stop.abort();
    await close();
  });
  const path = "/api/v1/namespaces/servers/pods";
  void createClusterClient(() => config).watch({
    ...{ path, labelSelector: "app=shop", schema, onChange: () => {}, signal: stop.signal },
  });
  return listedAt;
}

test("the pause grows while lists work and the watch fails", async () => {
  const listedAt = await watchPods((response) => sendJson(response, { message: "no watch" }, 403));
  await expect.poll(() => listedAt.length).toBeGreaterThan(3);
  const [, , third = 0, fourth = 0] = listedAt;
  expect(fourth - third).toBeGreaterThan(900);
});

test("the watch of a list with an object of an unknown form ends", async () => {
  const closed = Promise.withResolvers<void>();
  await watchPods(
    (response) => {
      response.writeHead(200).flushHeaders();
      // The library ends a watch that is silent.
      const timer = setInterval(() => response.write("\n"), 1000);
      response.once("close", () => {
        clearInterval(timer);
        closed.resolve();
      });
    },
    podSchema.extend({ spec: z.string() }),
  );
  await closed.promise;
});
