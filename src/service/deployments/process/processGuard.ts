import { startBarrierSource } from "./processWatch.ts";

/**
 * The URL of a module that runs inside a deployed server, and inside a skill's script, before its own code. It is a `data:` URL, so
 * that the process only reads its own folder. It waits until the process watch knows the process, and blocks what Node's permission model leaves open (24.21):
 * - signals to other processes of the same user, such as the service, and their priority: `process.kill` calls `process._kill`;
 * - `process._debugProcess`, which opens a debugger in another process and runs code there without limits;
 * - V8's flags, some of which write files to any path;
 * - sockets in the file system, which can be created anywhere and lead to an SSH agent or to Docker. Only `allowedSocket` can be connected to.
 *   A connection attempt gives access to the prototype that all such sockets share. Listening would create a file.
 */
export function createProcessGuardUrl(allowedSocket?: string): string {
  const source = `
${startBarrierSource}
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import os from "node:os";
import v8 from "node:v8";
const refuse = (what) => () => {
  throw Object.assign(new Error(what + " not allowed here."), { code: "ERR_ACCESS_DENIED" });
};
const put = (on, names, value) => {
  for (const name of names) Object.defineProperty(on, name, { value, writable: false, configurable: false });
};
const own = process.pid;
const others = refuse("Signals to other processes are");
const toItself = (send) => (pid, signal) => (pid === own ? send(pid, signal) : others());
for (const name of ["kill", "_kill"]) put(process, [name], toItself(process[name].bind(process)));
put(process, ["_debugProcess", "_debugEnd"], refuse("Debugging is"));
put(v8, ["setFlagsFromString"], refuse("Changing V8's flags is"));
put(os, ["setPriority"], refuse("Changing priorities is"));
const nowhere = net.connect({ path: "." }).on("error", () => {});
if (nowhere._handle) {
  const sockets = Object.getPrototypeOf(nowhere._handle);
  const { connect } = sockets;
  const refuseSocket = refuse("Sockets in the file system are");
  put(sockets, ["bind"], refuseSocket);
  put(sockets, ["connect"], function (request, path) {
    return path === ${JSON.stringify(allowedSocket)} ? connect.call(this, request, path) : refuseSocket();
  });
}
nowhere.destroy();
syncBuiltinESMExports();
`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
