import { accountsMark } from "../../server/accountMessages.ts";

/**
 * Runs inside a deployed server before its own code. It is handed over as a `data:` URL, so that the process needs to read nothing
 * but its own folder. It ends the process when the service is gone (the channel closes even after kill -9), and takes away what
 * Node's permission model leaves open: signals to other processes of the same user, the service's among them. It also marks the process as one that may ask for the tokens of
 * connected accounts.
 */
const source = `
process.once("disconnect", () => process.exit(0));
process.channel?.unref();
globalThis[Symbol.for("${accountsMark}")] = true;
const kill = process.kill.bind(process);
const own = (pid, signal) => {
  if (pid === process.pid) return kill(pid, signal);
  throw Object.assign(new Error("Signals to other processes are not allowed here."), { code: "ERR_ACCESS_DENIED" });
};
Object.defineProperty(process, "kill", { value: own });
Object.defineProperty(process, "_kill", { value: own });
`;

export const guardUrl = `data:text/javascript,${encodeURIComponent(source)}`;
