import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import type { WatchedAttack } from "./attackEvidence.ts";
import { type AttackedService, type AttackServer, startAttackedService } from "./attackedService.ts";
import { type AttackName, listAttackFiles, systemLibrary } from "./attackPrograms.ts";
import { createCanaryFiles } from "./canaryFiles.ts";
import { startCanaryListeners } from "./canaryListeners.ts";
import { findByInnerPid, isAlive, listDescendants, listSocketFiles } from "./hostProcesses.ts";
import { limits } from "./limits.ts";
import { readFolder } from "./readFolder.ts";

const whereSchema = z.object({ port: z.number(), pid: z.number(), folder: z.string() });

/** The service, the canaries and another server, which attacks try to reach. */
export type AttackScene = Awaited<ReturnType<typeof startAttackScene>>;

export async function startAttackScene(rounds: number) {
  const files = createCanaryFiles();
  const nonce = randomBytes(6).toString("hex");
  const listeners = await startCanaryListeners(files.home, nonce, files.addSecret("a listener"));
  const service = await startAttackedService(files);
  const secrets = { own: files.addSecret("another server"), file: files.addSecret("another server's files") };
  let other = await deployOther(service, files.dataFolder, secrets);
  files.accept();
  const listenPort = await findFreePort();
  const shared = {
    ...files.paths,
    ...listeners.targets,
    ...{ rounds, listenPort, listenAbstract: `fairlead-listen-${nonce}`, library: systemLibrary },
    ...{ home: files.home, shm: files.shm, dataFolder: files.dataFolder },
    serviceFile: join(files.dataFolder, "service.json"),
    databaseFile: join(files.dataFolder, readdirSync(files.dataFolder).find((name) => name.endsWith(".db")) ?? ""),
    ...{ serviceUrl: service.url, servicePid: service.servicePid, witnessPid: service.witnessPid },
    ...{ memoryLimitMb: limits.attackMemoryMb, diskLimitMb: limits.attackDiskMb },
  };
  return {
    ...{ files, listeners, service },
    /** Attacks need another server to reach. The service starts an ended one again, but with other numbers. */
    ensureOther: async () => {
      if (isAlive(other.pid)) return;
      other = await deployOther(service, files.dataFolder, secrets);
      files.accept();
    },
    /** What the program of an attack is given, and what the judge looks for. */
    prepare: (attack: AttackName, kind: "server" | "script", sharesProcesses: boolean) => {
      const own = randomBytes(6).toString("hex");
      const watched: WatchedAttack = {
        ...{ ...attack, nonce: own, marker: `fairlead-marker-${own}`, challenge: `${own}-challenge`, sharesProcesses },
        ...{ listenPort, listenAbstract: shared.listenAbstract, otherPid: other.pid },
      };
      const limitMs = /Races|resources/.test(attack.group) || /changing|moving/.test(attack.name) ? 60_000 : 6_000;
      const reached = {
        ...{ otherPid: other.pid, otherPort: other.port, otherFolder: other.folder },
        serviceSockets: listSocketFiles(files.dataFolder),
        stolen: { control: service.control, key: service.key, runtimeToken: other.token, otherServer: other.id },
      };
      return { watched, targets: { ...shared, ...reached, ...watched, kind, limitMs } };
    },
    close: async () => {
      await service.close();
      listeners.close();
      files.remove();
    },
  };
}

async function deployOther(service: AttackedService, dataFolder: string, secrets: { own: string; file: string }) {
  const source = { kind: "files" as const, entry: "server.mjs", files: listAttackFiles() };
  const before = new Set(listServerFolders(dataFolder));
  const pids = new Set(listDescendants(service.servicePid));
  const server = await service.create("Other", source, () => ({ SERVER_SECRET: secrets.own }));
  const where = whereSchema.parse(JSON.parse(await server.call("where", {})));
  const [folder = where.folder] = listServerFolders(dataFolder).filter((path) => !before.has(path));
  writeFileSync(join(folder, "secret.txt"), secrets.file);
  // In a namespace of its own, each server may have the same number.
  const started = listDescendants(service.servicePid).filter((pid) => !pids.has(pid));
  const found = findByInnerPid(started, where.pid);
  if (!found) throw new Error("The process of the other server was not found.");
  return { ...server, port: where.port, folder, pid: found.pid };
}

/** The folders of deployed servers, as the machine sees them. */
function listServerFolders(folder: string, levels = 3): string[] {
  const entries = readFolder(folder);
  if (entries.some(({ name }) => name === "runAttack.mjs")) return [folder];
  const folders = levels === 0 ? [] : entries.filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) => listServerFolders(join(folder, name), levels - 1));
}

/** Whether a server sees the machine's processes, and its process outside. */
export async function locateServer({ service, files }: AttackScene, server: AttackServer) {
  const { pid } = whereSchema.parse(JSON.parse(await server.call("where", {})));
  // A folder whose name begins with that of the server's own must not be readable.
  for (const folder of listServerFolders(files.dataFolder)) {
    mkdirSync(`${folder}-canary`, { recursive: true });
    files.secrets["a folder beside the own one"] ??= `c4n4ry${randomBytes(12).toString("hex")}`;
    writeFileSync(`${folder}-canary/secret.txt`, files.secrets["a folder beside the own one"]);
  }
  files.accept();
  return { sharesProcesses: findByInnerPid(listDescendants(service.servicePid), pid)?.sharesProcesses ?? true };
}
