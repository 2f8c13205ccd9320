import type { KubernetesObject } from "./kubernetesObject.ts";
import { createMetadata, type KubernetesServer, type ServerFiles } from "./kubernetesServer.ts";

/** What a ConfigMap can hold, with room for its own fields. */
export const largestArchive = 1_000_000;

/** Where the pods of a server find its archive and its files. */
export const filePaths = { archive: "/archive", server: "/server" } as const;
const archiveName = "files.tar.gz";

export function createFilesConfigMap(server: KubernetesServer, { archive }: ServerFiles): KubernetesObject {
  const binaryData = { [archiveName]: Buffer.from(archive).toString("base64") };
  return { apiVersion: "v1", kind: "ConfigMap", metadata: createMetadata(server), binaryData };
}

export const unpackCommand: readonly string[] = [
  ...["tar", "--extract", "--gzip", "--no-same-owner"],
  ...["--file", `${filePaths.archive}/${archiveName}`, "--directory", filePaths.server],
];

/** Scripts of packages do not run, and npm writes nothing outside of the server's folder. */
export const installCommand: readonly string[] = [
  ...["npm", "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"],
  ...["--prefix", filePaths.server, "--cache", `${filePaths.server}/.npm`],
];

export const createStartCommand = ({ entry }: ServerFiles): readonly string[] => [
  "node",
  `${filePaths.server}/${entry}`,
];

/** All in one container, where there can be no others: unpacks, installs and becomes the server. A restart does not install again. */
export function createWholeCommand(files: ServerFiles): readonly string[] {
  const marker = `${filePaths.server}/.fairlead-installed`;
  const install = `{ test -e ${marker} || { ${join(installCommand)} && touch ${marker}; }; }`;
  const prepare = [`cd ${filePaths.server}`, join(unpackCommand), ...(files.installsPackages ? [install] : [])];
  return ["sh", "-c", [...prepare, `exec ${join(createStartCommand(files))}`].join(" && ")];
}

const join = (words: readonly string[]) => words.map(quote).join(" ");
const quote = (word: string) => (/^[\w/.=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
