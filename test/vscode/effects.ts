import { ChildProcess } from "node:child_process";
import { Socket } from "node:net";

export interface Effects {
  readonly connections: readonly string[];
  readonly processes: readonly string[];
}

/** Notes every connection and every child process that this extension host starts while `work` runs; nothing is kept from happening. */
export async function effectsOf(work: () => Promise<unknown>): Promise<Effects> {
  const connections: string[] = [];
  const processes: string[] = [];
  const restore = [
    wrap(Socket.prototype, "connect", (given) => connections.push(JSON.stringify(given[0]))),
    // Every way to start a child process ends here, but TypeScript does not know this method.
    wrap(ChildProcess.prototype, "spawn", (given) => processes.push(JSON.stringify(given[0]))),
  ];
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return { connections, processes };
}

function wrap(owner: object, name: string, note: (given: readonly unknown[]) => void): () => void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== "function") throw new Error(`There is no ${name} to watch.`);
  Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
    note(given);
    return Reflect.apply(original, this, given);
  });
  return () => {
    Reflect.set(owner, name, original);
  };
}
