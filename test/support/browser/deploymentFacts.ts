import type { DeploymentFacts } from "../../../src/webview/protocol/deploymentPanelMessages.ts";

/** The facts of a running deployment. */
export const deploymentFacts: DeploymentFacts = {
  ...{ serverName: "Petstore", version: "1.2.0", digest: "sha256:4f2a9c81b3d7e6f5", status: "running", isLive: true },
  ...{ message: "Faster search", triggeredBy: "Ada", createdAt: "2026-01-01T12:00:00.000Z" },
  ...{ startedAt: "2026-01-01T12:00:02.000Z", finishedAt: null, url: "http://127.0.0.1:4000/mcp/srv_1" },
  ...{ failure: null, live: null, earlier: null, isPreview: false, isStopped: false, isServerGone: false },
  ...{ canChooseRunner: false, isRunnerMissing: false },
};
