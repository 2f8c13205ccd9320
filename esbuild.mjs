import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import * as z from "zod";
import { dialectProfileSchema } from "./src/contract/dialectProfile.ts";
import { operationInputSchema } from "./src/contract/operationInputSchema.ts";
import { operationTable } from "./src/contract/operations.ts";
import { settingsSchemas } from "./src/core/documents/settingsSchemas.ts";
import { subjectOf } from "./src/dialect/language/subjects.ts";
import { caseFileSchemas } from "./src/testcases/caseFileSchemas.ts";

const root = import.meta.dirname;

/** Modules of ours that are loaded on first use, from the bundle that has them: `await import("./loaded.ts")` is one of `editor.js`. */
const lazy = {
  "src/editor.ts": "./editor.js",
  "src/runtime/schema/validation.ts": "./runtime.mjs",
};

/** Packages that several bundles use: shipped once, as a file beside them, with what is named of them in our sources and in `others`. */
const shared = {
  zod: {
    file: "./zod.cjs",
    names: /\bz\.(?!core\b)([a-zA-Z]+)/g,
    others: "node_modules/@modelcontextprotocol/{server,core}/dist/*.mjs",
  },
  yaml: { file: "./yaml.cjs", names: /\b([a-zA-Z]+)\b(?=[^;]*\} from "yaml")/g },
};

// Some CommonJS packages ask for Node's modules by `require`, which ES modules do not have.
const requireForPackages = 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);';

const nodeModule = { format: "esm", banner: { js: requireForPackages }, outExtension: { ".js": ".mjs" } };

/**
 * An ES module that imports one of Node's reads all that it exports, and so runs what loads on first use: `node:http` loads undici.
 * Here only what is used is read.
 */
const nodesModules = {
  name: "nodes-modules",
  setup(current) {
    current.onResolve({ filter: /^node:/ }, ({ kind, path }) =>
      kind === "import-statement" ? { path, namespace: "of-node" } : undefined,
    );
    current.onLoad({ filter: /.*/, namespace: "of-node" }, ({ path }) => {
      const names = Object.getOwnPropertyNames(process.getBuiltinModule(path)).filter((name) =>
        /^[a-z_]\w*$/i.test(name),
      );
      const exported = names.map(
        (name) => `const of_${name} = /* @__PURE__ */ named("${name}"); export { of_${name} as ${name} };`,
      );
      const all = `const all = /* @__PURE__ */ process.getBuiltinModule("${path}"); export default all;`;
      return { contents: `${all} const named = (name) => all[name]; ${exported.join("\n")}` };
    });
  },
};

/** What panels show. */
const pages = ["compatibility", "deployment", "usage"];

const sharedPackages = {
  name: "shared-packages",
  setup(current) {
    // What pages are told is described with `zod/mini`, whose functions zod has too; the MCP package calls it `zod/v4`.
    current.onResolve({ filter: /^(zod(\/mini|\/v4)?|yaml)$/ }, ({ path }) => ({
      path: shared[path.replace(/\/.*/, "")].file,
      external: true,
    }));
  },
};

/** yaml is loaded when something is read with it: what is imported of it is asked for by getters. */
const yamlOnUse = {
  name: "yaml-on-use",
  setup(current) {
    current.onResolve({ filter: /^yaml$/ }, ({ path }) => ({ path, namespace: "on-use" }));
    current.onResolve({ filter: /^\.\/yaml\.cjs$/ }, ({ path }) => ({ path, external: true }));
    current.onLoad({ filter: /.*/, namespace: "on-use" }, async ({ path }) => {
      const names = await namesUsed(path);
      const getters = names.map(
        (name) => `get ${name}() { return (loaded ??= require("${shared[path].file}")).${name}; }`,
      );
      return { contents: `let loaded; module.exports = { ${getters} };` };
    });
  },
};

const builds = [
  {
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    entryPoints: Object.keys(shared).map((name) => ({ in: `shared:${name}`, out: name })),
    plugins: [
      {
        name: "used-names",
        setup(current) {
          current.onResolve({ filter: /^shared:/ }, ({ path }) => ({ path: path.slice(7), namespace: "shared" }));
          current.onLoad({ filter: /.*/, namespace: "shared" }, async ({ path }) => ({
            contents: `export { ${(await namesUsed(path)).join(", ")} } from "${path}";`,
            resolveDir: root,
          }));
        },
      },
    ],
  },
  {
    format: "cjs",
    plugins: [yamlOnUse, sharedPackages],
    external: ["vscode"],
    supported: { "dynamic-import": false },
    entryPoints: { extension: "src/extension.ts", editor: "src/editor.ts" },
  },
  {
    // What these have in common (the generator, the contract) is shipped once, in chunks beside them.
    ...nodeModule,
    plugins: [yamlOnUse, sharedPackages, nodesModules],
    splitting: true,
    chunkNames: "chunk-[hash]",
    entryPoints: {
      service: "src/service/main.ts",
      generateWorker: "src/service/generateWorker.ts",
      outlineWorker: "src/generator/analysisWorker.ts",
    },
  },
  // In one file beside zod, because it is copied into every generated server.
  { ...nodeModule, plugins: [sharedPackages], entryPoints: { runtime: "src/runtime/runtime.ts" } },
  {
    // Pages: a browser's, and what they have in common is shipped once.
    format: "esm",
    platform: "browser",
    target: "chrome138",
    splitting: true,
    chunkNames: "webview/chunk-[hash]",
    entryPoints: {
      ...Object.fromEntries(pages.map((page) => [`webview/${page}`, `src/webview/${page}/page.ts`])),
      "webview/chart": "uplot/dist/uPlot.min.css",
    },
  },
];

/** What is used of a package, types left out. */
async function namesUsed(name) {
  const texts = globSync(["src/**/*.ts", shared[name].others ?? []].flat(), { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .filter((text) => new RegExp(`from "${name}(/mini|/v4)?"`).test(text));
  const named = new Set(texts.flatMap((text) => [...text.matchAll(shared[name].names)].map((match) => match[1])));
  const exported = await import(name);
  return [...named].filter((one) => one in exported).sort();
}

const lazyBundles = {
  name: "lazy-bundles",
  setup(current) {
    current.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const bundle = Object.entries(lazy).find(([file]) => join(root, file) === join(resolveDir, path))?.[1];
      return bundle ? { path: bundle, external: true } : undefined;
    });
  },
};

/**
 * What of undici is never run here. Of its HTTP parsers the one for processors with SIMD is enough, which all that Node 24 runs on
 * have; the other one is turned on by an environment variable only. HTTP/2 is turned off in `api/agents.ts`, and bodies are texts, so
 * forms, and what of `fetch` they need, are never asked for.
 */
const unused = {
  name: "unused",
  setup(current) {
    const parsers = /llhttp-wasm\.js$/;
    const rest = /\/client-h2\.js$|\/web\/(fetch|webidl)\b/;
    for (const filter of [parsers, rest]) {
      current.onResolve({ filter }, ({ path, importer }) =>
        importer.includes("/undici/lib/") ? { path, namespace: "left-out" } : undefined,
      );
    }
    current.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "" }));
  },
};

/** undici carries its parser's WebAssembly as text: shipped as what it is, and read when the first request is made. */
const parser = {
  name: "parser",
  setup(current) {
    current.onLoad({ filter: /\/llhttp_simd-wasm\.js$/ }, async ({ path }) => {
      const { default: bytes } = await import(pathToFileURL(path).href);
      writeFileSync(join(root, "dist", "llhttp.wasm"), bytes);
      const file = 'require("node:path").join(__dirname, "llhttp.wasm")';
      return { contents: `module.exports = require("node:fs").readFileSync(${file});` };
    });
  },
};

async function bundle(options) {
  const { metafile } = await build({
    platform: "node",
    target: "node24",
    ...options,
    absWorkingDir: root,
    outdir: "dist",
    bundle: true,
    minify: true,
    metafile: true,
    legalComments: "none",
    logLevel: "warning",
    // As Node bundles undici for itself: without its experimental parser.
    define: { esbuildDetection: "1" },
    plugins: [...(options.plugins ?? []), lazyBundles, unused, parser],
  });
  return metafile;
}

const limiting = "required pattern minLength maxLength minimum maximum exclusiveMinimum propertyNames".split(" ");

/**
 * The schemas of case files for the editor's own JSON support: they complete and explain. That something is missing or too much they
 * never say: what reads the file does, once and in better words, and only where it is one of a skill or a server.
 */
function writeSchemas(folder) {
  mkdirSync(folder, { recursive: true });
  const override = ({ jsonSchema, path }) => {
    for (const name of limiting) delete jsonSchema[name];
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (path.length === 0) delete jsonSchema.type;
  };
  for (const [name, schema] of Object.entries(caseFileSchemas)) {
    const written = z.toJSONSchema(schema, { target: "draft-7", io: "input", unrepresentable: "any", override });
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(written)}\n`);
  }
}

/** The schemas of the operation console's inputs: all that the contract says, for whoever writes one by hand. */
function writeInputSchemas(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, { method, path, summary }] of Object.entries(operationTable)) {
    const override = ({ jsonSchema, path: at }) => {
      // A format says it shorter than the pattern beside it, which would be shown as it is.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (at.length === 0) jsonSchema.description = `${summary} (${method} ${path})`;
    };
    const written = z.toJSONSchema(operationInputSchema(name), {
      target: "draft-7",
      io: "input",
      unrepresentable: "any",
      override,
    });
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(written)}\n`);
  }
}

/** The schemas of settings that are edited as documents: all that the service would refuse is marked where it is written. */
function writeSettingsSchemas(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(settingsSchemas)) {
    const written = z.toJSONSchema(schema, { target: "draft-7", io: "input" });
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(written)}\n`);
  }
}

/** The schema of profiles: what each operation's own fields are called is offered where they are written. */
function writeProfileSchema(file) {
  const schema = z.toJSONSchema(dialectProfileSchema, { target: "draft-7", io: "input" });
  const { properties } = schema;
  const named = (names) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) });
  const operationSchemas = Object.entries(operationTable).map(([name, { method, path, summary }]) => {
    const fields = named(Object.keys(subjectOf(name)?.fields ?? {}));
    const params = named(Object.keys(operationInputSchema(name).shape));
    const own = { description: `${summary} (${method} ${path})`, properties: { fields, params } };
    return [name, { allOf: [{ $ref: "#/definitions/operation" }], ...own }];
  });
  schema.definitions = { operation: properties.operations.additionalProperties };
  delete properties.operations.propertyNames;
  properties.operations.properties = Object.fromEntries(operationSchemas);
  properties.operations.additionalProperties = false;
  writeFileSync(file, `${JSON.stringify(schema)}\n`);
}

mkdirSync(join(root, "dist"), { recursive: true });
writeSchemas(join(root, "dist", "schemas"));
writeInputSchemas(join(root, "dist", "schemas", "operations"));
writeSettingsSchemas(join(root, "dist", "schemas", "settings"));
writeProfileSchema(join(root, "dist", "schemas", "profile.json"));
const attempts = await Promise.allSettled(builds.map(bundle));
const metafiles = attempts.flatMap(({ value }) => value ?? []);
const meta = {
  inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
  outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
};
// What other builds left must not be packaged.
for (const file of globSync("dist/{,webview/}*.{js,cjs,mjs,css}", { cwd: root })) {
  if (!(file in meta.outputs)) rmSync(join(root, file));
}
writeFileSync(join(root, "dist", "meta.json"), JSON.stringify(meta));
for (const [file, { bytes }] of Object.entries(meta.outputs)) {
  process.stderr.write(`${basename(file).padEnd(20)} ${(bytes / 1000).toFixed(1).padStart(8)} kB\n`);
}
// esbuild has said what is wrong.
if (metafiles.length < attempts.length) process.exitCode = 1;
