import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { findCycles } from "./support/architecture/findCycles.ts";
import { lineBudgets } from "./support/architecture/lineBudgets.ts";
import { readBundles } from "./support/architecture/readBundles.ts";
import { type Import, readImports } from "./support/architecture/readImports.ts";

const root = join(import.meta.dirname, "..");

/** Which areas, or folders of them, an area may import from; what a `type` import adds. `extension.ts` and `editor.ts` join them. */
const allowed: Readonly<Record<string, { readonly values: readonly string[]; readonly types?: readonly string[] }>> = {
  text: { values: [] },
  contract: { values: ["text"] },
  client: { values: ["text", "contract"] },
  dialect: { values: ["text", "contract", "client"] },
  skills: { values: ["text", "contract"] },
  testcases: { values: ["text", "contract", "skills"] },
  runtime: { values: ["text", "contract"] },
  bridge: { values: ["text"] },
  generator: { values: ["text", "contract", "surface"], types: ["runtime"] },
  kubernetes: { values: ["text", "contract"] },
  export: { values: ["text", "contract", "generator/output", "kubernetes"] },
  surface: { values: ["text", "contract"] },
  webview: { values: ["text", "contract"] },
  extension: {
    values: [
      "agentTools",
      "text",
      "contract",
      "client",
      "skills",
      "surface",
      "testcases",
      "generator/overlay",
      "export",
      "webview/protocol",
    ],
    types: ["generator"],
  },
  cli: {
    values: ["text", "contract", "client", "generator", "skills", "surface", "testcases"].concat(
      // What skills are in a workspace, versions at a service, and how the local one is found; none says anything of an editor.
      ["extension/skill/model", "extension/registry/model", "extension/connection/model/localControlClient.ts"],
      ["fileDigest", "folderPath", "skillFolders"].map((name) => `extension/base/${name}.ts`),
    ),
  },
  agentTools: { values: ["text", "contract", "skills", "surface"] },
  service: {
    values: ["text", "contract", "generator", "runtime", "kubernetes", "skills", "surface", "testcases", "agentTools"],
  },
  "extension.ts": { values: ["text", "extension/vscode", "editor.ts"] },
  "editor.ts": { values: ["extension", "client", "dialect"], types: ["contract"] },
};

/** The rooms of the editor side, one a thing: each imports those before it. */
const order = [
  ...["base", "connection", "project", "registry", "server", "tools", "account", "deployment", "console", "agents"],
  ...["documents", "skill", "testing", "profile", "agentTools", "workbench", "vscode"],
];
/** The parts of a room: each imports those before it. */
const parts = ["model", "rows", "commands", "panel"];
/** The union of the rows is put together last, and every room may name its type. */
const unionOfRows = "src/extension/workbench/nodes.ts";
/** Goes down only. Nine were hidden when commands named one type for all that they use. */
const mostAgainstOrder = 44;

/** Where each runtime dependency may be bundled: the editor must not carry what only the service needs. */
const homes: Readonly<Record<string, readonly string[]>> = {
  "@cfworker/json-schema": ["webview/tool.js"],
  undici: ["editor.js", "cluster/cluster.mjs", "fairlead.mjs"],
  "@kubernetes/client-node": ["cluster/cluster.mjs"],
  diff: ["editor.js"],
  ignore: ["editor.js", "fairlead.mjs"],
  hono: ["service.mjs", "runtime.mjs"],
  "@hono/node-server": ["service.mjs", "runtime.mjs"],
  "@opentelemetry/api": ["telemetry/telemetry.mjs"],
  "@opentelemetry/sdk-node": ["telemetry/telemetry.mjs"],
  jose: ["service.mjs", "cluster/cluster.mjs"],
  oauth4webapi: ["service.mjs", "cluster/cluster.mjs"],
  uplot: ["webview/deployment.js", "webview/usage.js", "webview/chart.css"],
  "json-p3": ["editor.js", "service.mjs", "generateWorker.mjs", "outlineWorker.mjs", "runtime.mjs", "fairlead.mjs"],
  "modern-tar": ["editor.js", "service.mjs", "fairlead.mjs"],
  "smol-toml": ["editor.js"],
  "jsonc-parser": ["editor.js", "outlineWorker.mjs", "generateWorker.mjs", "fairlead.mjs"],
  minisearch: ["editor.js", "runtime.mjs"],
  transliteration: ["generateWorker.mjs", "outlineWorker.mjs", "fairlead.mjs"],
  "eventsource-parser": ["editor.js", "service.mjs", "runtime.mjs", "bridge.mjs", "fairlead.mjs"],
  "@modelcontextprotocol/client": ["editor.js"],
  "@modelcontextprotocol/server": ["runtime.mjs"],
  yaml: ["editor.js", "service.mjs", "generateWorker.mjs", "outlineWorker.mjs", "fairlead.mjs"],
  "@vscode/l10n": [
    ...["extension.js", "editor.js", "service.mjs", "generateWorker.mjs", "outlineWorker.mjs"],
    ...["runtime.mjs", "bridge.mjs", "fairlead.mjs", "cluster/cluster.mjs"],
    ...["compatibility", "deployment", "mapping", "start", "tool", "usage"].map((page) => `webview/${page}.js`),
  ],
  zod: [
    ...["editor.js", "service.mjs", "cluster/cluster.mjs", "generateWorker.mjs", "outlineWorker.mjs", "runtime.mjs"],
    "fairlead.mjs",
    ...["compatibility", "deployment", "mapping", "tool", "usage"].map((page) => `webview/${page}.js`),
  ],
};

/** Started from their source, never shipped; package.json is written from those of the manifest. */
const isUnbundled = (file: string) =>
  file === "src/service/printOpenapi.ts" || file.startsWith("src/extension/workbench/manifest/");

const kilobyte = 1000;
const limits = {
  extension: 60 * kilobyte,
  pages: 250 * kilobyte,
  // The SDK of MCP is in two parts of it: 330 kB in the runtime, which the service loads too, and 180 in the editor.
  // The comparison of tools is in two: 17 kB in the editor, and as much beside the service and the worker.
  // The questions about credentials, unproven tools and edited folders, and the forms of a copy, are 20 kB in the editor.
  // Documents in several files, OpenAPI 3.2 and what documents lost before are 26 kB, most of it in what the service and the worker share.
  // The thesaurus of the search is in the runtime, the editor and the service: 4 kB each.
  // Unicode's Latin letters for all others are 190 kB, in a part that the two workers share.
  // The tools for agents, and the part of the runtime that serves them, are 38 kB in the service, which the editor does not need.
  // The Skills extension of MCP is 34 kB in the runtime, and its client 15 kB in the editor.
  // Logins at MCP servers are 12 kB in the editor, most of it of the SDK, what servers ask users 5 kB, and what skills-lock.json installs 2 kB.
  // Packages that run on use are whole: 6 kB, for a command line of 13 MB less and each deployed server of 4.
  javascript: 4481 * kilobyte,
  // The command line is one file, so it has once more what editor and service have: client, generator, skills (100 kB) and their packages.
  cli: 1163 * kilobyte,
  vsix: 2500 * kilobyte,
  dependencies: 28,
};

const meta = await readBundles();
const files = globSync("src/**/*.ts", { cwd: root }).sort();
/** Of any kind, tests and their tools too. */
const allFiles = globSync("{src,test}/**/*", { cwd: root, exclude: ["**/node_modules/**"], withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
const text = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const imports = files.flatMap((file) => readImports(file, text.get(file) ?? ""));
const area = (file: string) => file.split("/")[1] ?? file;
/** The folder of an area that a file is in; undefined for a file that is in none. */
const roomOf = (file: string) => file.split("/").slice(2, -1).at(0);

test("each area imports only the areas that the table allows", () => {
  expect(imports.filter((edge) => edge.file !== undefined && !isAllowed(edge)).map(shown)).toEqual([]);
});

const roomImports = imports.filter(({ from, file = "" }) => area(from) === "extension" && area(file) === "extension");

test("each room imports the rooms before it, and few others", () => {
  expect([...new Set(files.filter((file) => area(file) === "extension").map(roomOf))].sort()).toEqual(
    [...order].sort(),
  );
  const rank = (file: string) => order.indexOf(roomOf(file) ?? "");
  const against = roomImports.filter(({ from, file = "" }) => rank(file) > rank(from) && file !== unionOfRows);
  const advice = "move what both need to the room of its thing, or to base";
  expect(against.length, `${advice}:\n${against.map(shown).join("\n")}`).toBeLessThanOrEqual(mostAgainstOrder);
});

test("the parts of a room import those before them", () => {
  const rank = (file: string) => parts.indexOf(file.split("/")[3] ?? "");
  const inside = roomImports.filter(({ from, file = "" }) => roomOf(from) === roomOf(file) && rank(from) >= 0);
  expect(inside.filter(({ from, file = "" }) => rank(file) > rank(from)).map(shown)).toEqual([]);
});

test("no cycle of imports exists, neither of values nor of types", () => {
  expect(findCycles(imports.flatMap(({ from, file }) => (file ? [[from, file] as const] : [])))).toEqual([]);
});

test("other areas import only connect.ts of the dialect", () => {
  const entries = imports.filter(({ from, file = "" }) => area(file) === "dialect" && area(from) !== "dialect");
  expect([...new Set(entries.map(({ file }) => file))]).toEqual(["src/dialect/connect.ts"]);
});

test("every relative import leads to a file", () => {
  expect(imports.filter(({ file }) => file !== undefined && !existsSync(join(root, file))).map(shown)).toEqual([]);
});

test("only extension/vscode and extension.ts import vscode", () => {
  const violations = imports.filter(
    ({ from, name }) => name === "vscode" && from !== "src/extension.ts" && !from.startsWith("src/extension/vscode/"),
  );
  expect(violations.map(shown)).toEqual([]);
});

test("undici's main entry, which replaces the shared dispatcher, is imported only for its types", () => {
  expect(imports.filter(({ name, type }) => name === "undici" && !type).map(shown)).toEqual([]);
  // These files replace the dispatcher, regardless of their importer. The client of Kubernetes does so in the service.
  const bundled = Object.entries(meta.outputs).filter(([output]) => output !== "cluster/cluster.mjs");
  const inputs = bundled.flatMap(([, { inputs: own }]) => Object.keys(own));
  const setters = inputs.filter((input) => /\/undici\/(index|lib\/global)\.js$/.test(input));
  expect(setters).toEqual([]);
});

test("only runCommand.ts takes the whole App", () => {
  const whole = /: App\b(?!\[)|: CommandHandler =/;
  const commands = files.filter((file) => /^src\/extension\/(?:workbench\/[^/]*|\w+\/commands\/.*)$/.test(file));
  expect(commands.filter((file) => whole.test(text.get(file) ?? ""))).toEqual([
    "src/extension/workbench/runCommand.ts",
  ]);
});

test("no file is longer than 300 lines", () => {
  const scripts = allFiles.filter((file) => /\.[cm]?[jt]s$/.test(file));
  expect(scripts.filter((file) => countLines(file) > 300)).toEqual([]);
});

test("each area and room has at most the lines of its budget", () => {
  const nameOf = (file: string) => {
    if (file.startsWith("test/")) return "test";
    return area(file) === "extension" ? `extension/${roomOf(file)}` : area(file);
  };
  const groups = Map.groupBy([...files, ...allFiles.filter((file) => /^test\/.*\.ts$/.test(file))], nameOf);
  const over = [...groups].flatMap(([name, own]) => {
    const lines = own.reduce((sum, file) => sum + countLines(file), 0);
    const budget = lineBudgets[name] ?? 0;
    return lines > budget ? [`${name} has ${lines} lines, ${lines - budget} too many`] : [];
  });
  expect(over).toEqual([]);
});

test("no folder holds more than 25 files", () => {
  const folders = [...Map.groupBy(allFiles, (file) => dirname(file))].filter(([, files]) => files.length > 25);
  const advice = "move those of one thing to a folder with its name, and join a file that one other alone uses with it";
  expect(folders.map(([folder, { length }]) => `${folder} holds ${length} files: ${advice}`)).toEqual([]);
});

test("every file is in a bundle or is imported for its types", () => {
  const typed = new Set(imports.filter(({ type }) => type).map(({ file }) => file));
  const unbundled = files.filter((file) => !(file in meta.inputs) && !typed.has(file) && !isUnbundled(file));
  expect(unbundled.filter((file) => !file.endsWith(".d.ts"))).toEqual([]);
});

test("packages are only in the bundles that may have them", () => {
  const entries = Object.keys(meta.outputs).filter((output) => !/(^|\/)chunk-/.test(output));
  const misplaced = entries.flatMap((bundle) => {
    const packages = new Set(inputsOf(bundle).flatMap((input) => packageOf(input) ?? []));
    return [...packages]
      .filter((name) => name in homes && !homes[name]?.includes(bundle))
      .map((name) => `${bundle}: ${name}`);
  });
  expect(misplaced).toEqual([]);
});

test("the eager bundle, all JavaScript and the package are below their size limits", () => {
  // The extension's package does not contain the telemetry and the client of Kubernetes.
  const isShipped = (output: string) => !/\.css$|^(telemetry|cluster)\/|^fairlead\.mjs$/.test(output);
  const scripts = Object.entries(meta.outputs).filter(([output]) => isShipped(output));
  const sizeOf = (some: typeof scripts) => some.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  expect(meta.outputs["extension.js"]?.bytes).toBeLessThanOrEqual(limits.extension);
  expect(sizeOf(scripts.filter(([output]) => output.startsWith("webview/")))).toBeLessThanOrEqual(limits.pages);
  expect(sizeOf(scripts)).toBeLessThanOrEqual(limits.javascript);
  expect(meta.outputs["fairlead.mjs"]?.bytes).toBeLessThanOrEqual(limits.cli);
  const vsix = join(root, "dist", "fairlead.vsix");
  if (existsSync(vsix)) expect(statSync(vsix).size).toBeLessThanOrEqual(limits.vsix);
});

test("activation loads only the eager bundle", () => {
  const imported = meta.outputs["extension.js"]?.imports.map(({ path }) => path).filter((path) => path !== "vscode");
  // The first use of a command or view loads it.
  expect(imported).toEqual(["./editor.js"]);
});

test("runtime dependencies are few, and the bundles of each are listed", () => {
  const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
  const { dependencies } = manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(limits.dependencies);
  expect(Object.keys(dependencies).sort()).toEqual(Object.keys(homes).sort());
});

test.each(["innerHTML", "isTrusted: true", "eval(", "new Function("])("no source contains %s", (forbidden) => {
  expect(files.filter((file) => text.get(file)?.includes(forbidden))).toEqual([]);
});

test("each message of VS Code is shown as plain text, because a name in it could be a link to a command", () => {
  const showing = files.filter((file) => /\bshow(Information|Warning|Error)Message\(/.test(text.get(file) ?? ""));
  expect(showing.length).toBeGreaterThan(0);
  expect(showing.filter((file) => !text.get(file)?.includes("formatMessageText"))).toEqual([]);
});

const countLines = (file: string) => readFileSync(join(root, file), "utf8").trimEnd().split("\n").length;

function isAllowed({ from, file = "", type }: Import): boolean {
  if (area(from) === area(file)) return true;
  const { values = [], types = [] } = allowed[area(from)] ?? {};
  const targets = type ? [...values, ...types] : values;
  return targets.some((target) => file === `src/${target}` || file.startsWith(`src/${target}/`));
}

/** The inputs of a bundle, including its shared chunks. */
function inputsOf(output: string): string[] {
  const { inputs = {}, imports = [] } = meta.outputs[output] ?? {};
  return [...Object.keys(inputs), ...imports.flatMap(({ path }) => (path in meta.outputs ? inputsOf(path) : []))];
}

function packageOf(input: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

function shown({ from, name, type }: Import): string {
  return `${from} imports ${type ? "type " : ""}${name}`;
}
