// Starts the service in a process group of its own, and reports to the judge which signals reach the group. `fd 7` is a secret file that
// the service inherits and must not hand on. Ends with the judge.
import { spawn } from "node:child_process";
import { openSync } from "node:fs";

const [secretFile, ...args] = process.argv.slice(2);
for (const name of ["SIGUSR1", "SIGUSR2", "SIGTERM", "SIGURG", "SIGWINCH"])
  process.on(name, () => process.connected && process.send({ signal: name }, () => {}));
const inherited = openSync(secretFile, "r");
const stdio = ["ignore", "inherit", "inherit", "ignore", "ignore", "ignore", "ignore", inherited];
const service = spawn(process.execPath, ["--no-warnings", ...args], { stdio });
process.send?.({ service: service.pid });
service.once("exit", () => process.exit(0));
process.on("disconnect", () => {
  service.kill("SIGCONT");
  service.kill("SIGTERM");
  setTimeout(() => {
    service.kill("SIGKILL");
    process.exit(0);
  }, 8000);
});
