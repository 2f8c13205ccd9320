import type { ServiceClient } from "../../../../src/client/client.ts";
import { readErrorMessage } from "../../../../src/extension/base/failure.ts";
import { createEventFeed } from "../../../../src/extension/deployment/panel/eventFeed.ts";
import type { EventRow } from "../../../../src/webview/protocol/deploymentPanelMessages.ts";

/** The time in which more events than expected may arrive. */
const graceMs = 500;
const mostMs = 60_000;

/** The rows that the panel of a deployment gets. The stream of a deployment that is not finished does not end. */
export async function readShownEvents(
  client: ServiceClient,
  deploymentId: string,
  expected: number,
): Promise<{ readonly rows: readonly EventRow[]; readonly problem: string | undefined }> {
  const rows: EventRow[] = [];
  let problem: string | undefined;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const finish = () => setTimeout(resolve, graceMs);
  const feed = createEventFeed({
    ...{ client, deploymentId, after: 0, onEvent: () => {} },
    post: (added) => {
      rows.push(...added);
      if (rows.length >= expected) finish();
    },
    onStreamState: (state) => {
      if (state === "unsupported") problem = "the service has no events";
      if (state === "ended" || state === "unsupported") finish();
    },
    onFailure: (error) => {
      problem = readErrorMessage(error);
      finish();
    },
  });
  feed.start();
  const timer = setTimeout(resolve, mostMs);
  await ended;
  clearTimeout(timer);
  feed.stop();
  return { rows, problem };
}
