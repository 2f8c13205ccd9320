import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readPublicAddress } from "../../../../src/service/control/publicArguments.ts";
import { readRunnerOptions } from "../../../../src/service/control/runnerArguments.ts";
import { parseServiceArguments } from "../../../../src/service/control/serviceArguments.ts";
import { testResults } from "../../../support/testResults.ts";

const base = { listen: "0.0.0.0:8443", "public-url": "https://f.example", "trusted-proxy": ["10.0.0.5"] };
const tls = { "trusted-proxy": [], "tls-cert": "c.pem", "tls-key": "k.pem" };
const none = { "trusted-proxy": [] };
const parse = (...args: readonly string[]) => parseServiceArguments(["--data", "d", ...args]);
const read = (values: object) => readPublicAddress({ ...base, ...values });

testResults([
  [() => readPublicAddress(none), undefined],
  [
    () => read({}),
    { host: "0.0.0.0", port: 8443, url: "https://f.example", tls: undefined, trustedProxies: ["10.0.0.5"] },
  ],
  [() => read(tls)?.tls, { certFile: resolve("c.pem"), keyFile: resolve("k.pem") }],
  [() => read({ listen: "[::]:65535" }), { ...read({}), host: "::", port: 65535 }],
  [() => read({ "trusted-proxy": ["10.0.0.0/32", "::1/128", "::1"] })?.trustedProxies.length, 3],
  [() => readRunnerOptions({}, false), { engineSocket: undefined, baseImage: undefined, kubernetes: undefined }],
  [() => readRunnerOptions({}, true).engineSocket, null],
  [() => readRunnerOptions({ kubernetes: "team" }, true).kubernetes, { context: "team", namespace: undefined }],
  [
    () => readRunnerOptions({ kubernetes: "t", "kubernetes-namespace": "a-1" }, true).kubernetes,
    { context: "t", namespace: "a-1" },
  ],
  [() => readRunnerOptions({ "container-engine": "auto" }, true).engineSocket, undefined],
  [
    () => readRunnerOptions({ "container-engine": "unix:///run/d.sock", "base-image": "node:24" }, true),
    { engineSocket: "/run/d.sock", baseImage: "node:24", kubernetes: undefined },
  ],
]);

testResults([
  [() => parse(), { ...parse("--grace=0.5"), graceSeconds: undefined }],
  [() => parse("--port", "65535", "--grace=0.5", "--drain=300", "--discovery=keys").discovery, "keys"],
  [
    () =>
      parse("--drain=0", "--listen=0.0.0.0:1", "--public-url=https://f", "--trusted-proxy=::1").runners.engineSocket,
    null,
  ],
  [() => [parse().team, parse("--drain=0").drainSeconds, parse().runners.engineSocket], [undefined, 0, undefined]],
  [
    () =>
      parse("--organization", " A ", "--member", "Ann <a@b>", "--limit", "deployments=5", "--limit", "storage=none")
        .team,
    { organizations: ["A"], members: [{ name: "Ann", email: "a@b" }], limits: { deployments: 5, storage: null } },
  ],
]);

test.each<[values: object, message: string]>([
  ...[{ "public-url": "https://a" }, { "tls-cert": "c" }, { "tls-key": "k" }, { "audit-days": "1" }].map(
    (values): [object, string] => [
      { ...none, listen: undefined, "public-url": undefined, ...values },
      "need --listen HOST:PORT",
    ],
  ),
  [{ listen: undefined, "public-url": undefined }, "need --listen HOST:PORT"],
  [{ listen: "8443" }, "--listen must be like"],
  [{ listen: "a:65536" }, "--listen must be like"],
  [{ "public-url": undefined }, "--listen needs --public-url"],
  ...["10.0.0.0/33", "::1/129", "host", "10.0.0.5/"].map((proxy): [object, string] => [
    { "trusted-proxy": [proxy] },
    `not "${proxy}"`,
  ]),
  [{ ...tls, "tls-key": undefined }, "need each other"],
  [{ ...tls, "tls-cert": undefined }, "need each other"],
  [none, "--listen needs TLS"],
  ...["http://f.example", "f", "https://f/a", "https://f/?a", "https://f/#a", "https://a@f", "https://:b@f"].map(
    (url): [object, string] => [{ "public-url": url }, `without a path, not "${url}"`],
  ),
])("%j is refused: %s", (values, message) => {
  expect(() => read(values)).toThrow(message);
});

test.each([
  [["--container-engine", ""], "--container-engine must be the path"],
  [["--base-image", "a\nRUN b"], "--base-image must be the name"],
  [["--kubernetes-namespace", "a"], "--kubernetes-namespace needs --kubernetes"],
  [["--kubernetes", ""], "--kubernetes must be the name"],
  [["--kubernetes", "c", "--kubernetes-namespace", "A"], 'not "A"'],
  ...["-1", "301", "1.5", " "].map((drain): [string[], string] => [
    [`--drain=${drain}`],
    `from 0 to 300, not "${drain}"`,
  ]),
  [
    ["--audit-days=0", "--listen=0.0.0.0:1", "--public-url=https://f", "--trusted-proxy=::1"],
    "--audit-days must be a number from 1 to 3650",
  ],
  [["--discovery", "all"], '--discovery must be "keys" or "local"'],
  [["--organization", " "], "--organization must have 1 to 100"],
  [["--organization", "x".repeat(101)], "--organization must have 1 to 100"],
  [["--member", "<a@b>"], "--member must be like"],
  [["--limit", "deployments=x"], "--limit must be like"],
  [["--limit", "things=1"], "--limit must be like"],
  [["--limit", "storage=-1"], "--limit must be like"],
  [["--port", "70000"], "--port must be a number"],
  [["--grace", ""], "--grace must be a number"],
  [["--data", ""], "--data is missing"],
])("the arguments %j are refused", (args, message) => {
  expect(() => parseServiceArguments(["--data", "d", ...args])).toThrow(message);
});
