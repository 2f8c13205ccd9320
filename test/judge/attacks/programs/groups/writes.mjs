// Writes outside: the judge looks for files whose names hold `trace`, and for changes of its own files.
import * as fs from "node:fs";
import * as module from "node:module";
import { tmpdir } from "node:os";
import * as v8 from "node:v8";
import * as vm from "node:vm";
import { ownFolder, raceByChdir, raceByMovedFolder, raceByWalk } from "../races.mjs";

const trace = ({ home, nonce }, name) => `${home}/trace-${name}-${nonce}`;
const up = (path) => "../".repeat(40) + path.slice(1);
const written = (path) => fs.promises.writeFile(path, "trace").then(() => true);

export const attacks = {
  "write a file": (t) => fs.writeFileSync(trace(t, "file"), "x"),
  "write a file by a promise": (t) => written(trace(t, "promise")),
  "write a file by a stream": (t) =>
    new Promise((resolve, reject) => {
      fs.createWriteStream(trace(t, "stream")).on("error", reject).end("x", resolve);
    }),
  "write a file by a relative path": (t) => fs.writeFileSync(up(trace(t, "relative")), "x"),
  "write into the data folder": ({ dataFolder, nonce }) => fs.writeFileSync(`${dataFolder}/trace-${nonce}`, "x"),
  "write into /dev/shm": ({ shm, nonce }) => fs.writeFileSync(`${shm}/trace-${nonce}`, "x"),
  "write into another server's folder": ({ otherFolder, nonce }) =>
    fs.writeFileSync(`${otherFolder}/trace-${nonce}`, "x"),
  "write through /proc/self/root": (t) => fs.writeFileSync(`/proc/self/root${trace(t, "root")}`, "x"),
  "write through the service's root": (t) => fs.writeFileSync(`/proc/${t.servicePid}/root${trace(t, "service")}`, "x"),
  "write into its own code": () => fs.writeFileSync(`${ownFolder}/trace.mjs`, "x"),
  "append to a file": ({ victimFile }) => fs.appendFileSync(victimFile, "appended"),
  "empty a file": ({ victimFile }) => fs.truncateSync(victimFile),
  "remove a file": ({ victimFile }) => fs.rmSync(victimFile),
  "change the rights of a file": ({ victimFile }) => fs.chmodSync(victimFile, 0o777),
  "change the times of a file": ({ victimFile }) => fs.utimesSync(victimFile, 1, 1),
  "change the times of a link": ({ victimFile }) => fs.lutimesSync(victimFile, 1, 1),
  "change the rights by a handle": ({ victimFile }) => fs.fchmodSync(fs.openSync(victimFile, "r"), 0o777),
  "make a folder": (t) => fs.mkdirSync(trace(t, "folder")),
  "make a temporary folder": (t) => fs.mkdtempSync(trace(t, "temporary")),
  "make a symbolic link": (t) => fs.symlinkSync("/", trace(t, "link")),
  "make a hard link": (t) => fs.linkSync(t.victimFile, trace(t, "hard")),
  "rename a file": (t) => fs.renameSync(t.victimFile, trace(t, "renamed")),
  "copy a file": (t) => fs.copyFileSync(`${ownFolder}/server.mjs`, trace(t, "copy")),
  "write a report": (t) => process.report.writeReport(trace(t, "report.json")),
  "write a report to a folder": (t) => {
    process.report.directory = t.home;
    process.report.filename = `trace-folder-${t.nonce}`;
    return process.report.writeReport();
  },
  "write a report into its own folder": () => process.report.writeReport("trace-report.json"),
  "write a heap snapshot": (t) => v8.writeHeapSnapshot(trace(t, "heap.heapsnapshot")),
  "write V8's log": (t) => {
    v8.setFlagsFromString(`--logfile=${trace(t, "v8.log")}`);
    v8.setFlagsFromString("--log-code");
    vm.runInNewContext("(function traced() { return 1; })()");
  },
  "write V8's optimizer trace": (t) => {
    v8.setFlagsFromString(`--trace-turbo-path=${t.home}/trace-`);
    v8.setFlagsFromString("--trace-turbo");
    const sum = new Function("n", "let s = 0; for (let i = 0; i < n; i += 1) s += i; return s;");
    for (let round = 0; round < 100; round += 1) sum(100_000);
  },
  "write a compile cache": (t) => {
    const { status, message } = module.enableCompileCache(trace(t, "cache"));
    module.flushCompileCache();
    return { status, message };
  },
  "write trace events": async () => {
    const { createTracing } = await import("node:trace_events");
    const tracing = createTracing({ categories: ["v8", "node"] });
    tracing.enable();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    tracing.disable();
  },
  "make a database": async (t) => {
    const { DatabaseSync } = await import("node:sqlite");
    new DatabaseSync(trace(t, "database.db")).exec("CREATE TABLE x (y)");
  },
  "copy a database out": async (t) => {
    const { DatabaseSync } = await import("node:sqlite");
    new DatabaseSync(":memory:").exec(`VACUUM INTO '${trace(t, "vacuum.db")}'`);
  },
  "write what a heap handle opened": ({ victimFile }) => fs.writeSync(fs.openSync(victimFile, "r+"), "changed"),
};

export const serverAttacks = {
  "write a file, changing the folder": (t) => raceByChdir(t, trace(t, "race"), written),
};

export const scriptAttacks = {
  "write a file, changing the folder": (t) => raceByChdir(t, trace(t, "race"), written),
  "make a folder, changing the folder": (t) =>
    raceByChdir(t, trace(t, "raced-folder"), (path) => fs.promises.mkdir(path).then(() => true)),
  "remove a file, changing the folder": (t) =>
    raceByChdir(t, t.victimFile, (path) => fs.promises.unlink(path).then(() => true)),
  "append to a file, changing the folder": (t) =>
    raceByChdir(t, t.victimFile, async (path) => {
      const handle = await fs.promises.open(path, "r+");
      await handle.appendFile("appended");
      await handle.close();
      return true;
    }),
  "change rights, changing the folder": (t) =>
    raceByChdir(t, t.victimFile, (path) => fs.promises.chmod(path, 0o777).then(() => true)),
  "write into the data folder, changing the folder": (t) =>
    raceByChdir(t, `${t.dataFolder}/trace-race-${t.nonce}`, written),
  "write into another server's folder, changing the folder": (t) =>
    raceByChdir(t, `${t.otherFolder}/trace-race-${t.nonce}`, written),
  "write a file, moving the working folder": (t) => raceByMovedFolder(t, trace(t, "moved"), written),
  "write a file, moving a folder of the path": (t) => raceByWalk(t, trace(t, "walk"), written),
  "write by a symbolic link": (t) => {
    fs.symlinkSync(trace(t, "linked"), `${tmpdir()}/out`);
    fs.writeFileSync(`${tmpdir()}/out`, "x");
  },
  "write by a moved symbolic link": (t) => {
    fs.mkdirSync(`${tmpdir()}/${"in/".repeat(40)}`, { recursive: true });
    fs.symlinkSync(up(trace(t, "moved-link")), `${tmpdir()}/${"in/".repeat(40)}link`);
    fs.renameSync(`${tmpdir()}/${"in/".repeat(40)}link`, `${tmpdir()}/link`);
    fs.writeFileSync(`${tmpdir()}/link`, "x");
  },
  "move a file out": (t) => {
    fs.writeFileSync(`${tmpdir()}/mine`, "x");
    fs.renameSync(`${tmpdir()}/mine`, trace(t, "moved-out"));
  },
};
