// Deployed as a server and run as a skill's script: tries to reach what is not its own, and writes one line of what came of it.
import { Buffer } from "node:buffer";
import * as fs from "node:fs";
import * as fsPromises from "node:fs/promises";
import { createRequire } from "node:module";
import * as net from "node:net";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const { secret, folder, home, parent } = JSON.parse(fs.readFileSync(new URL("targets.json", import.meta.url), "utf8"));
const own = fileURLToPath(import.meta.url);
const opened = (path) => fs.closeSync(fs.openSync(path, "r"));
const listening = (path) =>
  new Promise((resolve, reject) => net.createServer().once("error", reject).listen(path, resolve));
const connected = (path) =>
  new Promise((resolve, reject) => net.connect(path).once("error", reject).once("connect", resolve));
const hostile = (name) => `${folder}/${name}`;

/** Each must be refused; what it answers is what was got. */
const attempts = {
  "read a secret": () => fs.readFileSync(secret, "utf8"),
  "read /etc/passwd": () => fs.readFileSync("/etc/passwd", "utf8"),
  "read ~/.ssh": () => fs.readdirSync(`${home}/.ssh`),
  "list the home folder": () => fs.readdirSync(home),
  "read by a relative path": () => fs.readFileSync("../".repeat(20) + secret.slice(1)),
  "read by a path of bytes": () => fs.readFileSync(Buffer.from(`${own}/../../../../../../../../../../..${secret}`)),
  "read by a URL": () => fs.readFileSync(new URL(`file://${secret}`)),
  "read by a promise": () => fsPromises.readFile(secret),
  "open a stream": () =>
    new Promise((resolve, reject) => fs.createReadStream(secret).on("data", resolve).on("error", reject)),
  "open by a handle": () => opened(secret),
  "copy a secret here": () => fs.copyFileSync(secret, `${process.cwd()}/copy`),
  "link a secret here": () => fs.linkSync(secret, `${process.cwd()}/link`),
  "link by a symbol": () => fs.symlinkSync(secret, `${process.cwd()}/symbol`),
  "link by a relative symbol": () => fs.symlinkSync("../../../../../..", `${process.cwd()}/up`),
  "see whether a secret is there": () => fs.statSync(secret).size,
  "watch a folder": () => fs.watch(folder).close(),
  "read the memory of this process": () => opened("/proc/self/mem"),
  "read the memory of the service": () => opened(`/proc/${parent}/mem`),
  "read the environment of the service": () => fs.readFileSync(`/proc/${parent}/environ`),
  "read the files the service has open": () => fs.readdirSync(`/proc/${parent}/fd`),
  "write outside": () => fs.writeFileSync(hostile("written"), "x"),
  "append to a secret": () => fs.appendFileSync(secret, "x"),
  "delete a secret": () => fs.rmSync(secret),
  "rename a secret": () => fs.renameSync(secret, hostile("renamed")),
  "change rights": () => fs.chmodSync(folder, 0o777),
  "change its own code's rights": () => fs.fchmodSync(fs.openSync(own, "r"), 0o777),
  "make a folder": () => fs.mkdtempSync(hostile("made-")),
  "write a heap snapshot": () => require("node:v8").writeHeapSnapshot(hostile("heap")),
  "write a report": () => process.report.writeReport(hostile("report")),
  "write by V8's flags": () => {
    const v8 = require("node:v8");
    for (const flag of ["--redirect-code-traces", `--redirect-code-traces-to=${hostile("code")}`, "--print-opt-code"])
      v8.setFlagsFromString(flag);
  },
  "write by V8's flags, imported": async () => (await import("node:v8")).setFlagsFromString("--trace-turbo"),
  "make a socket file": () => listening(hostile("made.sock")),
  "connect to a socket file": () => connected(hostile("agent.sock")),
  "connect by a socket of one's own": () =>
    new Promise((resolve, reject) =>
      new net.Socket()
        .once("error", reject)
        .once("connect", resolve)
        .connect({ path: hostile("agent.sock") }),
    ),
  "connect by HTTP over a socket file": () =>
    new Promise((resolve, reject) =>
      require("node:http")
        .get({ socketPath: hostile("agent.sock") }, resolve)
        .once("error", reject),
    ),
  "start a program": () => require("node:child_process").execFileSync("/bin/true"),
  "start a program by the loader": () =>
    process.getBuiltinModule("node:child_process").spawnSync("true").error ?? "ran",
  fork: () => require("node:child_process").fork(own),
  "fork a cluster": () => require("node:cluster").fork(),
  "become another program": () => process.execve("/bin/true", ["true"]),
  "start a thread": () => new (require("node:worker_threads").Worker)("1", { eval: true }),
  "load native code": () => process.dlopen({ exports: {} }, "/lib/x86_64-linux-gnu/libc.so.6"),
  "load native code by require": () => require(`${folder}/addon.node`),
  "use an inner binding": () => process.binding("fs"),
  "use the binding of programs": () => process.binding("spawn_sync"),
  "use a linked binding": () => process._linkedBinding("anything"),
  "debug itself": async () => (await import("node:inspector")).open(0),
  "debug itself by a session": async () => new (await import("node:inspector")).Session().connect(),
  "debug the service": () => process._debugProcess(parent),
  "signal the service": () => process.kill(parent, 0),
  "signal the service from within": () => process._kill(parent, 0),
  "slow the service down": () => require("node:os").setPriority(parent, 19),
  "slow the service down, imported": async () => (await import("node:os")).setPriority(parent, 19),
  "open a database": async () => new (await import("node:sqlite")).DatabaseSync(hostile("secret.db")),
  "open a database by require": () => new (require("node:sqlite").DatabaseSync)(hostile("secret.db")),
  "open files by WASI": async () =>
    new (await import("node:wasi")).WASI({ version: "preview1", preopens: { "/": "/" } }),
  "import from outside": () => import(`file://${folder}/outside.mjs`),
  "require from outside": () => require(`${folder}/outside.cjs`),
  "load a file of variables": () => process.loadEnvFile(hostile("variables")),
  "go elsewhere": () => process.chdir("/"),
  "register a loader": () => require("node:module").register("data:text/javascript,"),
  "pretend to be allowed": () => {
    Object.defineProperty(process.permission, "has", { value: () => true });
    return fs.readFileSync(secret, "utf8");
  },
  "bend what checks paths": () => {
    const { resolve } = Object.getPrototypeOf(String);
    Buffer.prototype.toString = () => own;
    String.prototype.startsWith = () => true;
    Array.prototype.includes = () => true;
    return resolve ?? fs.readFileSync(secret, "latin1");
  },
};

const withTimeLimit = (work) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(reject, 3000, new Error("no answer")))]);
const done = [];
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await withTimeLimit(attempt());
    done.push(name);
  } catch {
    // The attempt was rejected, as expected.
  }
}
const result = { tried: Object.keys(attempts).length, done, environment: Object.keys(process.env) };
fs.writeSync(1, `${JSON.stringify(result)}\n`);
process.exit(0);
