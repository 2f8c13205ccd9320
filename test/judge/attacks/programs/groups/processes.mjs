// New processes, threads and native code. A process carries `marker` in its command line, by which the judge finds it.
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { ownFolder } from "../races.mjs";

const require = createRequire(import.meta.url);
const programs = () => require("node:child_process");
/** Sleeps for some seconds; the marker is an argument that the shell ignores. */
const sleep = ({ marker }) => ["-c", "sleep 4", marker];
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function startedBy(start) {
  const child = start();
  child.on?.("error", () => {});
  await later(400);
  return child.pid;
}

/** What only a thread computes. */
const inThread = `
const { parentPort, workerData, threadId } = require("node:worker_threads");
const { createHash } = require("node:crypto");
parentPort.postMessage(createHash("sha256").update(workerData + (threadId > 0 ? "thread" : "")).digest("hex"));
`;

function answerOf(worker) {
  return new Promise((resolve, reject) => {
    worker.once("message", (answer) => resolve({ answer })).once("error", reject);
  }).finally(() => worker.terminate());
}

export const attacks = {
  "spawn a program": (t) => startedBy(() => programs().spawn("/bin/sh", sleep(t))),
  "spawn a program detached": (t) => startedBy(() => programs().spawn("/bin/sh", sleep(t), { detached: true })),
  "spawn a program and wait": (t) =>
    programs().spawnSync("/bin/sh", ["-c", `echo "$0" > '${t.home}/trace-spawned-${t.nonce}'`, t.marker]).status,
  "run a command line": (t) => startedBy(() => programs().exec(`sleep 4 # ${t.marker}`)),
  "run a file": (t) => startedBy(() => programs().execFile("/bin/sh", sleep(t))),
  "fork itself": (t) => startedBy(() => programs().fork(`${ownFolder}/sleeper.mjs`, [t.marker])),
  "fork a cluster": async (t) => {
    const cluster = require("node:cluster");
    cluster.setupPrimary({ exec: `${ownFolder}/sleeper.mjs`, args: [t.marker] });
    return startedBy(() => cluster.fork().process);
  },
  "spawn a program by the loader": (t) =>
    startedBy(() => process.getBuiltinModule("child_process").spawn("/bin/sh", sleep(t))),
  "spawn a program by an inner binding": (t) =>
    process.binding("spawn_sync").spawn({
      ...{ file: "/bin/sh", args: ["sh", "-c", `touch '${t.home}/trace-binding-${t.nonce}'`], envPairs: [] },
      stdio: [],
    }),
  "spawn a program by a handle": async (t) => {
    const { ChildProcess } = programs();
    const child = new ChildProcess();
    child.spawn({ file: "/bin/sh", args: ["sh", ...sleep(t)], envPairs: [], stdio: "ignore" });
    await later(400);
    return child.pid;
  },
  "run tests in a process": async (t) => {
    const { run } = await import("node:test");
    run({ files: [`${ownFolder}/sleeper.mjs`], argv: [t.marker], isolation: "process" }).resume();
    await later(800);
  },
  "start 50 processes": async (t) => {
    const { fork } = programs();
    const children = Array.from({ length: 50 }, () =>
      fork(`${ownFolder}/sleeper.mjs`, [t.marker]).on("error", () => {}),
    );
    await later(1000);
    for (const child of children) child.kill();
    return children.filter(({ pid }) => pid !== undefined).length;
  },
  "start a thread": ({ challenge }) =>
    answerOf(new (require("node:worker_threads").Worker)(inThread, { eval: true, workerData: challenge })),
  "start a thread with permissions": ({ challenge }) =>
    answerOf(
      new (require("node:worker_threads").Worker)(inThread, {
        ...{ eval: true, workerData: challenge, env: {} },
        execArgv: ["--allow-fs-read=*", "--allow-child-process"],
      }),
    ),
  "load a library of the system": ({ library }) => process.dlopen({ exports: {} }, library),
  "load a library from a data file": () => process.dlopen({ exports: {} }, `${ownFolder}/data/addon.bin`),
  "require an addon": () => require(`${ownFolder}/data/addon.node`),
  "load an addon of the inner loader": () =>
    require("node:module")._extensions[".node"]({}, `${ownFolder}/data/addon.node`),
  "load an engine of OpenSSL": ({ library }) => require("node:crypto").setEngine(library),
  "open an inner binding": async ({ challenge }) => {
    const { UDP } = process.binding("udp_wrap");
    return { answer: UDP && createHash("sha256").update(`${challenge}binding`).digest("hex") };
  },
};

/** Last, because nothing follows in the same process. */
export const scriptAttacks = {
  "become another program": (t) =>
    process.execve("/bin/sh", ["sh", "-c", `echo x > '${t.home}/trace-execve-${t.nonce}'`], {}),
  "keep a process": async (t) => {
    programs().spawn("/bin/sh", sleep(t), { detached: true, stdio: "ignore" }).unref();
    await later(200);
  },
};
