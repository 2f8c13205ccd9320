import type { Polling } from "../../../src/extension/base/polling.ts";
import {
  type DeploymentOutcome,
  DeploymentWatches,
} from "../../../src/extension/deployment/model/deploymentWatches.ts";
import type { JudgedEditor } from "./editor.ts";

/** The watches of a window, whose only listener is `announce`. */
export function createDeploymentWatches(
  { client, memory, connections }: JudgedEditor,
  polling: Polling,
  announce: (outcome: DeploymentOutcome) => void,
): DeploymentWatches {
  const none = () => {};
  return new DeploymentWatches({
    ...{ memory, polling, announce, write: none, log: { info: none, warning: none, error: none, show: none } },
    client: async () => client,
    connectionId: () => connections.active()?.id,
  });
}
