import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { createClusterClient } from "../../../../src/service/kubernetes/client/clusterClient.ts";
import { readClusterConfig } from "../../../../src/service/kubernetes/client/clusterConfig.ts";
import { openCluster } from "../../../../src/service/kubernetes/openCluster.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { writeKubeconfig } from "../../../support/kubernetes/writeKubeconfig.ts";
import { authorityFile, startSecureServer } from "../../../support/network/secureServer.ts";
import { sendJson, startUpstream } from "../../../support/servers/upstream.ts";
import { testDeadline } from "../../../support/testDeadline.ts";

let folder = "";
beforeEach(() => {
  folder = createTemporaryFolder();
});

const write = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const readFiles = (...files: string[]) => readClusterConfig("team", { KUBECONFIG: files.join(delimiter) });
/** A kubeconfig without users. */
const createContext = (parts: string) => `
clusters: [{ name: c, cluster: { server: "https://cluster.example" } }]
contexts: [{ name: team, context: { cluster: ${parts} } }]`;
/** What a request to the cluster carries. */
async function readOptions(config: ReturnType<typeof readFiles>) {
  const options: { readonly headers?: OutgoingHttpHeaders; readonly cert?: Buffer | string } = {};
  await config.applyToHTTPSOptions(options);
  return options;
}

describe("a kubeconfig", () => {
  test("gives the namespace, files beside it and the credential of a context", async () => {
    write("key.pem", "key");
    write("ca.pem", "the authority");
    const config = readFiles(
      writeKubeconfig(folder, {
        cluster: { "certificate-authority": "ca.pem" },
        user: { "client-key": "key.pem", token: "t" },
      }),
    );
    expect(config.getContextObject("team")).toMatchObject({ namespace: "servers" });
    expect(await readOptions(config)).toMatchObject({
      ca: Buffer.from("the authority"),
      key: Buffer.from("key"),
      headers: { Authorization: "Bearer t" },
    });
  });

  test("may be spread over files, of which the first counts", async () => {
    const config = readFiles(
      write("contexts", "contexts:\n- name: team\n  context: { cluster: c, user: u }\n"),
      writeKubeconfig(folder, { user: { token: "first" } }, "a"),
      writeKubeconfig(folder, { user: { token: "second" } }, "b"),
    );
    expect(config.getContextObject("team")?.namespace).toBeUndefined();
    expect((await readOptions(config)).headers).toEqual({ Authorization: "Bearer first" });
  });

  test.each([
    [
      "no context of the name",
      () => readFiles(write("x", "contexts: []")),
      'has no context "team". Its contexts: none.',
    ],
    ["a missing file", () => readFiles(join(folder, "none")), "could not be read (ENOENT). Set KUBECONFIG"],
    ["no YAML", () => readFiles(write("x", "a-secret: [")), "is not valid. Set KUBECONFIG"],
    [
      "no cluster of the name",
      () => readFiles(write("x", "contexts: [{ name: team, context: { cluster: gone, user: u } }]")),
      'names the cluster "gone", which does not exist',
    ],
    [
      "no user of the name",
      () => readFiles(write("x", createContext("c, user: gone"))),
      'names the user "gone", which does not exist',
    ],
    [
      "a plain http address",
      () => readFiles(writeKubeconfig(folder, { cluster: { server: "http://cluster.example" } })),
      'needs "insecure-skip-tls-verify: true"',
    ],
  ])("with %s is refused with a reason", (_what, readIt, message) => {
    expect(readIt).toThrow(message);
    expect(readIt).not.toThrow("a-secret");
  });

  test("may have a context without a user, which sends no credential", async () => {
    const config = readFiles(write("x", createContext("c")));
    expect((await readOptions(config)).headers).toBeUndefined();
  });

  test("in a pod is its service account", () => {
    const context = { context: "in-cluster", namespace: undefined };
    expect(() => openCluster(context, {})).toThrow("Name a context of the kubeconfig");
  });
});

describe("the credential of a plugin", () => {
  const createConfig = (script: string, more: object = {}, limitMs?: number) => {
    chmodSync(write("plugin", `#!/bin/sh\n${script}\n`), 0o755);
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "./plugin", ...more };
    return readClusterConfig("team", { KUBECONFIG: writeKubeconfig(folder, { user: { exec } }) }, limitMs);
  };
  const endless = "exec sleep 20";
  const print = (status: object) => `echo '${JSON.stringify({ kind: "ExecCredential", status })}'`;

  test("may be a certificate, and the plugin knows which version it is to speak", async () => {
    const status = { clientCertificateData: "cert", clientKeyData: "key" };
    const script = `echo "$KUBERNETES_EXEC_INFO $MODE" > ${join(folder, "received")}\n${print(status)}`;
    const config = createConfig(script, { env: [{ name: "MODE", value: "test" }] });
    expect(await readOptions(config)).toMatchObject({ cert: "cert", key: "key" });
    const received = readFileSync(join(folder, "received"), "utf8");
    expect(received).toContain('"apiVersion":"client.authentication.k8s.io/v1"');
    expect(received).toContain("test");
  });

  test("is read once for all that wait for it, and its plugin has no input", async () => {
    const config = createConfig(`cat\necho run >> ${join(folder, "runs")}\n${print({ token: "t" })}`);
    const all = await Promise.all([readOptions(config), readOptions(config)]);
    expect(all.map(({ headers }) => headers?.Authorization)).toEqual(["Bearer t", "Bearer t"]);
    expect(readFileSync(join(folder, "runs"), "utf8")).toBe("run\n");
  });

  test("of a plugin that never ends is an error that names the plugin", async () => {
    const client = createClusterClient(() => createConfig(endless, {}, 100));
    const request = client.send({ path: "/version" }, z.looseObject({}), testDeadline());
    await expect(request).rejects.toThrow(`The plugin ${join(folder, "plugin")} gave no credential`);
  });

  test("is waited for until the signal of a request is aborted", async () => {
    const client = createClusterClient(() => createConfig(endless));
    const stop = new AbortController();
    const requests = [
      client.send({ path: "/version" }, z.looseObject({}), stop.signal),
      client.forwardPort({ namespace: "servers", pod: "shop", port: 80 }, stop.signal),
    ];
    stop.abort(new Error("no longer needed"));
    await Promise.all(requests.map((request) => expect(request).rejects.toThrow("no longer needed")));
  });

  test.each([
    ["fails", "echo a-secret; exit 3", {}, "The credential of the cluster could not be read. Run"],
    ["prints something else", "echo a-secret", {}, "The credential of the cluster could not be read. Run"],
    ["is missing", "", { command: "no-such-plugin-of-a-cloud" }, "(no-such-plugin-of-a-cloud: ENOENT). Run"],
  ])("of a plugin that %s is an error without its output", async (_what, script, more, message) => {
    const client = createClusterClient(() => createConfig(script, more));
    const failure = await client
      .send({ path: "/version" }, z.looseObject({}), testDeadline())
      .catch((error: unknown) => String(error));
    expect(failure).toContain(message);
    expect(failure).not.toContain("a-secret");
  });
});

test("a credential that the cluster refuses is read again, once", async () => {
  const { origin, received, close } = await startUpstream(({ headers }, response) =>
    sendJson(response, { message: "Unauthorized" }, headers.authorization === "Bearer new" ? 200 : 401),
  );
  onTestFinished(close);
  const cluster = { server: origin, "insecure-skip-tls-verify": true };
  const send = (...tokens: string[]) => {
    const readConfig = () => readFiles(writeKubeconfig(folder, { cluster, user: { token: tokens.shift() } }));
    return createClusterClient(readConfig).send({ path: "/version" }, z.looseObject({}), testDeadline());
  };
  await send("old", "new");
  await expect(send("old", "old")).rejects.toThrow("Sign in to the cluster again.");
  expect(received).toHaveLength(4);
});

test("a cluster is trusted by its own authority only", async () => {
  const server = await startSecureServer({ gitVersion: "v1" });
  const send = (cluster: object, port = server.port) => {
    const all = { server: `https://127.0.0.1:${port}`, ...cluster };
    const client = createClusterClient(() =>
      readFiles(writeKubeconfig(folder, { cluster: all, user: { token: "t" } })),
    );
    return client.send({ path: "/version" }, z.looseObject({}), testDeadline());
  };
  expect(await send({ "certificate-authority": fileURLToPath(authorityFile) })).toEqual({ gitVersion: "v1" });
  await expect(send({})).rejects.toThrow(/cannot be reached \((SELF_SIGNED|UNABLE_TO).*certificate is valid/);
  await server.close();
  await expect(send({}, server.port)).rejects.toThrow("cannot be reached (ECONNREFUSED). Check that it runs");
});
