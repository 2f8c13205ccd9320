import { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { join } from "node:path";

export interface Effects {
  readonly connections: readonly string[];
  readonly processes: readonly string[];
}

/**
 * Records every connection and every child process that the extension starts while `work` runs, without preventing any.
 * VS Code and other extensions share the process, so a call counts when a bundle of the extension is among its callers.
 */
export async function recordEffects(extensionPath: string, work: () => Promise<unknown>): Promise<Effects> {
  const connections: string[] = [];
  const processes: string[] = [];
  const noteIn = (list: string[]) => () => {
    const callers = callersIn(join(extensionPath, "dist"));
    if (callers.length > 0) list.push(callers.join("\n"));
  };
  const frames = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const restore = [
    wrap(Socket.prototype, "connect", noteIn(connections)),
    // Every function that starts a child process calls this method, which TypeScript's types omit.
    wrap(ChildProcess.prototype, "spawn", noteIn(processes)),
  ];
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
    Error.stackTraceLimit = frames;
  }
  return { connections, processes };
}

/** The test code itself is in a folder below. */
function callersIn(folder: string): string[] {
  const lines = new Error().stack?.split("\n") ?? [];
  return lines.filter((line) =>
    line
      .split(folder)
      .slice(1)
      .some((rest) => /^[/\\][^/\\]+\.c?js:/.test(rest)),
  );
}

function wrap(owner: object, name: string, note: () => void): () => void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== "function") throw new Error(`There is no ${name} to watch.`);
  Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
    note();
    return Reflect.apply(original, this, given);
  });
  return () => {
    Reflect.set(owner, name, original);
  };
}
