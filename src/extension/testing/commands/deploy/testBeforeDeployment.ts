import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { TestRun, TestRunDetail } from "../../../../contract/testRuns.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import { findSourceFile } from "../../../../text/position/sourceLocations.ts";
import type { CancellableResult, EditorServices } from "../../../base/editorServices.ts";
import { isAbortError, isUnauthorizedError, readErrorMessage } from "../../../base/failure.ts";
import type { NextSteps } from "../../../base/ports.ts";
import { confirmShownChange } from "../../../base/prompts/confirmShownChange.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { readAvailable, readUnavailability } from "../../../base/unavailability.ts";
import type { ConnectedServices, ConnectionServices } from "../../../connection/connectionServices.ts";
import { locateVersionFile } from "../../../deployment/model/sourceLinks.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import { setVariables } from "../../../server/commands/variables/setVariables.ts";
import { findLiveVersion } from "../../../server/model/findLiveVersion.ts";
import { findCaseFile } from "../../model/caseFiles.ts";
import { findRunFailure, formatFailedRun } from "../../model/formatRun.ts";
import { readTestRun } from "../../model/readTestRuns.ts";
import { runTests } from "../../model/runTests.ts";
import { openFailedVersions } from "../../model/testMemory.ts";
import {
  formatOtherTests,
  formatToolProof,
  hasProofRemedy,
  isAnyToolProven,
  isAnyToolTried,
  isUnprovenOnly,
} from "../../model/toolProof.ts";
import type { TestingServices } from "../../testingServices.ts";
import { readProofRemedies, type UnprovenVersion } from "./proofRemedies.ts";

export type TestBeforeDeploymentContext = EditorServices &
  ConnectionServices &
  RegistryServices &
  Pick<TestingServices, "tests">;

interface TestedVersion {
  readonly server: Server;
  readonly version: string;
  /** Deploys it although its tests did not pass. */
  readonly deployAnyway: () => Promise<void>;
  /** Remembers that the user deploys this content although not all of its tools could be tried. */
  readonly accept: () => Promise<void>;
  /** Called before the user is asked, while nothing goes on. */
  readonly onQuestion: () => void;
  /** Called when the user leaves the question. */
  readonly onCancelled?: (() => void) | undefined;
  /** Called when the user no longer waits for the tests, which go on. */
  readonly onLeft: () => void;
  /** Deploys it after the server was changed. */
  readonly deployAgain: (changed: Server) => Promise<void>;
}

/**
 * Runs the tests of a version. undefined: they passed, the user deploys what they could not prove, or the service has no test runs, so
 * the deployment goes on. Otherwise returns the message to show, which names the failed tests and offers to deploy the version anyway.
 */
export async function testBeforeDeployment(
  app: TestBeforeDeploymentContext,
  client: ServiceClient,
  tested: TestedVersion,
): Promise<(() => Promise<void> | void) | undefined> {
  const { server, version, deployAnyway, deployAgain, onQuestion, onCancelled = () => {} } = tested;
  const called = `${server.name} ${version}`;
  const ended = await runVersionTests(app, server, version);
  if (ended.kind === "unavailable") return undefined;
  if (ended.kind === "failed") {
    const words = l10n.t`${called} was not deployed, because its tests did not start: ${ended.message}`;
    return () => showMessage(app, "error", words, { [l10n.t("Deploy Without Tests")]: deployAnyway });
  }
  const run = ended.kind === "done" ? ended.value[0] : undefined;
  if (!run) {
    const isLeft = ended.kind === "cancelled";
    if (isLeft) tested.onLeft();
    const words = isLeft
      ? l10n.t`${called} was not deployed, because its tests were not watched to their end.`
      : l10n.t`${called} was not deployed, because its tests were not started.`;
    return () => showMessage(app, "info", words, { [l10n.t("Deploy Without Tests")]: deployAnyway });
  }
  const read = await readAvailable(readTestRun(client, "server", run.id));
  const detail: TestRunDetail = read.kind === "unavailable" ? run : read.value;
  if (!isUnprovenOnly(detail)) return createRefusal(app, client, tested, detail);
  if (!hasProofRemedy(detail)) return undefined;
  onQuestion();
  const answer = await askUnprovenDeployment(app, client, { server, version, run: detail });
  if (answer === "deploy") {
    await tested.accept();
    return undefined;
  }
  if (answer === "askCredential") return () => deployAgain(server);
  return answer ? testBeforeDeployment(app, client, { ...tested, server: answer }) : onCancelled;
}

/**
 * Says which tests failed, and asks whether the version is deployed all the same. A variable that the server misses can be set first, and
 * a line that failed can be shown. Code that does not start is not asked about.
 */
async function createRefusal(
  app: TestBeforeDeploymentContext,
  client: ServiceClient,
  { server, version, deployAnyway, deployAgain, onQuestion }: TestedVersion,
  run: TestRunDetail,
): Promise<() => Promise<void> | void> {
  const failure = findRunFailure(run, server);
  const missing = failure?.variable;
  const line = missing === undefined ? await findFailedLine(app, client, { server, version, run }) : undefined;
  const setMissing = async (name: string) => {
    const changed = await setVariables(app, client, server, [name]);
    if (changed) await deployAgain(changed);
  };
  const called = `${server.name} ${version}`;
  const live = await findLiveVersion(client, server);
  await openFailedVersions(app.memory).add(`${server.id} ${version}`);
  app.refresh("fairlead.servers");
  const message = l10n.t`${called} was not deployed: ${formatFailedRun(run)}`;
  const detail = joinWords(
    line && l10n.t`See line ${line.line} of ${line.path}.`,
    live !== undefined && live !== version && l10n.t`Version ${live} is still live.`,
  );
  const shown = {
    ...(line && { [l10n.t("Show Line")]: line.show }),
    [l10n.t("Show")]: () => app.tests.showResults(),
  };
  const hasRun = run.cases?.some(({ status }) => status === "passed" || status === "failed");
  if (failure && missing === undefined && !hasRun)
    return () => showMessage(app, "error", joinWords(message, detail), shown);
  const changes = missing === undefined ? {} : { [l10n.t`Set ${missing}`]: () => setMissing(missing) };
  onQuestion();
  return () => askRefusedDeployment(app, { called, message, detail, shown, changes, deployAnyway });
}

interface RefusedDeployment {
  readonly called: string;
  readonly message: string;
  readonly detail: string;
  /** What the user can look at before the answer. */
  readonly shown: NextSteps;
  /** What deploys the version after a change. */
  readonly changes: NextSteps;
  readonly deployAnyway: () => Promise<void>;
}

async function askRefusedDeployment(app: EditorServices, refused: RefusedDeployment): Promise<void> {
  const { called, message, detail, shown, changes, deployAnyway } = refused;
  const anyway = l10n.t("Deploy Anyway");
  const steps: NextSteps = { ...changes, ...shown, [anyway]: deployAnyway };
  const action = await app.prompts.decide({ message, detail, actions: Object.keys(steps) });
  if (action === undefined) return;
  await steps[action]?.();
  if (!shown[action]) return;
  const title = l10n.t`Deploy ${called}`;
  if (await confirmShownChange(app, { title, question: message, action: anyway })) await deployAnyway();
}

type VersionTestsResult =
  | CancellableResult<readonly TestRun[]>
  /** The service has no test runs. */
  | { readonly kind: "unavailable" }
  | { readonly kind: "failed"; readonly message: string };

async function runVersionTests(
  app: TestBeforeDeploymentContext,
  server: Server,
  version: string,
): Promise<VersionTestsResult> {
  const caseFile = await findCaseFile(app, server.id);
  const order = {
    subject: { kind: "server", server, caseFile },
    cases: undefined,
    version,
    isForDeployment: true,
  } as const;
  try {
    return await runTests(app, l10n.t`Testing ${server.name} ${version} before its deployment`, [order]);
  } catch (error) {
    if (isAbortError(error) || isUnauthorizedError(error)) throw error;
    const message = readErrorMessage(error);
    if (!readUnavailability(error)) {
      app.log.error(`The tests of ${server.name} ${version} did not start: ${message}`, error);
      return { kind: "failed", message };
    }
    app.log.warning(`${server.name} ${version} is deployed without tests: ${message}`);
    return { kind: "unavailable" };
  }
}

/** A line of a version's code that failed. */
interface FailedLine {
  readonly path: string;
  /** Counts from 1. */
  readonly line: number;
  readonly show: () => Promise<void>;
}

/** The innermost position of the error with which a server did not start for its tests that is in a file of its version. */
async function findFailedLine(
  app: ConnectedServices & RegistryServices,
  client: ServiceClient,
  { server, version, run }: { readonly server: Server; readonly version: string; readonly run: TestRun },
): Promise<FailedLine | undefined> {
  const positions = findRunFailure(run)?.positions ?? [];
  const { id: serverId, name, artifactId } = server;
  if (!artifactId || positions.length === 0) return undefined;
  const read = await readAvailable(app.versions.list(client, artifactId, version));
  const files = read.kind === "available" ? read.value : [];
  const paths = files.map(({ path }) => path);
  for (const { path, line } of positions) {
    const found = findSourceFile(path, paths, run.id);
    const file = files.find((one) => one.path === found);
    if (!file) continue;
    const show = async () => {
      const uri = await locateVersionFile(app, { serverId, name, artifactId, version }, file);
      await app.documents.show(uri, { line: line - 1 });
    };
    return { path: file.path, line, show };
  }
  return undefined;
}

const deploy = l10n.t("Deploy");

/**
 * Asks whether a version is deployed although its API or its credential prevented calls of its tools; nothing else speaks against it.
 * Returns the server whose value the user changed instead, or `askCredential` where the user wants to give the credential that it lacks;
 * undefined: cancelled.
 */
async function askUnprovenDeployment(
  app: ConnectedServices,
  client: ServiceClient,
  unproven: UnprovenVersion,
): Promise<"deploy" | "askCredential" | Server | undefined> {
  const { server, version, run } = unproven;
  const { causes, actions, apply } = readProofRemedies(app, client, unproven);
  const isRefused = causes.some(({ code }) => code === "credential_refused");
  const proof = formatToolProof(run);
  const [first, ...others] = causes.map(({ message }) => message);
  // That no tool was called says nothing beside a cause.
  const isAside = proof !== undefined && first !== undefined && !isAnyToolTried(run);
  const question = {
    message: joinWords(l10n.t`Deploy ${server.name} ${version}?`, isAside ? first : proof),
    detail: [isAside ? proof : first, ...others, formatOtherTests(run)].filter(Boolean).join("\n"),
    // Where no tool answers, or a credential is wrong, the cause comes first.
    actions: isAnyToolProven(run) && !isRefused ? [deploy, ...actions] : [...actions, deploy],
  };
  for (;;) {
    const action = await app.prompts.decide(question);
    if (action === undefined) return undefined;
    if (action === deploy) return "deploy";
    const changed = await apply(action);
    if (changed) return changed;
  }
}
