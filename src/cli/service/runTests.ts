import type { ServiceClient } from "../../client/client.ts";
import { isTestRunFinished, type TestCase, type TestRunDetail } from "../../contract/testRuns.ts";
import type { Check } from "../report/checkReport.ts";
import { createVersion } from "./createVersion.ts";
import type { TestedServer } from "./readTestedServer.ts";
import { readUntil } from "./readUntil.ts";

/** Tests a server in a project of its own, and calls `onEnd` with the id of the project, also after a failure or an interruption. */
export async function runTests(
  client: ServiceClient,
  { title, source, suite, formatPath, environment }: TestedServer,
  { signal, onEnd }: { readonly signal: AbortSignal; readonly onEnd: (projectId: string) => Promise<unknown> },
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
    await onEnd(project.id);
  }
}

function listChecks(
  { cases = [], status, statusDetail }: TestRunDetail,
  formatPath: TestedServer["formatPath"],
): readonly Check[] {
  const checks = cases.map((one) => createCheck(one, formatPath));
  if (status === "passed" || checks.some((check) => check.status === "failed" || check.status === "errored"))
    return checks;
  const message = statusDetail ?? "The service does not say why it did not pass.";
  return [...checks, { status: "errored", label: "errored", group: "run", name: "test run", message }];
}

function createCheck(one: TestCase, formatPath: TestedServer["formatPath"]): Check {
  const { id, name, kind = "case", status, message, expected, actual, durationMs, location } = one;
  const known = status === "passed" || status === "failed" || status === "skipped" ? status : "errored";
  const facts = [message, expected && `Expected: ${expected}`, actual && `Actual: ${actual}`];
  const { path, line = 1 } = location ?? {};
  return {
    ...{ status: known, label: known, group: kind, name: name || id, message: facts.filter(Boolean).join("\n") },
    durationMs: durationMs ?? undefined,
    place: path === undefined ? undefined : { file: formatPath(path), line },
  };
}
