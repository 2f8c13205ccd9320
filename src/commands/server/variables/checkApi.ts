import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import type { TestRunDetail } from "../../../contract/testRuns.ts";
import { runCancellable } from "../../../core/foundation/runCancellable.ts";
import { showMessage } from "../../../core/foundation/showMessage.ts";
import { findLiveVersion } from "../../../core/server/findLiveVersion.ts";
import { followTestRun } from "../../../core/testrun/followTestRun.ts";
import type { App, CommandHandler } from "../../app.ts";
import { confirmRunCode, readVersionCode } from "../../registry/codeConsent.ts";
import { type FindServerContext, findServer } from "../findServer.ts";
import { getServerLinks } from "../getServerLinks.ts";

type CheckApiContext = FindServerContext &
  Pick<App, "client" | "pendingRuns" | "progress" | "refresh" | "run" | "versions">;

/** The case of a server's tests that checks its API with the saved values. */
const caseId = "check:credentials";

/** Asks the API of a server, with one harmless request, whether it answers and accepts the saved values. */
export const checkApi: CommandHandler<CheckApiContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Check the API of a Server",
    suits: ({ latestVersion, variables = [] }) => Boolean(latestVersion) && variables.length > 0,
    none: "No server here has an API to check.",
  });
  if (!server) return;
  // The user agreed to run the code of the live version.
  const version = (await findLiveVersion(client, server)) ?? server.latestVersion ?? undefined;
  if (version === undefined) {
    showMessage(app, "info", `${server.name} has no version to check yet. Generate it first.`);
    return;
  }
  if (!(await confirmCode(app, client, server, version))) return;
  const title = `Checking the API of ${server.name}`;
  const result = await runCancellable(app.progress, { title, in: "notification" }, (_, signal) =>
    runCheck(app, client, { id: server.id, version }, signal),
  );
  if (result.kind === "cancelled") return;
  app.refresh("fairlead.servers");
  showResult(app, server, result.value);
};

async function confirmCode(app: CheckApiContext, client: ServiceClient, server: Server, version: string) {
  const code = await readVersionCode(app, client, server.artifactId, version);
  const called = `${server.name} ${version}`;
  return confirmRunCode(app, [{ owner: server.id, called, folder: getServerLinks(app).folderOf(server.id), ...code }]);
}

async function runCheck(
  { pendingRuns }: Pick<App, "pendingRuns">,
  client: ServiceClient,
  input: { readonly id: string; readonly version: string },
  signal: AbortSignal,
): Promise<TestRunDetail> {
  let run = await client.call("serverTestRuns.start", { ...input, cases: [caseId] }, { signal });
  await followTestRun({
    ...{ kind: "server", id: run.id, ownerId: input.id, since: 0, signal, pending: pendingRuns },
    client: async () => client,
    onChange: async (changed) => {
      run = { ...changed, cases: changed.cases?.length ? changed.cases : run.cases };
    },
  });
  return run;
}

function showResult(app: CheckApiContext, server: Server, { cases = [], statusDetail }: TestRunDetail): void {
  const { name } = server;
  const edit = {
    "Edit Variables": () => app.run("fairlead.server.editVariables", { node: { kind: "variables", server } }),
  };
  const found = cases.find(({ id }) => id === caseId);
  if (found?.status === "passed") showMessage(app, "info", `The API of ${name} answers: ${readAnswer(found.output)}.`);
  else if (found?.status === "failed")
    showMessage(app, "warning", `${name}: ${found.message ?? "the check failed"}.`, edit);
  else if (found?.status === "skipped") showMessage(app, "info", `${name}: ${found.message ?? "not checked"}`, edit);
  else {
    const reason = found
      ? (found.message ?? statusDetail ?? "its test did not run.")
      : "its tests have no such check, for which the document needs a harmless request without input.";
    showMessage(app, "warning", `The API of ${name} could not be checked: ${reason}`);
  }
}

const readAnswer = (output: string | null | undefined) => output?.split("\n")[0] || "it accepts the saved values";
