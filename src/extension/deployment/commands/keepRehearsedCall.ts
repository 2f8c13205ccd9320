import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../client/client.ts";
import type { RehearsedCall } from "../../../contract/routes/previewRoutes.ts";
import type { Server } from "../../../contract/servers.ts";
import { tryParseExactJson } from "../../../text/number/readExactJson.ts";
import type { ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { keepToolCase } from "../../tools/commands/keepToolCase.ts";
import { createTraceCall } from "../../tools/model/createTraceCall.ts";
import type { ToolCall } from "../../tools/model/runningToolCall.ts";
import type { ToolsServices } from "../../tools/toolsServices.ts";
import { describeRehearsedCall } from "../model/formatRehearsal.ts";

export type KeepRehearsedCallContext = ConnectedServices & Pick<ToolsServices, "toolCalls">;

/** The call cannot be kept. The message says why. */
class KeptCallError extends Error {
  override readonly name = "KeptCallError";
}

/** Calls whose answers differ, but for cases with recorded answers, which are in the case file. */
export const listKeepableCalls = (calls: readonly RehearsedCall[]): readonly RehearsedCall[] =>
  calls.filter((call) => /^(differs|fails)$/.test(call.outcome) && !(call.case !== undefined && call.replayed));

/** Adds one of the calls, as the live version answers it, to the case file of the server. */
export async function keepRehearsedCall(
  app: KeepRehearsedCallContext,
  client: ServiceClient,
  server: Server,
  calls: readonly RehearsedCall[],
): Promise<void> {
  const picked = await app.prompts.pick({
    title: l10n.t("Keep as Test Case"),
    placeholder: l10n.t("Which call? The case expects what the live version answers"),
    choices: calls.map((call) => ({ ...describeRehearsedCall(call), value: call })),
  });
  if (picked === undefined) return;
  const connection = app.connections.active()?.id ?? "";
  const subject = { server: { kind: "deployed", connection, id: server.id }, tool: picked.tool } as const;
  const call =
    picked.case === undefined
      ? await readRecordedCall(client, server, picked)
      : await callAgain(app.toolCalls, subject, picked);
  if (!call) throw new KeptCallError(l10n.t("This call cannot be kept: it is no longer recorded as it was rehearsed."));
  const differing = picked.differences.map(({ path }) => path);
  await keepToolCase(app, subject, call, differing);
}

/** undefined: another recording has begun, or its result was not recorded. */
async function readRecordedCall(
  client: ServiceClient,
  { liveDeploymentId: id }: Server,
  { sequence, tool, arguments: input }: RehearsedCall,
): Promise<ToolCall | undefined> {
  if (!id) return undefined;
  const [trace] = (await client.readTraces({ id, after: sequence - 1 })).traces;
  return trace?.tool === tool && trace.arguments === input ? createTraceCall(trace) : undefined;
}

const argumentsSchema = z.record(z.string(), z.unknown());

/** A call that only reads. It is in the list of the tool's page, too. */
async function callAgain(
  toolCalls: ToolsServices["toolCalls"],
  subject: ToolPanelSubject,
  { arguments: input = "" }: RehearsedCall,
): Promise<ToolCall | undefined> {
  await toolCalls.call(subject, argumentsSchema.parse(tryParseExactJson(input)));
  return toolCalls.list(subject)[0];
}
