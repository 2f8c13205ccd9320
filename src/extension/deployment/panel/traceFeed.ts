import type { ServiceClient } from "../../../client/client.ts";
import type { CallTrace } from "../../../contract/routes/recordingRoutes.ts";
import type { DeploymentPanelToWebview } from "../../../webview/protocol/deploymentPanelMessages.ts";
import { createTraceView } from "../../tools/model/createTraceCall.ts";

/** Posts the recorded calls of a deployment to its page. */
export function createTraceFeed(
  client: Pick<ServiceClient, "readTraces">,
  id: string,
  post: (message: DeploymentPanelToWebview) => void,
) {
  let startedAt: string | undefined;
  let known: readonly CallTrace[] = [];
  /** The page has no calls, or those of another recording. */
  let isStale = true;
  /** Reads the traces after the last one; all if another recording began. Returns whether there were new ones. */
  const read = async (signal: AbortSignal): Promise<boolean> => {
    const { recording, traces, hasMore } = await client.readTraces({ id, after: known.length }, { signal });
    if (signal.aborted) return false;
    const isOther = recording?.startedAt !== startedAt;
    startedAt = recording?.startedAt;
    if (isOther && known.length > 0) {
      known = [];
      isStale = true;
      return read(signal);
    }
    known = [...known, ...traces];
    if (isStale || traces.length > 0) post({ type: "traces", traces: traces.map(createTraceView), replaces: isStale });
    isStale = false;
    return (hasMore && (await read(signal))) || traces.length > 0;
  };
  return { read, find: (sequence: number) => known.find((trace) => trace.sequence === sequence) };
}
