import { spawn } from "node:child_process";
import { once } from "node:events";
import { programEnvironment } from "../../deployments/environment.ts";

/** Ends scripts when the service is gone, however it went: a script in an endless loop would notice nothing itself. */
export interface ScriptWatch {
  add(pid: number): void;
  remove(pid: number): void;
  /** Resolves when the watching process is gone. */
  close(): Promise<void>;
}

const source = `
const watched = new Set();
process.on("message", ({ add, remove }) => {
  if (add) watched.add(add);
  if (remove) watched.delete(remove);
});
process.once("disconnect", () => {
  for (const pid of watched) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
  }
});
`;

export function startScriptWatch(): ScriptWatch {
  const child = spawn(process.execPath, ["-e", source], {
    env: programEnvironment(process.env),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    windowsHide: true,
  });
  const gone = once(child, "exit").catch(() => undefined);
  // Where it cannot be started scripts still run, and still end with their time.
  child.on("error", () => undefined);
  const tell = (message: { readonly add: number } | { readonly remove: number }) => {
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    add: (pid) => tell({ add: pid }),
    remove: (pid) => tell({ remove: pid }),
    close: async () => {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}
