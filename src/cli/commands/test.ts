import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import type { ServerSource } from "../../contract/servers.ts";
import { isTestRunFinished, type TestCase, type TestRunDetail } from "../../contract/testRuns.ts";
import { isServerCasePath } from "../../testcases/readServerCases.ts";
import { type CommandContext, defineCommand, UsageError } from "../command.ts";
import { formatRelative, revisionName } from "../document/openDocumentFiles.ts";
import { readDocument } from "../document/readDocument.ts";
import { type Check, formatCheckJson, formatReportLines, isFailedCheck } from "../report/checkReport.ts";
import { reportShape } from "../report/writeReport.ts";
import { createVersion } from "../service/createVersion.ts";
import { readServerSource } from "../service/readServerSource.ts";
import { readUntil } from "../service/readUntil.ts";
import { readServiceAddress, withClient } from "../service/withClient.ts";
import { withTemporaryService } from "../service/withTemporaryService.ts";

export const testCommand = defineCommand({
  help: "Tests a server: what every server must do, and the cases of its case file. A local service runs for the time of the test.",
  example: "fairlead test server --junit results.xml",
  operands: ["target"],
  options: z.object({
    target: z.string().min(1).describe("A folder with a server, or an OpenAPI document to generate one from."),
    cases: z.string().optional().meta({
      title: "FILE",
      description: "A case file; by default fairlead.tests.yaml in the folder or beside the document on the disk.",
    }),
    overlay: z.string().optional().meta({ title: "FILE", description: "An overlay of the document." }),
    variable: z.array(z.string().min(1)).default([]).meta({
      title: "NAME",
      description: "A variable of the environment that the server gets; may be repeated.",
    }),
    url: z.string().min(1).optional().meta({
      title: "URL",
      description: "A service that runs, in place of FAIRLEAD_URL; FAIRLEAD_KEY is its key.",
    }),
    ...reportShape,
  }),
  run: async (options, context) => {
    const tested = await readTestedServer(options, context);
    const checks = "problems" in tested ? tested.problems : await testAtService(options.url, tested, context);
    const report = { title: `Tests of ${tested.title}`, checks };
    const ok = checks.length > 0 && !checks.some(isFailedCheck);
    return { ok, lines: formatReportLines(report), json: { passed: ok, cases: checks.map(formatCheckJson) }, report };
  },
});

/** At the named service, else at one that ends with the test. */
function testAtService(url: string | undefined, tested: TestedServer, context: CommandContext) {
  const { environment, signal } = context;
  const named = url ?? environment.FAIRLEAD_URL;
  const run = (stays: boolean) => (client: ServiceClient) => runTests(client, tested, { stays, signal });
  return named
    ? withClient(readServiceAddress({ ...environment, FAIRLEAD_URL: named }), run(true))
    : withTemporaryService(context, (address) => withClient(address, run(false)));
}

interface TestPlace {
  /** Whether the service goes on after the test. It may end with an interruption otherwise, and answers no more. */
  readonly stays: boolean;
  readonly signal: AbortSignal;
}

/** Tests a server in a project of its own, which is archived where the service stays, also after a failure or an interruption. */
async function runTests(
  client: ServiceClient,
  { title, source, suite, formatPath, environment }: TestedServer,
  { stays, signal }: TestPlace,
): Promise<readonly Check[]> {
  const name = title.slice(0, 80);
  const project = await client.call("projects.create", { name: `${name} (test run)` }, { signal });
  try {
    const draft = await client.call("servers.create", { projectId: project.id, name, environment }, { signal });
    const server = await createVersion(client, draft, source, signal);
    const { id } = await client.call("serverTestRuns.start", { id: server.id, ...(suite && { suite }) }, { signal });
    const run = await readUntil(
      () => client.call("serverTestRun.get", { id }, { signal }),
      ({ status }) => isTestRunFinished(status),
      signal,
    );
    return listChecks(run, formatPath);
  } finally {
    if (stays) await client.call("project.update", { id: project.id, archived: true });
  }
}

function listChecks(
  { cases = [], status, statusDetail }: TestRunDetail,
  formatPath: TestedServer["formatPath"],
): readonly Check[] {
  const checks = cases.map((one) => createCheck(one, formatPath));
  if (status === "passed" || checks.some(isFailedCheck)) return checks;
  const message = statusDetail ?? "The service does not say why it did not pass.";
  return [...checks, { status: "errored", label: "errored", group: "run", name: "test run", message }];
}

function createCheck(one: TestCase, formatPath: TestedServer["formatPath"]): Check {
  const { id, name, kind = "case", status, message, expected, actual, durationMs, location } = one;
  const known = status === "passed" || status === "failed" || status === "skipped" ? status : "errored";
  const facts = [message, expected && `Expected: ${expected}`, actual && `Actual: ${actual}`];
  const { path, line = 1 } = location ?? {};
  return {
    status: known,
    label: known,
    group: kind,
    name: name || id,
    message: facts.filter(Boolean).join("\n"),
    durationMs: durationMs ?? undefined,
    place: path === undefined ? undefined : { file: formatPath(path), line },
  };
}

/** What a test run needs. */
interface TestedServer {
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
