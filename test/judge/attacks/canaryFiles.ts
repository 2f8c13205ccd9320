import { createHash, randomBytes } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readFolder } from "./readFolder.ts";

const root = join(import.meta.dirname, "../../..");
const certificate = join(root, "test/fixtures/tls/authority.pem");

/** The most changes that are named for one attack. */
const maximumChanges = 3;

/** Files outside that attacks try to read and change. */
export type CanaryFiles = ReturnType<typeof createCanaryFiles>;

/** Each secret is a text of its own, so that what an attack got names its place. */
export function createCanaryFiles() {
  const secrets: Record<string, string> = {};
  const addSecret = (name: string): string => {
    const secret = `c4n4ry${randomBytes(12).toString("hex")}`;
    secrets[name] = secret;
    return secret;
  };
  const home = mkdtempSync(join(tmpdir(), "fairlead-attacks-"));
  const elsewhere = mkdtempSync(join(root, "dist/attacks-"));
  const shm = mkdtempSync("/dev/shm/fairlead-attacks-");
  const dataFolder = join(elsewhere, "data");
  mkdirSync(dataFolder, { mode: 0o700 });
  const paths = createPaths(home, elsewhere, shm);
  const name = addSecret("the name of a file");
  const namedFile = join(home, `seen-${name}`);
  const write = () => {
    writeTextFiles(paths, secrets, addSecret);
    writeFileSync(namedFile, "");
  };
  write();
  const remembered = { text: takeSnapshot([home, elsewhere, shm], dataFolder) };
  return {
    ...{ home, elsewhere, shm, dataFolder, paths, secrets, addSecret },
    /** What a watcher of the folder would see. */
    touchNamed: () => utimesSync(namedFile, new Date(), new Date()),
    /** What the judge or the service has changed is no change of an attack. */
    accept: () => {
      remembered.text = takeSnapshot([home, elsewhere, shm], dataFolder);
    },
    /** Names what has changed since the last call, and restores it. */
    listChanges: (): string[] => {
      const now = takeSnapshot([home, elsewhere, shm], dataFolder);
      const before = remembered.text;
      const changed = [...now].filter(([path, state]) => before.get(path) !== state).map(([path]) => path);
      // The service removes folders of the past itself.
      const removed = [...before.keys()].filter((path) => !now.has(path) && !path.startsWith(`${dataFolder}/`));
      for (const path of changed) if (!before.has(path)) rmSync(path, { recursive: true, force: true });
      if (changed.length + removed.length > 0) {
        write();
        remembered.text = takeSnapshot([home, elsewhere, shm], dataFolder);
      }
      return [...changed, ...removed].slice(0, maximumChanges);
    },
    remove: () => {
      for (const folder of [home, elsewhere, shm]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function createPaths(home: string, elsewhere: string, shm: string) {
  return {
    secretFile: join(home, ".ssh/id_ed25519"),
    elsewhereFile: join(elsewhere, "notes.txt"),
    shmFile: join(shm, "shared.txt"),
    moduleFile: join(home, "module.mjs"),
    commonFile: join(home, "common.cjs"),
    brokenModuleFile: join(home, "broken.cjs"),
    jsonFile: join(home, "data.json"),
    variablesFile: join(home, "variables.env"),
    certificateFile: join(home, "certificate.pem"),
    sqliteFile: join(home, "secrets.db"),
    packageFolder: join(home, "package"),
    sourceMapFile: join(home, "map.json"),
    sacrificeFile: join(elsewhere, "sacrifice.txt"),
    victimFile: join(home, "victim.txt"),
    inheritedFile: join(elsewhere, "inherited.txt"),
  };
}

function writeTextFiles(
  paths: ReturnType<typeof createPaths>,
  secrets: Record<string, string>,
  addSecret: (name: string) => string,
): void {
  const secret = (name: string) => secrets[name] ?? addSecret(name);
  mkdirSync(join(paths.secretFile, ".."), { recursive: true, mode: 0o700 });
  const main = `${secret("a package's main file")}.js`;
  mkdirSync(paths.packageFolder, { recursive: true });
  const texts: Record<string, string> = {
    [paths.secretFile]: secret("a key in the home folder"),
    [paths.elsewhereFile]: secret("a file elsewhere"),
    [paths.shmFile]: secret("a file in /dev/shm"),
    [paths.moduleFile]: `export default ${JSON.stringify(secret("a module"))};\n`,
    [paths.commonFile]: `module.exports = ${JSON.stringify(secret("a CommonJS module"))};\n`,
    [paths.brokenModuleFile]: `this is ${secret("a text that is no module")} ;;\n`,
    [paths.jsonFile]: JSON.stringify({ secret: secret("a JSON file") }),
    [paths.variablesFile]: `FAIRLEAD_LOADED=${secret("a file of variables")}\n`,
    [join(paths.packageFolder, "package.json")]: JSON.stringify({ main }),
    [join(paths.packageFolder, main)]: "module.exports = 1;\n",
    [paths.sourceMapFile]: JSON.stringify({
      ...{ version: 3, sources: ["a.js"], names: [], mappings: "AAAA" },
      sourcesContent: [secret("a source map")],
    }),
    [paths.sacrificeFile]: secret("a file that is moved"),
    [paths.victimFile]: "unchanged",
    [paths.inheritedFile]: secret("an inherited descriptor"),
  };
  for (const [path, text] of Object.entries(texts)) {
    rmSync(path, { force: true });
    writeFileSync(path, text, { mode: 0o600 });
  }
  copyFileSync(certificate, paths.certificateFile);
  // Attacks see the certificate as one of many, so its own text is the secret.
  secrets["a certificate"] = readFileSync(certificate, "utf8").split("\n")[2] ?? "";
  rmSync(paths.sqliteFile, { force: true });
  const database = new DatabaseSync(paths.sqliteFile);
  database.exec(`CREATE TABLE secrets (secret TEXT); INSERT INTO secrets VALUES ('${secret("a database")}')`);
  database.close();
}

/** What attacks must not change: each path with its content and rights. Within the data folder, what no run of the service writes. */
function takeSnapshot(folders: readonly string[], dataFolder: string): Map<string, string> {
  const snapshot = new Map<string, string>();
  const look = (folder: string) => {
    for (const entry of readFolder(folder)) {
      const path = join(folder, entry.name);
      const isOfService = path.startsWith(`${dataFolder}/`);
      if (isOfService && !isWatched(path.slice(dataFolder.length + 1), entry.isDirectory())) continue;
      snapshot.set(path, entry.isDirectory() ? "folder" : describeFile(path, entry.isFile(), isOfService));
      if (entry.isDirectory()) look(path);
    }
  };
  for (const folder of folders) look(folder);
  return snapshot;
}

/** Runs of skills come and go, and their scripts write into their working folders. */
const isWatched = (path: string, isFolder: boolean): boolean =>
  isFolder
    ? !/^(compiled|blobs)(\/|$)|(^|\/)(scratch-|run_)/.test(path)
    : /trace|heapsnapshot|\.log$/.test(path.replace(/^service\.log$/, ""));

function describeFile(path: string, isFile: boolean, isOfService: boolean): string {
  if (!isFile || isOfService) return "present";
  try {
    const { mode, mtimeMs, size } = statSync(path);
    const time = path.includes("/seen-") ? 0 : mtimeMs;
    return [mode, time, size, createHash("sha256").update(readFileSync(path)).digest("hex")].join();
  } catch {
    return "gone";
  }
}
