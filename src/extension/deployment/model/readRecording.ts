import type { Deployment } from "../../../contract/deployments.ts";
import { type Recording, recordingSchema } from "../../../contract/routes/recordingRoutes.ts";

/** The recording of a deployment's calls. null: there is none; undefined: its service records no calls. */
export function readRecording({ recording }: Pick<Deployment, "recording">): Recording | null | undefined {
  return recording === null ? null : recordingSchema.safeParse(recording).data;
}

export function isRecording(deployment: Pick<Deployment, "recording">): boolean {
  return readRecording(deployment)?.endedAt === null;
}
