import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import { UnauthorizedError } from "../../client/errors.ts";
import { endSentence } from "../../text/language/endSentence.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { type Check, formatCheckJson, formatReportLines, isFailedCheck } from "../report/checkReport.ts";
import { isServiceNode, oldestServiceNode, readServiceAddress, withClient } from "../service/withClient.ts";
import { withTemporaryService } from "../service/withTemporaryService.ts";

export const doctorCommand = defineCommand({
  help: "Checks what the other commands need: Node, the service and its key, the sandbox and containers. Without FAIRLEAD_URL it checks a local service, which it starts and ends.",
  example: "fairlead doctor",
  operands: [],
  options: z.object({}),
  run: async (_, context) => {
    const checks = [checkNode(), ...(isServiceNode() ? await checkService(context) : [])];
    const ok = !checks.some(isFailedCheck);
    const lines = formatReportLines({ title: "Fairlead", checks });
    return { ok, lines, json: { ok, checks: checks.map(formatCheckJson) } };
  },
});

function createCheck(status: Check["status"], name: string, message: string): Check {
  return { status, label: status === "passed" ? "ok" : status, group: "doctor", name, message };
}

function checkNode(): Check {
  const { node } = process.versions;
  if (isServiceNode()) return createCheck("passed", "Node", node);
  const advice = `Install Node ${oldestServiceNode} or newer: only gate and generate run with this one.`;
  return createCheck("failed", "Node", `${node}. ${advice}`);
}

async function checkService(context: CommandContext): Promise<readonly Check[]> {
  const check = (address: { readonly url: string; readonly key: string }) =>
    withClient(address, (client) => checkClient(client, address.url, context.signal));
  try {
    if (!context.environment.FAIRLEAD_URL) return await withTemporaryService(context, check);
    return await check(readServiceAddress(context.environment));
  } catch (error) {
    context.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof UnauthorizedError)) return [createCheck("failed", "Service", message)];
    return [createCheck("passed", "Service", "It answers."), createCheck("failed", "Key", message)];
  }
}

async function checkClient(client: ServiceClient, url: string, signal: AbortSignal): Promise<readonly Check[]> {
  const me = await client.call("me.get", {}, { signal });
  const { runners = [] } = await client.call("organization.get", {}, { signal });
  const { sandbox, reason, remedy } = me.confinement ?? {};
  const isConfined = sandbox !== undefined && sandbox !== "none";
  const advice =
    [reason, remedy]
      .map((text) => endSentence(text ?? ""))
      .join(" ")
      .trim() || "The service does not say what confines servers.";
  return [
    createCheck("passed", "Service", url),
    createCheck("passed", "Key", [me.name, me.key?.scopes?.join(", ")].filter(Boolean).join(": ")),
    createCheck(isConfined ? "passed" : "warning", "Sandbox", isConfined ? sandbox : advice),
    ...runners.map(({ kind, available, description }) =>
      createCheck(available ? "passed" : "skipped", `Servers as ${kind}`, description ?? ""),
    ),
  ];
}
