import { readFileSync } from "node:fs";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { createExportFiles } from "../../../src/export/createExportFiles.ts";
import type { ExportedServer, ExportFormat } from "../../../src/export/exportedServer.ts";
import { requireFiles } from "../../support/servers/requireFiles.ts";

const readFixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), "utf8"));
const ajv = new AjvJsonSchemaValidator();

const file = (path: string, content = "") => ({ path, bytes: Buffer.from(content) });
const server: ExportedServer = {
  ...{ name: "Weather API", slug: "weather", description: "Says the weather.", version: "1.2.0+build.7" },
  entry: "server.mjs",
  files: [file("server.mjs"), file("tools/all.mjs")],
  variables: [
    {
      name: "API_KEY",
      description: "The key.",
      documentation: "https://example.com/keys",
      isRequired: true,
      isSet: false,
    },
    { name: "API_URL", description: "The address.", isRequired: true, isSet: true, value: "https://api.example.com" },
    { name: "GREETING", isRequired: false, isSet: true, value: 'Say "hi" for $5' },
    { name: "DEBUG", description: "More lines\nin the log.", isRequired: false, isSet: false },
    { name: "TOKEN", isRequired: false, isSet: true },
  ],
  allowedHosts: ["cdn.example.com", "10.0.0.5:8080"],
  accounts: ["GitHub"],
  limits: { memoryMb: 256, cpus: 0.5 },
};

function exportTo(format: ExportFormat, more: Partial<ExportedServer> = {}): Record<string, string> {
  const files = requireFiles(createExportFiles({ ...server, ...more }, format));
  return Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));
}

describe("a plain folder", () => {
  test("has the version's files, a package.json, the environment and a README", () => {
    const files = exportTo("folder");
    const added = [".env.example", "README.md", "package.json"];
    expect(Object.keys(files)).toEqual([...added, "server.mjs", "tools/all.mjs"]);
    expect(JSON.parse(files["package.json"] ?? "")).toMatchObject({
      name: "weather",
      version: "1.2.0+build.7",
      scripts: { start: "node --env-file-if-exists=.env server.mjs" },
      engines: { node: ">=24" },
    });
  });

  test("says of each variable what it is and where to get it, with the values that are no secrets", () => {
    expect(exportTo("folder")[".env.example"]).toBe(`# The key. Required. Where to get it: https://example.com/keys
API_KEY=

# The address. Required.
API_URL=https://api.example.com

# Its value has characters that environment files quote in different ways: copy it from Fairlead.
GREETING=

# More lines in the log.
#DEBUG=

TOKEN=

# Where the server listens, if it is started without a container.
HOST=127.0.0.1

PORT=8080
`);
  });

  test("keeps what the version says itself: package.json, README, port and other variables", () => {
    const own = [
      file("package.json", '{"main":"./app.js","engines":{"node":"^22.18.0"}}'),
      file("package-lock.json", "{}"),
      file("README.md", "# Mine\n"),
      file(".env.example", "# The key of old.\nAPI_KEY=\n\n# How loud.\n#VOLUME=3\nPORT=3000\n"),
    ];
    const files = exportTo("folder", { entry: undefined, files: [file("app.js"), ...own] });
    expect(files["package.json"]).toContain('"^22.18.0"');
    expect(files[".env.example"]).toMatch(/\nPORT=3000\n\n# How loud\.\n#VOLUME=3\n$/);
    expect(files[".env.example"]?.match(/API_KEY/g)).toHaveLength(1);
    const readme = files["README.md"] ?? "";
    expect(readme).toMatch(/^# Mine\n\n## Run Weather API 1\.2\.0\\?\+build\.7 without Fairlead\n/);
    expect(readme).toContain("With Node 22.18 or newer");
    expect(readme).toContain("npm ci --omit=dev --ignore-scripts\nnode --env-file=.env app.js\n");
    expect(readme).toContain('"url": "http://127.0.0.1:3000/mcp"');
    const readWith = (text: string) =>
      exportTo("folder", { files: [...server.files, file(".env.example", text)] })["README.md"];
    expect(readWith("PORT=65535\n")).toContain("http://127.0.0.1:65535/mcp");
    expect(readWith("PORT=65536\n")).toContain("http://127.0.0.1:8080/mcp");
  });

  test("says what does not confine the server there, and what it loses", () => {
    const readme = exportTo("folder")["README.md"];
    for (const text of [
      "There is no login",
      "Nothing confines it",
      "`cdn.example.com`",
      "limits",
      "`GitHub`",
      "`API_KEY`",
    ])
      expect(readme).toContain(text);
    const plain = exportTo("folder", { allowedHosts: [], accounts: [], limits: {}, variables: [] })["README.md"];
    for (const text of ["allowed hosts", "limits", "tokens", "not exported"]) expect(plain).not.toContain(text);
  });

  test("of a version that is no program of Node runs in the image of its Dockerfile", () => {
    const files = exportTo("folder", {
      entry: "main.py",
      files: [file("main.py"), file("Dockerfile", "FROM python:3\n")],
    });
    expect(files["README.md"]).toContain("docker build --tag weather:1.2.0_build.7 .");
    expect(Object.keys(files)).not.toContain("package.json");
  });

  test("is not made if nothing says how the version is started", () => {
    expect(createExportFiles({ ...server, entry: "gone.mjs", files: [file("main.py")] }, "folder")).toBe("noEntry");
  });
});

describe("Compose", () => {
  const read = (more: Partial<ExportedServer> = {}) => parse(exportTo("compose", more)["compose.yaml"] ?? "");

  test("is valid by the schema of the Compose Specification", () => {
    const check = ajv.getValidator(readFixture("compose-spec"));
    for (const more of [{}, { limits: {} }, { files: [file("Dockerfile", "FROM python:3")] }])
      expect(check(read(more))).toMatchObject({ valid: true });
  });

  test("takes each right that the server does not need, and publishes it on this machine only", () => {
    const { weather } = read().services;
    expect(weather).toMatchObject({
      read_only: true,
      tmpfs: ["/tmp"],
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: "256m",
      cpus: 0.5,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Compose.
      ports: ["127.0.0.1:${PORT:-8080}:8080"],
      healthcheck: { test: ["CMD", "node", "-e", expect.stringContaining("http://127.0.0.1:8080/mcp")] },
    });
    expect(read({ limits: {} }).services.weather).not.toHaveProperty("mem_limit");
  });

  test("builds an image of Node with the packages of the lock file, as a user without rights", () => {
    const manifest = file("package.json", '{"engines":{"node":">=22.18.0"}}');
    const files = [file("server.mjs"), manifest, file("package-lock.json")];
    const dockerfile = exportTo("compose", { files }).Dockerfile;
    expect(dockerfile).toMatch(/^FROM node:22\.18-slim\n/);
    expect(dockerfile).toContain("RUN npm ci --omit=dev --ignore-scripts\nCOPY . .\n");
    expect(dockerfile).toMatch(/\nUSER 65532:65532\nCMD \["node","server.mjs"\]\n$/);
    const plain = exportTo("compose").Dockerfile;
    expect(plain).toMatch(/^FROM node:24-slim\n/);
    expect(plain).not.toContain("npm ci");
  });

  test("keeps the version's own Dockerfile and Compose file, and never takes .env into the image", () => {
    const own = [
      file("Dockerfile", "FROM python:3\n"),
      file("compose.yaml", "mine"),
      file(".dockerignore", "docs\n!.env\n"),
    ];
    const files = exportTo("compose", { files: [file("server.mjs"), ...own] });
    expect([files.Dockerfile, files["compose.yaml"]]).toEqual(["FROM python:3\n", "mine"]);
    expect(files[".dockerignore"]).toMatch(/^docs\n!\.env\n\.git\nnode_modules\n\.env\ncompose\.fairlead\.yaml\n$/);
    expect(
      parse(files["compose.fairlead.yaml"] ?? "").services.weather.healthcheck,
      "there is no node",
    ).toBeUndefined();
    expect(files["README.md"]).toContain("docker compose --file compose.fairlead.yaml up");
  });

  test.each([
    ["FROM node:24-slim", true],
    ["FROM --platform=linux/amd64 docker.io/library/node@sha256:00", true],
    ["FROM node:24 AS build\nFROM nginx", false],
    ["FROM registry.example.com/my-node:1", false],
  ])("an image of %j is checked with node: %s", (dockerfile, expected) => {
    const files = [file("server.mjs"), file("Dockerfile", dockerfile)];
    expect(read({ files }).services.weather.healthcheck !== undefined).toBe(expected);
  });
});

describe("Kubernetes", () => {
  const readText = (more: Partial<ExportedServer> = {}) => exportTo("kubernetes", more)["kubernetes.yaml"] ?? "";
  const read = (more: Partial<ExportedServer> = {}) => parseAllDocuments(readText(more)).map((one) => one.toJS());
  const definitions = readFixture("kubernetes/api-1.35");
  const names = {
    Secret: "core.v1.Secret",
    NetworkPolicy: "networking.v1.NetworkPolicy",
    Service: "core.v1.Service",
    Deployment: "apps.v1.Deployment",
  };

  const checks = new Map(
    Object.entries(names).map(([kind, name]) => {
      const $ref = `#/definitions/io.k8s.api.${name}`;
      return [kind, ajv.getValidator({ $ref, definitions } as object)];
    }),
  );

  test("is valid by the published schema of the Kubernetes API, in the namespace of the user's choice", () => {
    for (const more of [{}, { limits: {}, variables: [], allowedHosts: [] }]) {
      const objects = read(more);
      expect(objects.map(({ kind }) => kind)).toEqual(Object.keys(names));
      for (const object of objects) {
        expect(checks.get(object.kind)?.(object)).toMatchObject({ valid: true });
        expect(object.metadata).not.toHaveProperty("namespace");
      }
    }
  });

  test("has a Secret with the known values, those to be filled in, and the others as comments", () => {
    const [secret] = read();
    expect(secret.stringData).toEqual({
      ALLOWED_HOSTS: "weather",
      API_KEY: "",
      API_URL: "https://api.example.com",
      GREETING: 'Say "hi" for $5',
      TOKEN: "",
    });
    expect(readText()).toContain('  # The key. Required. Where to get it: https://example.com/keys\n  API_KEY: ""\n');
    expect(readText()).toContain('  # More lines\n  # in the log.\n  # DEBUG: ""\n');
  });

  test("lets pods of the same namespace in, and says what the policy cannot", () => {
    const policy = read().find(({ kind }) => kind === "NetworkPolicy");
    expect(policy.spec.ingress).toEqual([
      { from: [{ podSelector: { matchLabels: {} } }], ports: [{ protocol: "TCP", port: 8080 }] },
    ]);
    expect(readText()).toContain("# In Fairlead it may connect to cdn.example.com, 10.0.0.5:8080 besides its API.");
  });

  test("runs one pod within the limits, and is not what the service manages", () => {
    const { metadata, spec } = read().find(({ kind }) => kind === "Deployment");
    expect(metadata.labels).toMatchObject({
      "app.kubernetes.io/managed-by": "kubectl",
      "app.kubernetes.io/version": "1.2.0_build.7",
    });
    expect(spec.replicas).toBe(1);
    const [container] = spec.template.spec.containers;
    expect(container.resources.limits).toEqual({ memory: "256Mi", cpu: "500m" });
    expect(container.image).toBe("registry.example.com/team/weather:1.2.0_build.7");
  });
});

test("texts of a service cannot leave the comment, the value or the code that they are in", () => {
  const hostile = 'x\nEVIL=1\u2028kind: Evil\r"```\n- $(id)';
  const variables = [
    {
      name: "A",
      description: hostile,
      documentation: hostile,
      isRequired: true,
      isSet: true,
      value: 'a "quoted" text',
    },
    { name: "B", description: hostile, isRequired: false, isSet: false },
  ];
  const more = {
    name: hostile,
    slug: undefined,
    description: hostile,
    variables,
    allowedHosts: [hostile],
    accounts: [hostile],
  };
  const environment = exportTo("folder", more)[".env.example"] ?? "";
  expect(environment.split(/[\n\r\u2028]/).filter((line) => line !== "" && !/^(#|A=$|HOST=|PORT=)/.test(line))).toEqual(
    [],
  );
  expect(Object.keys(parse(exportTo("compose", more)["compose.yaml"] ?? "").services)).toHaveLength(1);
  const text = exportTo("kubernetes", more)["kubernetes.yaml"] ?? "";
  const objects = parseAllDocuments(text);
  expect(objects.flatMap(({ errors }) => errors)).toEqual([]);
  // Readers of YAML 1.1 end a line at more characters than this one does.
  expect(text.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => /^ *(kind: Evil|EVIL|-? ?\$)/.test(line))).toEqual([]);
  const [secret] = objects.map((one) => one.toJS());
  expect(Object.keys(secret.stringData)).toEqual(["ALLOWED_HOSTS", "A"]);
  expect(exportTo("folder", more)["README.md"]?.match(/^```/gm)).toHaveLength(8);
});

test("no description ends its comment in a file for Kubernetes, also for readers that know more line ends", () => {
  const description = "Key.\u0085kind: Pod\u2028spec: {hostPID: true}\rx";
  const variables = [{ name: "API_KEY", description, isRequired: true, isSet: false }];
  const { "kubernetes.yaml": text = "" } = exportTo("kubernetes", {
    variables,
    allowedHosts: ["a.example\u0085kind: Pod"],
  });
  expect(text).toContain("API_KEY");
  expect(text).not.toMatch(/[\u0085\u2028\r]/);
  expect(text).not.toMatch(/^(?:kind: Pod|spec: \{|x)/m);
});
