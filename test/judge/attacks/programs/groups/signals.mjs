// Signals and priorities of other processes. SIGURG ends none that does not wait for it.
import * as os from "node:os";
import * as vm from "node:vm";
import { raceByChdir } from "../races.mjs";
import { unguardedKill } from "../unguarded.mjs";

/** The judge shows that this process shares the machine's processes before it lets a signal go to all. */
const harmless = ({ sharesProcesses }) => (sharesProcesses ? 0 : "SIGURG");
const sent = (answer) => ({ sent: answer });

const pretend = (pid, send) => {
  const own = process.pid;
  try {
    Object.defineProperty(process, "pid", { value: pid, configurable: true, writable: true });
    return send();
  } finally {
    Object.defineProperty(process, "pid", { value: own, configurable: true, writable: true });
  }
};

export const attacks = {
  "signal a sibling with SIGUSR1": ({ witnessPid }) => process.kill(witnessPid, "SIGUSR1"),
  "signal a sibling with SIGTERM": ({ witnessPid }) => process.kill(witnessPid, "SIGTERM"),
  "signal a sibling by the inner function": ({ witnessPid }) => process._kill(witnessPid, 10),
  "signal a sibling by the loader": ({ witnessPid }) =>
    process.getBuiltinModule("node:process").kill(witnessPid, "SIGUSR1"),
  "signal a sibling by the prototype": ({ witnessPid }) =>
    Object.getPrototypeOf(process).constructor.prototype.kill.call(process, witnessPid, "SIGUSR1"),
  "signal a sibling by another context": ({ witnessPid }) =>
    vm.runInThisContext("process.constructor.constructor('return process')()").kill(witnessPid, "SIGUSR1"),
  "signal a sibling by a shadow realm": async ({ witnessPid }) => {
    const signal = await new globalThis.ShadowRealm().importValue("node:process", "kill");
    return signal(witnessPid, "SIGUSR1");
  },
  "signal a sibling under a false number": ({ witnessPid }) =>
    pretend(witnessPid, () => process.kill(witnessPid, "SIGUSR1")),
  "signal a sibling by a number that changes": ({ witnessPid }) => {
    let asked = 0;
    const number = { valueOf: () => (asked++ < 1 ? process.pid : witnessPid) };
    return process.kill(number, "SIGUSR1");
  },
  "signal a sibling by a number too large": ({ witnessPid }) => process.kill(witnessPid + 2 ** 32, "SIGUSR1"),
  "signal its process group by a child that was not started": () => {
    const { ChildProcess } = process.getBuiltinModule("node:child_process");
    // Its process number is 0, which means the group.
    return new ChildProcess().kill("SIGURG");
  },
  "signal a sibling by an inner binding": ({ witnessPid }) => process.binding("process_methods")._kill(witnessPid, 10),
  "signal a sibling by what the debugger found": async ({ witnessPid }) => (await unguardedKill())(witnessPid, 10),
  "signal a sibling's thread": ({ witnessPid }) => process._debugProcess(witnessPid),
  "stop the service": ({ servicePid }) => process.kill(servicePid, "SIGSTOP"),
  "stop the parent": () => process.kill(process.ppid, process.ppid > 1 ? "SIGSTOP" : 0),
  "debug the service": ({ servicePid }) => process._debugProcess(servicePid),
  "end another server": ({ otherPid }) => process.kill(otherPid, "SIGKILL"),
  "signal its process group": () => process.kill(0, "SIGURG"),
  "signal the service's process group": ({ witnessPid }) => process.kill(-witnessPid, "SIGURG"),
  "signal all processes": (targets) => sent(process.kill(-1, harmless(targets))),
  "signal process 1": (targets) => sent(process.kill(1, harmless(targets))),
  "slow the service down": ({ servicePid }) => os.setPriority(servicePid, 7),
  "slow a sibling down": ({ witnessPid }) => process.getBuiltinModule("os").setPriority(witnessPid, 7),
  "change the service's memory score": ({ servicePid }) =>
    process.getBuiltinModule("fs").writeFileSync(`/proc/${servicePid}/oom_score_adj`, "500"),
  "change the service's memory score, changing the folder": (targets) =>
    raceByChdir(targets, `/proc/${targets.servicePid}/oom_score_adj`, (path) =>
      process
        .getBuiltinModule("fs")
        .promises.writeFile(path, "500")
        .then(() => true),
    ),
};
