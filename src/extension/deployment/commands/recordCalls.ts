import * as l10n from "@vscode/l10n";
import { recordingLimits } from "../../../contract/routes/recordingEnds.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { DeploymentServices } from "../deploymentServices.ts";
import { isRecording, readRecording } from "../model/readRecording.ts";
import { findDeployment } from "./findDeployment.ts";

type RecordingContext = ConnectedServices & Pick<DeploymentServices, "showDeployment">;

/** The service cannot record the deployment. The message says why. */
class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** Records the calls of a live deployment, and shows them; stops the recording that there is. */
export const recordCalls: CommandHandler<RecordingContext> = async (app, target) => {
  const found = await findDeployment(app, target, l10n.t("Record Calls"));
  if (!found) return;
  const { client, serverName } = found;
  // A row may be older than the recording.
  const deployment = await client.call("deployment.get", { id: found.deployment.id });
  const name = joinWords(serverName, deployment.version);
  if (readRecording(deployment) === undefined)
    throw new RecordingError(l10n.t`The service of ${name} records no calls. Use Fairlead's own service for that.`);
  if (isRecording(deployment)) {
    const { calls } = await client.changeRecording(deployment.id, false);
    app.refresh("fairlead.deployments", "fairlead.servers");
    const count = formatQuantity(calls, l10n.t("call"), l10n.t("calls"));
    const rest = l10n.t("What was recorded stays until the next recording.");
    app.messages.status(joinWords(l10n.t`Stopped recording ${name}: ${count}.`, rest));
    return;
  }
  const { minutes, calls } = recordingLimits;
  const detail = l10n.t`Each call through the gateway is kept in the memory of the service: arguments, result and, for generated servers, the requests to the API. Secrets are masked. Everyone whose key may read sees the calls. The recording ends by itself after ${minutes} minutes or ${calls} calls.`;
  const message = l10n.t`Record the calls of ${name}?`;
  if (!(await app.prompts.confirm({ message, detail, action: l10n.t("Start Recording") }))) return;
  await client.changeRecording(deployment.id, true);
  app.refresh("fairlead.deployments", "fairlead.servers");
  app.showDeployment(deployment, serverName);
};
