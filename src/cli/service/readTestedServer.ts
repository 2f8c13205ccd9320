import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { ServerSource } from "../../contract/servers.ts";
import { isServerCasePath } from "../../testcases/readServerCases.ts";
import { type CommandContext, UsageError } from "../command.ts";
import { formatRelative, revisionName } from "../document/openDocumentFiles.ts";
import { readDocument } from "../document/readDocument.ts";
import { type Check, isFailedCheck } from "../report/checkReport.ts";
import { readServerSource } from "./readServerSource.ts";

/** What a test run needs. */
export interface TestedServer {
  readonly title: string;
  readonly source: ServerSource;
  /** A case file that is not in the source. */
  readonly suite: { readonly path: string; readonly content: string } | undefined;
  /** The values of its variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** The path from the current folder of a file that a case names. */
  readonly formatPath: (path: string) => string;
}

interface TestTarget {
  readonly target: string;
  readonly cases?: string | undefined;
  readonly overlay?: string | undefined;
  /** The names of variables. */
  readonly variable: readonly string[];
}

/** Reads a folder of code, or a document and the case file beside it. `problems`: no server can be generated from the document. */
export async function readTestedServer(
  { target, cases, overlay, variable }: TestTarget,
  context: CommandContext,
): Promise<TestedServer | { readonly title: string; readonly problems: readonly Check[] }> {
  const { cwd } = context;
  const path = resolve(cwd, target);
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  if (isFolder && overlay) throw new UsageError(`${target} is a folder. --overlay is for a document: leave it out.`);
  const caseFolder = isFolder || revisionName.test(target) ? undefined : dirname(path);
  const file = cases === undefined ? await findCaseFile(caseFolder) : resolve(cwd, cases);
  const common = {
    // A build server gives an empty text for a secret that is not set.
    environment: Object.fromEntries(
      variable.map((name) => [name, readVariable(context, name)]).filter(([, value]) => value !== ""),
    ),
    suite: file === undefined ? undefined : { path: basename(file), content: await readCases(file) },
    formatPath: (name: string) => formatRelative(cwd, file ?? join(path, name)),
  };
  if (isFolder) return { ...(await readServerSource(cwd, target)), ...common };
  const { title, text, problems } = await readDocument(cwd, target, overlay);
  if (text === undefined) return { title, problems: problems.filter(isFailedCheck) };
  return { title, source: { kind: "openapi", document: text }, ...common };
}

function readVariable({ environment }: CommandContext, name: string): string {
  const { [name]: value } = environment;
  if (value === undefined) throw new UsageError(`The environment has no variable ${name}. Set it, or leave it out.`);
  return value;
}

/** The case file beside a document; that of a folder of code is in its version, and a revision of Git has no files beside it. */
async function findCaseFile(folder: string | undefined): Promise<string | undefined> {
  const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
  const found = names.find(isServerCasePath);
  return folder !== undefined && found !== undefined ? join(folder, found) : undefined;
}

async function readCases(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new UsageError(`The case file ${file} cannot be read. Correct the path.`, { cause });
  });
}
