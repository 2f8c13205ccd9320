// Reads of files outside by one call.
import { Buffer } from "node:buffer";
import * as fs from "node:fs";
import { createRequire, findPackageJSON, registerHooks } from "node:module";
import * as tls from "node:tls";
import { pathToFileURL } from "node:url";
import { ownFolder } from "../races.mjs";

const require = createRequire(import.meta.url);
const up = (path) => "../".repeat(40) + path.slice(1);
const read = (path) => fs.readFileSync(path, "utf8");

/** Reads a file of several that exist. */
function readFirst(paths) {
  let last;
  for (const path of paths) {
    try {
      return read(path);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

const readStream = (stream) =>
  new Promise((resolve, reject) => {
    stream.on("data", (data) => resolve(String(data))).on("error", reject);
  });

export const attacks = {
  "read a key in the home folder": ({ secretFile }) => read(secretFile),
  "read a file elsewhere": ({ elsewhereFile }) => read(elsewhereFile),
  "read the service's file": ({ serviceFile }) => read(serviceFile),
  "read the service's database": ({ databaseFile }) => fs.readFileSync(databaseFile, "latin1").slice(0, 100),
  "read a file in /dev/shm": ({ shmFile }) => read(shmFile),
  "read a folder beside the own one": () => read(`${ownFolder}-canary/secret.txt`),
  "read another server's files": ({ otherFolder }) => read(`${otherFolder}/secret.txt`),
  "read by a promise": ({ secretFile }) => fs.promises.readFile(secretFile, "utf8"),
  "read by a callback": ({ secretFile }) =>
    new Promise((resolve, reject) => {
      fs.readFile(secretFile, "utf8", (error, text) => (error ? reject(error) : resolve(text)));
    }),
  "read by a relative path": ({ secretFile }) => read(up(secretFile)),
  "read by a path of bytes": ({ secretFile }) => fs.readFileSync(Buffer.from(up(secretFile)), "utf8"),
  "read by a URL with dots in it": ({ secretFile }) =>
    fs.readFileSync(new URL(`file://${ownFolder}/%2e%2e/${"%2e%2e/".repeat(40)}${secretFile.slice(1)}`), "utf8"),
  "read by a stream": ({ secretFile }) => readStream(fs.createReadStream(secretFile)),
  "read by a stream's start": ({ secretFile }) => readStream(fs.createReadStream(up(secretFile), { start: 0 })),
  "read a blob": async ({ secretFile }) => (await fs.openAsBlob(secretFile)).text(),
  "read lines of a handle": async ({ secretFile }) => {
    const handle = await fs.promises.open(secretFile);
    try {
      for await (const line of handle.readLines()) return line;
    } finally {
      await handle.close();
    }
  },
  "list a folder": ({ home }) => fs.readdirSync(home),
  "list a folder by a handle": ({ home }) => fs.opendirSync(home).readSync()?.name,
  "list a folder by a pattern": ({ home }) => fs.globSync(`${home}/*`),
  "watch a folder": ({ home }) =>
    new Promise((resolve, reject) => {
      const watcher = fs.watch(home, (_, name) => resolve(name));
      watcher.on("error", reject);
      setTimeout(reject, 1500, new Error("nothing seen"));
    }),
  "import a module": async ({ moduleFile }) => (await import(pathToFileURL(moduleFile).href)).default,
  "import JSON": async ({ jsonFile }) =>
    (await import(pathToFileURL(jsonFile).href, { with: { type: "json" } })).default,
  "import what is no module": async ({ brokenModuleFile }) => import(pathToFileURL(brokenModuleFile).href),
  "require a module": ({ commonFile }) => require(commonFile),
  "require JSON": ({ jsonFile }) => require(jsonFile),
  "require by a require of there": ({ commonFile }) => createRequire(commonFile)(commonFile),
  "require what is no module": ({ brokenModuleFile }) => require(brokenModuleFile),
  "resolve a package of there": ({ packageFolder }) => createRequire(`${packageFolder}/x.js`).resolve(packageFolder),
  "find a package of there": ({ packageFolder }) =>
    read(findPackageJSON(packageFolder, pathToFileURL(`${packageFolder}/x.js`)) ?? ""),
  "load by a hook": async ({ jsonFile }) => {
    const url = pathToFileURL(jsonFile).href;
    const load = (_, context, next) => next(url, { ...context, format: "json", importAttributes: { type: "json" } });
    const resolve = (specifier, context, next) =>
      specifier === "hooked" ? { url, format: "json", shortCircuit: true } : next(specifier, context);
    const hooks = registerHooks({ resolve, load });
    try {
      return await import("hooked", { with: { type: "json" } }).then((module) => module.default);
    } finally {
      hooks.deregister();
    }
  },
  "load a file of variables": ({ variablesFile }) => {
    process.loadEnvFile(variablesFile);
    return process.env.FAIRLEAD_LOADED;
  },
  "read certificates of the system": ({ certificateFile }) => {
    // OpenSSL reads the file that the variable names.
    process.env.SSL_CERT_FILE = certificateFile;
    process.env.SSL_CERT_DIR = "/none";
    return tls.getCACertificates("system")[0];
  },
  "read a database": async ({ sqliteFile }) => {
    const { DatabaseSync } = await import("node:sqlite");
    return new DatabaseSync(sqliteFile, { readOnly: true }).prepare("SELECT * FROM secrets").all();
  },
  "attach a database": async ({ sqliteFile }) => {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(":memory:");
    database.exec(`ATTACH '${sqliteFile}' AS other`);
    return database.prepare("SELECT * FROM other.secrets").all();
  },
  "read by WASI": ({ secretFile }) => readByWasi(secretFile),
  "read through /proc/self/root": ({ secretFile }) => read(`/proc/self/root${secretFile}`),
  "read through /proc/thread-self/root": ({ secretFile }) => read(`/proc/thread-self/root${secretFile}`),
  "read through /proc/self/cwd": ({ secretFile }) => read(`/proc/self/cwd/${up(secretFile)}`),
  "read through the root of the service": ({ servicePid, secretFile }) => read(`/proc/${servicePid}/root${secretFile}`),
  "read through the root of process 1": ({ secretFile }) => read(`/proc/1/root${secretFile}`),
  "read through the folder of the service": ({ servicePid, secretFile }) =>
    read(`/proc/${servicePid}/cwd/${up(secretFile)}`),
  "read a descriptor of the service": ({ servicePid }) => read(`/proc/${servicePid}/fd/7`),
  "read a descriptor of the parent": () => read(`/proc/${process.ppid}/fd/7`),
  "read the environment of the service": ({ servicePid }) => read(`/proc/${servicePid}/environ`),
  "read the environment of the parents": ({ witnessPid }) =>
    readFirst([`/proc/${process.ppid}/environ`, `/proc/${witnessPid}/environ`]),
  "read the environment of another server": ({ otherPid }) => read(`/proc/${otherPid}/environ`),
  "read the memory of the service": ({ servicePid }) => read(`/proc/${servicePid}/maps`),
  "read by /dev/fd": ({ secretFile }) => read(`/dev/fd/../../..${secretFile}`),
  "go elsewhere and read": ({ home }) => {
    process.chdir(home);
    return fs.readdirSync(".");
  },
};

/** A module that exports a memory, so that the functions of WASI can be called from here. */
const memoryModule = Buffer.from("0061736d010000000503010001070a01066d656d6f72790200", "hex");

async function readByWasi(path) {
  const { WASI } = await import("node:wasi");
  const wasi = new WASI({ version: "preview1", preopens: { "/": "/" } });
  const { instance } = await WebAssembly.instantiate(memoryModule);
  wasi.initialize(instance);
  const bytes = new Uint8Array(instance.exports.memory.buffer);
  const numbers = new DataView(bytes.buffer);
  const name = Buffer.from(path.slice(1));
  bytes.set(name, 1024);
  const opened = wasi.wasiImport.path_open(3, 0, 1024, name.length, 0, 2n, 0n, 0, 8);
  if (opened !== 0) throw new Error(`path_open: ${opened}`);
  numbers.setUint32(16, 4096, true);
  numbers.setUint32(20, 4000, true);
  wasi.wasiImport.fd_read(numbers.getUint32(8, true), 16, 1, 24);
  return Buffer.from(bytes.slice(4096, 4096 + numbers.getUint32(24, true))).toString();
}

/** A source map is read when it is asked for. Its own file names it. */
export const scriptAttacks = {
  "read a source map of there": async ({ sourceMapFile }) => {
    const { setSourceMapsSupport, findSourceMap } = await import("node:module");
    const file = `${process.env.TMPDIR}/mapped.cjs`;
    fs.writeFileSync(file, `module.exports = 1;\n//# sourceMappingURL=${sourceMapFile}\n`);
    setSourceMapsSupport(true, { nodeModules: true, generatedCode: true });
    require(file);
    return findSourceMap(file)?.payload;
  },
  "read by a symbolic link": ({ secretFile }) => {
    const link = `${process.env.TMPDIR}/link`;
    fs.symlinkSync(secretFile, link);
    return read(link);
  },
  "read by a relative symbolic link": ({ secretFile }) => {
    const link = `${process.env.TMPDIR}/relative`;
    fs.symlinkSync(up(secretFile), link);
    return read(link);
  },
  "read by a hard link": ({ secretFile }) => {
    const link = `${process.env.TMPDIR}/hard`;
    fs.linkSync(secretFile, link);
    return read(link);
  },
  "read a copy": ({ secretFile }) => {
    const copy = `${process.env.TMPDIR}/copy`;
    fs.copyFileSync(secretFile, copy);
    return read(copy);
  },
  "read a copied folder": ({ home }) => {
    const copy = `${process.env.TMPDIR}/home`;
    fs.cpSync(home, copy, { recursive: true, filter: (path) => !path.endsWith(".sock") });
    return fs.readdirSync(copy);
  },
  "read what was moved here": ({ sacrificeFile }) => {
    const moved = `${process.env.TMPDIR}/moved`;
    fs.renameSync(sacrificeFile, moved);
    return read(moved);
  },
};
