import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { AttackedService } from "./attackedService.ts";
import type { CanaryFiles } from "./canaryFiles.ts";
import type { CanaryListeners } from "./canaryListeners.ts";
import {
  isAlive,
  isStopped,
  listDescendants,
  listProcessesWith,
  readMemoryMb,
  readMemoryScore,
  readNiceness,
} from "./hostProcesses.ts";
import { limits } from "./limits.ts";
import { probePorts } from "./probePorts.ts";

/** What an attack says of itself. `got` is its proof, `error` why it got nothing. */
export interface AttackReport {
  readonly got?: string | undefined;
  readonly error?: string | undefined;
}

export interface WatchedAttack {
  readonly group: string;
  readonly name: string;
  readonly nonce: string;
  /** The command lines of processes that the attack starts hold it. */
  readonly marker: string;
  readonly challenge: string;
  readonly listenPort: number;
  readonly listenAbstract: string;
  readonly sharesProcesses: boolean;
  /** The process of another server, which must stay. */
  readonly otherPid: number;
}

export interface Watched {
  readonly files: CanaryFiles;
  readonly listeners: CanaryListeners;
  readonly service: AttackedService;
}

const pollMs = 60;

/** Runs an attack and returns the evidence of its success, found from outside or proven by a secret; none: it failed. */
export async function findEvidence(
  watched: Watched,
  attack: WatchedAttack,
  run: () => Promise<AttackReport>,
): Promise<{ readonly evidence: string[]; readonly report: AttackReport; readonly peakMb: number }> {
  const { files, listeners, service } = watched;
  listeners.takeSeen();
  service.signals.splice(0);
  const before = readProcesses(service);
  const seen = new Set<string>();
  const stopping = new AbortController();
  const peak = { mb: 0 };
  const watching = watch(watched, attack, seen, peak, stopping.signal);
  const report = await run().catch((error): AttackReport => ({ error: String(error) }));
  stopping.abort();
  await watching;
  const after = readProcesses(service);
  if (after.score !== before.score) restoreScore(service.servicePid, before.score);
  const evidence = [
    ...seen,
    ...findSecrets(files.secrets, report),
    ...findProofs(attack, report, service),
    ...listeners.takeSeen(),
    ...service.signals.splice(0),
    ...(after.nice === before.nice ? [] : ["the priority of a process changed"]),
    ...(after.score === before.score ? [] : ["the memory score of the service changed"]),
    ...(isAlive(attack.otherPid) ? [] : ["another server ended"]),
    ...endStarted(attack),
    ...files.listChanges().map((path) => `a change of ${path}`),
    ...removeStray(attack.nonce),
    ...(await findProject(service, attack)),
  ];
  return { evidence: [...new Set(evidence)], report, peakMb: peak.mb };
}

const readProcesses = ({ servicePid, witnessPid }: AttackedService) => ({
  nice: `${readNiceness(servicePid)} ${readNiceness(witnessPid)}`,
  score: readMemoryScore(servicePid),
});

/** Looks at what is only visible while the attack runs: stopped processes, memory, ports. */
async function watch(
  { files, service }: Watched,
  attack: WatchedAttack,
  seen: Set<string>,
  peak: { mb: number },
  signal: AbortSignal,
) {
  const { servicePid, witnessPid } = service;
  const memory = () => listDescendants(servicePid).map((pid) => ({ pid, mb: readMemoryMb(pid) }));
  const total = (all: readonly { mb: number }[]) => all.reduce((sum, { mb }) => sum + mb, 0);
  const base = total(memory());
  let ended = false;
  while (!signal.aborted) {
    await delay(attack.group === "resources" ? 15 : pollMs);
    if (/watch a folder|together/.test(attack.name)) files.touchNamed();
    for (const pid of [servicePid, witnessPid])
      if (isStopped(pid)) {
        seen.add(`process ${pid === servicePid ? "of the service" : "beside it"} was stopped`);
        sendSignal(pid, "SIGCONT");
      }
    if (attack.group === "resources") {
      const all = memory();
      peak.mb = Math.max(peak.mb, total(all) - base);
      if (peak.mb > limits.memoryMb && !ended) {
        ended = true;
        seen.add(`${peak.mb} MB of memory, more than ${limits.memoryMb}`);
        const [largest] = all.toSorted((a, b) => b.mb - a.mb);
        if (largest) sendSignal(largest.pid, "SIGKILL");
      }
    }
    if (/listen|debugger|together/.test(attack.name)) for (const found of await probePorts(attack)) seen.add(found);
  }
}

function findSecrets(secrets: Readonly<Record<string, string>>, { got = "", error = "" }: AttackReport): string[] {
  // A text of JSON within JSON has its line breaks and quotes written out, but the secrets hold none.
  return Object.entries(secrets)
    .filter(([, secret]) => secret !== "" && `${got}${error}`.includes(secret))
    .map(([name]) => `the secret of ${name}`);
}

const answerSchema = z.object({ answer: z.string() });
const writtenSchema = z.object({ writtenMb: z.number() });

/** Proofs that only the place that an attack reached can give. */
function findProofs(
  { name, challenge, sharesProcesses }: WatchedAttack,
  report: AttackReport,
  service: AttackedService,
) {
  const { got = "", error = "" } = report;
  const value = parseJson(got);
  const hashes = ["thread", "binding"].map((place) =>
    createHash("sha256").update(`${challenge}${place}`).digest("hex"),
  );
  const answer = answerSchema.safeParse(value).data?.answer;
  const proofs: Record<string, boolean> = {
    "a thread": answer === hashes[0],
    "an inner binding": answer === hashes[1],
    "native code that was loaded": /did not self-register/.test(error),
    [`${writtenSchema.safeParse(value).data?.writtenMb} MB of disk, more than ${limits.diskMb}`]:
      (writtenSchema.safeParse(value).data?.writtenMb ?? 0) > limits.diskMb,
    "a signal that would reach all processes":
      sharesProcesses && /^signal (all|process 1)/.test(name) && /"sent":true/.test(got),
    "a response of the service": name === "reach the service" && got !== "",
    "the state of the service": got.includes(`{"pid":${service.servicePid}}`),
  };
  return Object.entries(proofs).flatMap(([proof, holds]) => (holds ? [proof] : []));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The processes of an attack, which the judge ends by their numbers. */
function endStarted({ marker }: WatchedAttack): string[] {
  const started = listProcessesWith(marker);
  for (const pid of started) sendSignal(pid, "SIGKILL");
  return started.length > 0 ? ["a new process"] : [];
}

/** Files that attacks write into the machine's own folders. */
function removeStray(nonce: string): string[] {
  return ["/dev/shm", "/tmp"].flatMap((folder) => {
    const path = `${folder}/trace-full-${nonce}`;
    try {
      rmSync(path);
      return [`a change of ${path}`];
    } catch {
      return [];
    }
  });
}

async function findProject({ api }: AttackedService, { name, nonce }: WatchedAttack): Promise<string[]> {
  if (!name.includes("stolen")) return [];
  const { items } = await api.call("projects.list", {});
  return items.some((project) => project.name === `trace ${nonce}`) ? ["a project that a stolen key made"] : [];
}

/** Signals a process of an attack, which may have ended. */
function sendSignal(pid: number, name: "SIGCONT" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function restoreScore(pid: number, score: string): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, score);
  } catch {
    // The process has ended.
  }
}
