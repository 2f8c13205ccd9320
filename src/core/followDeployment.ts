import type { Client } from "../api/client.ts";
import type { Deployment, DeploymentEvent } from "../contract/deployments.ts";
import type { WatchOutcome } from "./deploymentWatch.ts";

export interface Following {
  readonly deploymentId: string;
  /** The last sequence already known. */
  readonly after: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: DeploymentEvent) => void;
  /** Told when it serves, and again when it fails or ends. */
  readonly onOutcome: (outcome: Exclude<WatchOutcome, "left">, deployment: Deployment) => void;
}

/** Follows a deployment until nothing more can come; answers it as it ended, undefined when aborted. */
export async function followDeployment(client: Client, following: Following): Promise<Deployment | undefined> {
  const { deploymentId, after, signal, onEvent, onOutcome } = following;
  const read = () => client.call("deployment.get", { id: deploymentId }, { signal });
  let told: string | undefined;
  const tell = async (outcome: Exclude<WatchOutcome, "left"> | undefined, deployment?: Deployment) => {
    if (!outcome || outcome === told) return;
    told = outcome;
    onOutcome(outcome, deployment ?? (await read()));
  };
  for await (const event of client.events(deploymentId, { after, signal })) {
    onEvent(event);
    if (event.kind === "state") await tell(outcomeOf(event.data?.status));
  }
  if (signal.aborted) return undefined;
  const final = await read();
  await tell(outcomeOf(final.status), final);
  return final;
}

function outcomeOf(status: unknown): Exclude<WatchOutcome, "left"> | undefined {
  if (status === "running") return "live";
  if (status === "failed") return "failed";
  return status === "stopped" || status === "superseded" ? "ended" : undefined;
}
