import { DatabaseSync, StatementSync } from "node:sqlite";

/**
 * Loaded before a program, ends it by SIGKILL just before its statement number `KILL_AT_STATEMENT`: in between two statements is where
 * a transaction that is none would be torn.
 */
const last = Number(process.env.KILL_AT_STATEMENT);
const never = new Int32Array(new SharedArrayBuffer(4));
let statements = 0;

function count() {
  statements += 1;
  if (statements !== last) return;
  process.kill(process.pid, "SIGKILL");
  // Nothing more is run until the signal has come.
  Atomics.wait(never, 0, 0);
}

function counted(prototype, names) {
  for (const name of names) {
    const own = prototype[name];
    const value = function (...given) {
      count();
      return Reflect.apply(own, this, given);
    };
    Object.defineProperty(prototype, name, { value });
  }
}

counted(DatabaseSync.prototype, ["exec"]);
counted(StatementSync.prototype, ["all", "get", "run"]);
