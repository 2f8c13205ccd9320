import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { createClusterClient } from "../../../../src/service/kubernetes/client/clusterClient.ts";
import { createCredentialSource } from "../../../../src/service/kubernetes/client/clusterCredentials.ts";
import {
  type ClusterCredential,
  listKubeconfigFiles,
  readClusterAccess,
  readInClusterAccess,
} from "../../../../src/service/kubernetes/client/kubeconfig.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { authorityFile, startSecureServer } from "../../../support/network/secureServer.ts";
import { testDeadline } from "../../../support/testDeadline.ts";

let folder = "";
beforeEach(() => {
  folder = createTemporaryFolder();
});

const write = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

interface Parts {
  readonly cluster?: object;
  readonly user?: object;
}
const writeConfig = ({ cluster = {}, user = {} }: Parts, name = "config") =>
  write(
    name,
    JSON.stringify({
      clusters: [{ name: "c", cluster: { server: "https://cluster.example:6443", ...cluster } }],
      users: [{ name: "u", user }],
      contexts: [{ name: "team", context: { cluster: "c", user: "u", namespace: "servers" } }],
    }),
  );
const read = (parts: Parts) => readClusterAccess([writeConfig(parts)], "team");

describe("a kubeconfig", () => {
  test("gives the server, the namespace, certificates and the credential of a context", () => {
    write("ca.pem", "the authority");
    const user = {
      "client-certificate-data": Buffer.from("cert").toString("base64"),
      "client-key": "key.pem",
      token: "t",
    };
    write("key.pem", "key");
    const access = read({ cluster: { "certificate-authority": "ca.pem", "tls-server-name": "internal" }, user });
    expect(access).toMatchObject({ namespace: "servers", credential: { kind: "token", token: "t" } });
    expect(access.server.href).toBe("https://cluster.example:6443/");
    expect(access.tls).toEqual({ ca: "the authority", servername: "internal", cert: "cert", key: "key" });
  });

  test("may be spread over files, of which the first counts", () => {
    const contexts = write("contexts", "contexts:\n- name: team\n  context: { cluster: c, user: u }\n");
    const files = [
      contexts,
      writeConfig({ user: { token: "first" } }, "a"),
      writeConfig({ user: { token: "second" } }, "b"),
    ];
    expect(listKubeconfigFiles({ KUBECONFIG: files.join(delimiter) })).toEqual(files);
    expect(readClusterAccess(files, "team")).toMatchObject({ namespace: undefined, credential: { token: "first" } });
  });

  test.each([
    [
      "another context",
      () => readClusterAccess([writeConfig({})], "prod"),
      'has no context "prod". Its contexts: "team".',
    ],
    [
      "a missing file",
      () => readClusterAccess([join(folder, "none")], "team"),
      "could not be read (ENOENT). Set KUBECONFIG",
    ],
    ["no YAML", () => readClusterAccess([write("x", "a: [")], "team"), "is not valid YAML"],
    ["a wrong form", () => read({ cluster: { server: "ftp://x" } }), 'is invalid at "clusters.0.cluster.server"'],
    ["a proxy", () => read({ cluster: { "proxy-url": "http://p" } }), "proxy-url, which is not supported"],
    ["an old plugin", () => read({ user: { "auth-provider": { name: "gcp" } } }), 'auth-provider "gcp"'],
    [
      "a missing certificate",
      () => read({ user: { "client-key": "gone.pem" } }),
      "gone.pem, which the kubeconfig names",
    ],
  ])("with %s is refused with a reason", (_what, readIt, message) => {
    expect(readIt).toThrow(message);
  });

  test("in a pod is the service account", () => {
    write("token", "t\n");
    write("ca.crt", "ca");
    write("namespace", "apps\n");
    const environment = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
    const access = readInClusterAccess(environment, folder);
    expect(access).toMatchObject({ namespace: "apps", credential: { kind: "tokenFile" } });
    expect(access.server.host).toBe("[fd00::1]");
    expect(() => readInClusterAccess({}, folder)).toThrow("Name a context of the kubeconfig");
  });
});

describe("a credential", () => {
  const readCredential = (credential: ClusterCredential) =>
    createCredentialSource({
      server: new URL("https://cluster.example"),
      namespace: undefined,
      tls: { ca: "authority" },
      credential,
    });
  const createPlugin = (script: string, more: object = {}): ClusterCredential => {
    const command = write("plugin", `#!/bin/sh\n${script}\n`);
    chmodSync(command, 0o755);
    return {
      kind: "exec",
      folder,
      plugin: { apiVersion: "client.authentication.k8s.io/v1", command: "./plugin", ...more },
    };
  };
  const print = (status: object) => `echo '${JSON.stringify({ kind: "ExecCredential", status })}'`;

  test("of a plugin is run once, and again when it has expired or was refused", async () => {
    const lasting = readCredential(createPlugin(`echo run >> ${join(folder, "runs")}\n${print({ token: "t" })}`));
    const countRuns = () => readFileSync(join(folder, "runs"), "utf8").split("run").length - 1;
    expect(await lasting.read()).toMatchObject({ authorization: "Bearer t" });
    await lasting.read();
    expect(countRuns()).toBe(1);
    lasting.forget();
    await lasting.read();
    expect(countRuns()).toBe(2);
    const expired = readCredential(
      createPlugin(
        `echo run >> ${join(folder, "runs")}\n${print({ token: "t", expirationTimestamp: "2020-01-01T00:00:00Z" })}`,
      ),
    );
    await expired.read();
    await expired.read();
    expect(countRuns()).toBe(4);
  });

  test("of a plugin may be a certificate, and the plugin gets the cluster if it asks", async () => {
    const status = { clientCertificateData: "cert", clientKeyData: "key" };
    const script = `echo "$KUBERNETES_EXEC_INFO $MODE" > ${join(folder, "received")}\n${print(status)}`;
    const source = readCredential(
      createPlugin(script, { provideClusterInfo: true, env: [{ name: "MODE", value: "test" }] }),
    );
    expect(await source.read()).toMatchObject({ tls: { cert: "cert", key: "key" } });
    const received = readFileSync(join(folder, "received"), "utf8");
    expect(received).toContain('"server":"https://cluster.example/"');
    expect(received).toContain("test");
  });

  test.each([
    ["fails", "echo a-secret; exit 3", "./plugin, which gives the credential of the cluster, failed (3)."],
    ["prints something else", "echo a-secret", "printed no ExecCredential"],
    [
      "prints no credential",
      `echo '${JSON.stringify({ kind: "ExecCredential", status: {} })}'`,
      "neither a token nor a certificate",
    ],
  ])("of a plugin that %s is an error without its output", async (_what, script, message) => {
    const failure = await readCredential(createPlugin(script))
      .read()
      .catch((error) => String(error));
    expect(failure).toContain(message);
    expect(failure).not.toContain("a-secret");
  });

  test("of a missing plugin says how it is installed", async () => {
    const plugin = { apiVersion: "v1", command: "no-such-plugin-of-a-cloud", installHint: "Install the cloud tools." };
    await expect(readCredential({ kind: "exec", folder, plugin }).read()).rejects.toThrow(
      "was not found. Install the cloud tools.",
    );
  });

  test("in a file is read for the request", async () => {
    const file = write("token", "one\n");
    expect(await readCredential({ kind: "tokenFile", file }).read()).toMatchObject({ authorization: "Bearer one" });
  });
});

test("a cluster is trusted by its own authority only", async () => {
  const server = await startSecureServer({ gitVersion: "v1" });
  const send = (tls: object, port = server.port) => {
    const access = {
      server: new URL(`https://127.0.0.1:${port}`),
      namespace: undefined,
      tls,
      credential: { kind: "none" } as const,
    };
    const client = createClusterClient(access);
    return client.send({ path: "/version" }, z.looseObject({}), testDeadline()).finally(client.close);
  };
  expect(await send({ ca: readFileSync(authorityFile, "utf8") })).toEqual({ gitVersion: "v1" });
  await expect(send({})).rejects.toThrow(/cannot be reached \((SELF_SIGNED|UNABLE_TO).*certificate is valid/);
  await server.close();
  await expect(send({}, server.port)).rejects.toThrow("cannot be reached (ECONNREFUSED). Check that it runs");
});
