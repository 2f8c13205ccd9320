// Searches for what the guard of a process has replaced: the debugger reads the variables of Node's own functions.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Stops inside a function of Node and evaluates an expression there. */
async function evaluateInside(prepare, stop, run, expression) {
  const { Session } = await import("node:inspector");
  const session = new Session();
  session.connect();
  const post = (method, params) =>
    new Promise((resolve, reject) => {
      session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
    });
  let found;
  session.on("Debugger.paused", ({ params }) => {
    for (const { callFrameId } of params.callFrames) {
      session.post("Debugger.evaluateOnCallFrame", { callFrameId, expression }, (_, answer) => {
        if (answer?.result?.value === "found") found = globalThis.fairleadFound;
      });
      if (found) break;
    }
  });
  try {
    await post("Debugger.enable");
    globalThis.fairleadFunction = prepare();
    const { result } = await post("Runtime.evaluate", { expression: "globalThis.fairleadFunction" });
    await post("Debugger.setBreakpointOnFunctionCall", { objectId: result.objectId });
    run();
  } finally {
    session.disconnect();
  }
  if (!found) throw new Error(`Nothing was found ${stop}.`);
  return found;
}

const keep = (name) => `(() => { try { globalThis.fairleadFound = ${name}; return "found"; } catch { return ""; } })()`;

/** A handle for a socket in the file system, from the variables of `net`. */
export async function unguardedPipe() {
  const net = require("node:net");
  const Pipe = await evaluateInside(
    () => net.Socket.prototype.connect,
    "in net",
    () => net.connect({ path: "." }).on("error", () => {}),
    keep("Pipe"),
  );
  return new Pipe(0);
}

/** The function that sends signals, from the loader of Node's own modules. */
export const unguardedKill = () =>
  evaluateInside(
    () => require("node:os").setPriority,
    "in os",
    () => require("node:os").getPriority(),
    keep("internalBinding('process_methods')._kill"),
  );
