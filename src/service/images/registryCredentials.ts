import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";

export interface RegistryCredentials {
  readonly username: string;
  readonly password: string;
}

/** Finds the credentials of a registry, or undefined for one that is read without. */
export type FindRegistryCredentials = (registry: string) => RegistryCredentials | undefined;

const entrySchema = z.object({
  auth: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  identitytoken: z.string().optional(),
});

/** The file that `docker login` writes. */
const fileSchema = z.object({
  auths: z.record(z.string(), entrySchema).default({}),
  credHelpers: z.record(z.string(), z.string()).default({}),
  credsStore: z.string().optional(),
});

/** Reads Docker's credentials of this user, where they are needed for the first time. The file may be missing. */
export function findUserCredentials(environment: NodeJS.ProcessEnv = process.env): FindRegistryCredentials {
  const file = join(environment.DOCKER_CONFIG ?? join(homedir(), ".docker"), "config.json");
  return createCredentialFinder(file, true);
}

/** Reads the credentials in this file, where they are needed for the first time. */
export function createCredentialFinder(file: string, mayBeMissing = false): FindRegistryCredentials {
  let content: z.output<typeof fileSchema> | undefined;
  return (registry) => {
    content ??= readCredentialFile(file, mayBeMissing);
    const keys =
      registry === "docker.io" ? ["https://index.docker.io/v1/", "docker.io"] : [registry, `https://${registry}`];
    const entry = keys.map((key) => content?.auths[key]).find((found) => found !== undefined);
    const credentials = entry && readEntry(entry);
    if (credentials) return credentials;
    const helper = content.credHelpers[registry] ?? content.credsStore;
    // A store of the whole machine may have nothing for a registry that everyone can read, and `docker login` leaves an empty entry.
    if (helper === undefined || (entry === undefined && content.credHelpers[registry] === undefined)) return undefined;
    throw new Error(
      `${file} leaves the credentials of ${registry} to the credential helper "${helper}", which is not supported here. Give a file that contains them with --registry-auth.`,
    );
  };
}

function readCredentialFile(file: string, mayBeMissing: boolean): z.output<typeof fileSchema> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (mayBeMissing) return fileSchema.parse({});
    throw new Error(`The file of --registry-auth cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = fileSchema.safeParse(tryParseJson(text)).data;
  // The parser's message would contain parts of the file.
  if (!parsed) throw new Error(`${file} is not a file of registry credentials. Write it with "docker login".`);
  return parsed;
}

function readEntry({ auth, username, password }: z.output<typeof entrySchema>): RegistryCredentials | undefined {
  if (username !== undefined && password !== undefined) return { username, password };
  const [, name, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(auth ?? "", "base64").toString()) ?? [];
  return name === undefined || secret === undefined ? undefined : { username: name, password: secret };
}
