import * as z from "zod";
import type { protocolChecks } from "../../../testcases/protocolChecks.ts";
import { modernProtocolVersion } from "../../mcp/mcpProtocolVersions.ts";
import { listTools } from "./callTool.ts";
import type { SupportedEras } from "./detectSupportedEras.ts";
import { discoverResultSchema, initializeResultSchema, toolResultSchema } from "./protocolSchemas.ts";
import { CaseNotRunError, formatCheckValue, parseProtocolResult, UnexpectedResultError } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

type CheckId = (typeof protocolChecks)[number]["id"];

export interface ProtocolCheckContext {
  readonly client: TargetClient;
  readonly eras: SupportedEras;
}

type Check = (checkContext: ProtocolCheckContext, signal: AbortSignal) => Promise<void>;

const unknownName = "fairlead_no_such_thing";
const methodNotFound = -32601;

/** The checks of every server. Each throws its finding. */
const checks = {
  "protocol:discover": async ({ client, eras }, signal) => {
    eras.require("2026-07-28");
    const response = await client.request("2026-07-28", "server/discover", {}, signal);
    const { supportedVersions } = parseProtocolResult(
      "server/discover",
      response,
      discoverResultSchema,
      "what the server is",
    );
    if (supportedVersions.includes(modernProtocolVersion)) return;
    const message = `The server responds in version ${modernProtocolVersion}, but does not list that version.`;
    throw new UnexpectedResultError(message, modernProtocolVersion, supportedVersions.join(", "));
  },
  "protocol:modern-tools": async ({ client, eras }, signal) => {
    eras.require("2026-07-28");
    await listTools(client, "2026-07-28", signal);
  },
  "protocol:initialize": async ({ client, eras }, signal) => {
    eras.require("2025-11-25");
    parseProtocolResult(
      "initialize",
      await client.requestInitialize(signal),
      initializeResultSchema,
      "a session of 2025-11-25",
    );
  },
  "protocol:legacy-tools": async ({ client, eras }, signal) => {
    eras.require("2025-11-25");
    await listTools(client, "2025-11-25", signal);
  },
  "protocol:unknown-method": async ({ client, eras }, signal) => {
    const { error, message, status } = await client.request(eras.best, unknownName, {}, signal);
    if (error?.code === methodNotFound) return;
    const expected = `the error ${methodNotFound} (method not found)`;
    const actual = message === undefined ? `HTTP ${status}` : formatCheckValue(message);
    throw new UnexpectedResultError("The server did not reject a method that does not exist.", expected, actual);
  },
  "protocol:unknown-tool": async ({ client, eras }, signal) => {
    const params = { name: unknownName, arguments: {} };
    const response = await client.request(eras.best, "tools/call", params, signal, { "Mcp-Name": unknownName });
    if (response.error) return;
    const expected = "an error, as one of the protocol or as a result";
    const { isError } = parseProtocolResult("tools/call", response, toolResultSchema, expected);
    if (isError !== true)
      throw new UnexpectedResultError(
        "The server called a tool that does not exist without an error.",
        expected,
        formatCheckValue(response.message),
      );
  },
  "protocol:ping": async ({ client, eras }, signal) => {
    eras.require("2025-11-25");
    parseProtocolResult(
      "ping",
      await client.request("2025-11-25", "ping", {}, signal),
      z.looseObject({}),
      "an empty result",
    );
  },
} as const satisfies Record<CheckId, Check>;

const checksById: ReadonlyMap<string, Check> = new Map(Object.entries(checks));

export async function runProtocolCheck(
  id: string,
  checkContext: ProtocolCheckContext,
  signal: AbortSignal,
): Promise<void> {
  const check = checksById.get(id);
  if (!check) throw new CaseNotRunError("This check does not exist.");
  await check(checkContext, signal);
}
