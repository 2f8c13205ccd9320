/**
 * `node esbuild.mjs [--production] [--watch]` writes `dist`: with source maps for development, minified for production.
 * `--watch` bundles again after each change of a source; the JSON schemas are written once.
 * `--outdir FOLDER NAME ...` writes some of the bundles to a folder of tests, each with a file that names its sources.
 */
import { existsSync, globSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build, context } from "esbuild";
import { packagesOnUse } from "./test/host/bundles/packagesOnUse.ts";

const root = import.meta.dirname;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { production: { type: "boolean" }, watch: { type: "boolean" }, outdir: { type: "string", default: "dist" } },
});
const { production = false, outdir } = values;

const common = {
  ...{ absWorkingDir: root, outdir, bundle: true, metafile: true, legalComments: "none", logLevel: "warning" },
  ...{ minify: production, sourcemap: !production },
  alias: {
    // Its other form loads `node:fs`, to read translations that VS Code reads for us.
    "@vscode/l10n": "@vscode/l10n/dist/browser.js",
    // Its other forms contain JSON schema validators, which are a third of the client and validate nothing here.
    "@modelcontextprotocol/client/_shims": join(root, "src/client/mcp/acceptAnyOutput.ts"),
  },
};
// The main file of jsonc-parser loads its parts in a way that esbuild cannot follow; unused parts of ES modules are left out.
const mainFields = ["module", "main"];
const node = { ...common, mainFields, platform: "node", target: "node24" };
/** Bundled CommonJS packages load Node's modules by `require`, which ES modules do not have. */
const requireOfModule = 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);';
const nodeModule = {
  ...{ ...node, format: "esm", outExtension: { ".js": ".mjs" }, chunkNames: "chunk-[hash]" },
  banner: { js: requireOfModule },
};

/** `extension.js` loads `editor.js` on first use. They are CommonJS, which esbuild does not split. */
const editorOnFirstUse = {
  name: "editor-on-first-use",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/editor\.ts$/ }, () => ({ path: "./editor.js", external: true })),
};

/**
 * A module of Node that is read when something of it is used. An ES import of `node:http` reads all its exports, and one of them loads the
 * undici of Node: the service listens after 165 ms instead of 205 ms, a bare Node HTTP server after 89 ms. Node 20 refuses to start a
 * program that imports what `node:tls` has since 22.
 */
const onUse = (module) => ({
  name: `${module}-on-use`,
  setup({ onResolve, onLoad }) {
    const contents = `module.exports = process.getBuiltinModule("${module}");`;
    const namespace = `${module}-on-use`;
    onResolve({ filter: new RegExp(`^${module}$`) }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /.*/, namespace }, () => ({ contents }));
  },
});

/** The service loads the SDK of MCP from the runtime that it ships, so that it is shipped once. */
const sdkOfRuntime = {
  name: "sdk-of-runtime",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@modelcontextprotocol\/server(\/|$)/ }, () => ({ path: "./runtime.mjs", external: true })),
};

/** Telemetry is sent over HTTP: the SDK's packages for gRPC would be two thirds of the bundle. */
const withoutGrpc = {
  name: "without-grpc",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@opentelemetry\/.*-grpc$/ }, ({ path }) => ({ path, namespace: "omitted" }));
    onLoad({ filter: /.*/, namespace: "omitted" }, () => ({ contents: "module.exports = {};" }));
  },
};

/** undici has its parser of HTTP twice: with and without SIMD, which every processor has that VS Code runs on. */
const parserWithSimd = {
  name: "parser-with-simd",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/llhttp-wasm\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "../llhttp/llhttp_simd-wasm.js"),
    })),
};

/** undici ships its next parser of HTTP beside the one that it uses, unless a variable of the environment asks for it. */
const undiciParser = { external: ["../milo/*"], define: { "process.env.UNDICI_USE_MILO": "undefined" } };

const page = (name) => [`webview/${name}`, `src/webview/${name}/page.ts`];
const builds = {
  editor: {
    ...{ ...node, format: "cjs", plugins: [editorOnFirstUse, parserWithSimd] },
    ...{ ...undiciParser, external: ["vscode", ...undiciParser.external] },
    // VS Code provides `vscode` to `require`, not to `import()`.
    supported: { "dynamic-import": false },
    entryPoints: { extension: "src/extension.ts", editor: "src/editor.ts" },
  },
  service: {
    ...{ ...nodeModule, splitting: true, plugins: [onUse("node:http"), packagesOnUse, sdkOfRuntime] },
    entryPoints: {
      service: "src/service/main.ts",
      generateWorker: "src/service/generateWorker.ts",
      outlineWorker: "src/generator/analysisWorker.ts",
    },
  },
  // In a folder of its own, because the extension's package does not contain it.
  telemetry: {
    ...nodeModule,
    plugins: [withoutGrpc],
    entryPoints: { "telemetry/telemetry": "src/service/telemetry/otlpTelemetry.ts" },
  },
  // In a folder of its own too: only a service that was started for a cluster loads it.
  cluster: {
    ...{ ...nodeModule, ...undiciParser, plugins: [parserWithSimd] },
    entryPoints: { "cluster/cluster": "src/service/kubernetes/openCluster.ts" },
  },
  // One file, because it is copied into every generated server.
  runtime: { ...nodeModule, plugins: [packagesOnUse], entryPoints: { runtime: "src/runtime/runtime.ts" } },
  // One file, which agents start with any Node since 20.
  bridge: { ...nodeModule, banner: {}, target: "node20", entryPoints: { bridge: "src/bridge/main.ts" } },
  // One file too, which a workflow may have without the rest of the package. Comparing and generating need no other.
  cli: {
    ...{
      ...nodeModule,
      ...undiciParser,
      target: "node20",
      plugins: [onUse("node:tls"), packagesOnUse, parserWithSimd],
    },
    banner: { js: `#!/usr/bin/env node\n${requireOfModule}` },
    entryPoints: { fairlead: "src/cli/main.ts" },
  },
  pages: {
    ...{ ...common, platform: "browser", target: "chrome138", format: "esm" },
    ...{ splitting: true, chunkNames: "webview/chunk-[hash]" },
    entryPoints: {
      ...Object.fromEntries(["compatibility", "deployment", "tool", "usage"].map(page)),
      "webview/start": "src/webview/start/startPage.ts",
      "webview/chart": "uplot/dist/uPlot.min.css",
    },
  },
};

let running = 0;
/** VS Code's problem matcher of esbuild waits for these two lines. */
const report = {
  name: "report",
  setup({ onStart, onEnd }) {
    onStart(() => void (running++ === 0 && process.stdout.write("[watch] build started\n")));
    onEnd(() => void (--running === 0 && process.stdout.write("[watch] build finished\n")));
  },
};

const writeMeta = (name, content) => writeFileSync(join(root, outdir, name), JSON.stringify(content));

async function buildAll() {
  const metafiles = (await Promise.all(Object.values(builds).map(build))).map(({ metafile }) => metafile);
  const [inputs, outputs] = ["inputs", "outputs"].map((part) =>
    Object.assign({}, ...metafiles.map((one) => one[part])),
  );
  writeMeta("meta.json", { inputs, outputs });
  // Files of earlier builds must not be packaged.
  const files = globSync(`${outdir}/{,cluster/,telemetry/,webview/}*.{js,cjs,mjs,css,wasm,map}`, { cwd: root });
  for (const file of files) if (!(file in outputs)) rmSync(join(root, file));
}

async function watchAll() {
  const watched = Object.values(builds).map((options) =>
    context({ ...options, plugins: [...(options.plugins ?? []), report] }),
  );
  for (const one of await Promise.all(watched)) await one.watch();
}

async function buildOne(name) {
  const started = new Date();
  const meta = `${name}.meta.json`;
  const path = join(root, outdir, meta);
  const earlier = existsSync(path) ? Object.keys(JSON.parse(readFileSync(path, "utf8")).outputs) : [];
  const { metafile } = await build(builds[name]);
  for (const file of earlier) if (!(file in metafile.outputs)) rmSync(join(root, file), { force: true });
  writeMeta(meta, metafile);
  // A source that changes during the build is newer than this file.
  utimesSync(path, started, started);
}

if (positionals.length > 0) await Promise.all(positionals.map(buildOne));
else {
  // Loading all schemas takes longer than one bundle.
  const { writeSchemas } = await import("./test/host/manifest/schemas.ts");
  writeSchemas(join(root, outdir, "schemas"));
  await (values.watch ? watchAll() : buildAll());
}
