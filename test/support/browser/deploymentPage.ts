import type {
  DeploymentFacts,
  DeploymentPanelToWebview,
  EventRow,
} from "../../../src/webview/protocol/deploymentPanelMessages.ts";
import { deploymentFacts } from "./deploymentFacts.ts";
import { createTestEventRows } from "./eventRows.ts";
import type { OpenPage, startPageFixture } from "./pageFixture.ts";
import type { PageTheme } from "./pageThemes.ts";

export const deploymentSubject = {
  connectionId: "local",
  deploymentId: "dep_1",
  serverName: "Petstore",
  version: "1.2.0",
};
const history = Array.from({ length: 40 }, (_, index) => ({
  at: new Date(Date.UTC(2026, 0, 1, 12) + index * 15_000).toISOString(),
  status: index > 20 && index < 25 ? "unhealthy" : "healthy",
  latencyMs: index > 20 && index < 25 ? null : 10 + (index % 7),
}));
const health: DeploymentPanelToWebview = {
  type: "health",
  health: {
    ...{
      status: "degraded",
      checkedAt: "2026-01-01T12:10:00.000Z",
      latencyMs: 12,
      uptimeMs: 61_000,
      restarts: 1,
      history,
    },
    checks: [
      { name: "process", status: "healthy", message: "runs as process 4711", latencyMs: null },
      { name: "tools", status: "degraded", message: "lists no tools", latencyMs: 12 },
    ],
  },
};
const tests: DeploymentPanelToWebview = {
  type: "tests",
  run: {
    ...{ id: "run_1", status: "failed", statusDetail: null, isPartial: false, triggeredBy: "Ada" },
    createdAt: "2026-01-01T12:00:00.000Z",
    summary: { total: 3, passed: 2, failed: 1, skipped: 0, errored: 0, durationMs: 1400 },
    cases: [{ id: "smoke:a", name: "find_pets answers", kind: "smoke", status: "failed", message: "`id` is missing." }],
  },
};
export const otherDeploymentSubject = {
  ...{ id: "dep_0", version: "1.1.0", status: "superseded", isLive: false, isSame: false },
  ...{ createdAt: "2026-01-01T11:00:00.000Z", triggeredBy: "Ada", message: null },
};
export const failedDeploymentFacts: Partial<DeploymentFacts> = {
  ...{ status: "failed", isLive: false, url: null, live: { id: "dep_0", version: "1.1.0" } },
  earlier: { id: "dep_0", version: "1.1.0" },
  failure: { step: "start", message: "It ended with code 3.", log: ["starting", "the database is locked"] },
};

export interface DeploymentPageOptions {
  readonly theme?: PageTheme;
  readonly width?: number;
  readonly height?: number;
  readonly state?: unknown;
  readonly facts?: Partial<DeploymentFacts>;
  readonly rows?: readonly EventRow[];
}

/** Opens the page of a deployment and posts all kinds of messages. */
export async function openDeploymentPage(
  fixture: Awaited<ReturnType<typeof startPageFixture>>,
  { facts = {}, rows = createTestEventRows(60), ...pageOptions }: DeploymentPageOptions = {},
): Promise<OpenPage> {
  const open = await fixture.open({ subject: deploymentSubject, width: 700, ...pageOptions });
  const all: readonly DeploymentPanelToWebview[] = [
    { type: "facts", facts: { ...deploymentFacts, ...facts } },
    { type: "events", rows: [...rows] },
    { type: "streamState", state: "live" },
    health,
    tests,
    { type: "others", others: [otherDeploymentSubject] },
  ];
  for (const message of all) await open.post(message);
  await open.page.getByText(" · live").waitFor();
  return open;
}
