import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { TestRun, TestRunDetail } from "../../../../contract/testRuns.ts";
import { readUnreachedApi } from "../../../../text/hosts/unreachedApi.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { isAbortError, isUnauthorizedError, readErrorMessage } from "../../../base/failure.ts";
import type { CancellableResult } from "../../../base/runCancellable.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { readUnavailability } from "../../../base/unavailability.ts";
import type { ConnectionServices } from "../../../connection/connectionServices.ts";
import { findCaseFile } from "../../../testing/model/caseFiles.ts";
import { formatFailedRun, isFailedCase, readFailureText } from "../../../testing/model/formatRun.ts";
import { readTestRun } from "../../../testing/model/readTestRuns.ts";
import { findRunFailure } from "../../../testing/model/runFailure.ts";
import { runTests } from "../../../testing/model/runTests.ts";
import type { TestingServices } from "../../../testing/testingServices.ts";
import { listCredentialChoices } from "../../model/credentials/credentialChoices.ts";
import { setVariable } from "../variables/setVariable.ts";
import { forgetDeclined } from "./chooseCredential.ts";

export type TestBeforeDeploymentContext = EditorServices & ConnectionServices & Pick<TestingServices, "tests">;

interface TestedVersion {
  readonly server: Server;
  readonly version: string;
  /** Deploys it although its tests did not pass. */
  readonly deployAnyway: () => Promise<void>;
  /** Deploys it after the server was changed. */
  readonly deployAgain: (changed: Server) => Promise<void>;
}

/**
 * Runs the tests of a version. undefined: they passed, or the service has no test runs, so the deployment goes on. Otherwise
 * returns the message to show, which names the failed tests and offers to deploy the version anyway.
 */
export async function testBeforeDeployment(
  app: TestBeforeDeploymentContext,
  client: ServiceClient,
  { server, version, deployAnyway, deployAgain }: TestedVersion,
): Promise<(() => Promise<void> | void) | undefined> {
  const called = `${server.name} ${version}`;
  const ended = await runVersionTests(app, server, version);
  if (ended.kind === "unavailable") return undefined;
  if (ended.kind === "failed") {
    const words = l10n.t`${called} was not deployed, because its tests did not start: ${ended.message}`;
    return () =>
      showMessage(app, "error", words, {
        [l10n.t("Deploy Without Tests")]: deployAnyway,
        [l10n.t("Cancel")]: async () => {},
      });
  }
  const run = ended.kind === "done" ? ended.value[0] : undefined;
  if (!run) {
    const words = l10n.t`${called} was not deployed, because its tests were not watched to their end.`;
    return () => showMessage(app, "info", words, { [l10n.t("Deploy Without Tests")]: deployAnyway });
  }
  if (run.status === "passed") return undefined;
  const detail = await readTestRun(client, "server", run.id);
  const remedies = listRemedies(app, client, server, detail, deployAgain);
  const show = () =>
    showFailure(app, l10n.t`${called} was not deployed: ${formatFailedRun(detail)}`, remedies, deployAnyway);
  const tried = findUnreachedApi(detail);
  if (!tried) return show;
  return async () => {
    const changed = await setVariable(app, client, server, "API_BASE_URL", tried);
    return changed ? deployAgain(changed) : show();
  };
}

/** What the failure says is missing: a variable that the server wants, or the credential of its API. */
function listRemedies(
  app: TestBeforeDeploymentContext,
  client: ServiceClient,
  server: Server,
  detail: TestRunDetail,
  deployAgain: TestedVersion["deployAgain"],
): Readonly<Record<string, () => Promise<void>>> {
  const missing = findRunFailure(detail, server)?.variable;
  if (missing !== undefined) {
    const setMissing = async () => {
      const changed = await setVariable(app, client, server, missing);
      if (changed) await deployAgain(changed);
    };
    return { [l10n.t`Set ${missing}`]: setMissing };
  }
  if (!listCredentialChoices(server).some(({ isAccount }) => !isAccount)) return {};
  const enterCredential = async () => {
    await forgetDeclined(app, server);
    await deployAgain(server);
  };
  return { [l10n.t("Enter Credential...")]: enterCredential };
}

/** The address at which no call reached the API, and why. */
function findUnreachedApi({ cases = [] }: TestRunDetail) {
  if (cases.some(({ kind, status }) => kind === "smoke" && status === "passed")) return undefined;
  const problems = cases.filter(isFailedCase).map((one) => readFailureText(one).split("\n", 1)[0] ?? "");
  return problems.flatMap((problem) => {
    const value = readUnreachedApi(problem);
    return value === undefined ? [] : [{ value, problem }];
  })[0];
}

/** Offers the same again after the results are shown. */
function showFailure(
  app: TestBeforeDeploymentContext,
  message: string,
  first: Readonly<Record<string, () => Promise<void>>>,
  deployAnyway: () => Promise<void>,
): void {
  showMessage(app, "error", message, {
    ...first,
    [l10n.t("Show")]: async () => {
      await app.tests.showResults();
      showFailure(app, message, first, deployAnyway);
    },
    [l10n.t("Deploy Anyway")]: deployAnyway,
    // A fourth button would cover the source of the message.
    ...(Object.keys(first).length === 0 && { [l10n.t("Cancel")]: async () => {} }),
  });
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
