import * as z from "zod";
import type { protocolChecks } from "../../../testcases/protocolChecks.ts";
import { modernProtocolVersion } from "../../mcp/mcpProtocolVersions.ts";
import type { SupportedEras } from "./detectSupportedEras.ts";
import { listTools } from "./listTools.ts";
import { discoverResultSchema, initializeResultSchema, toolResultSchema } from "./protocolSchemas.ts";
import { CaseNotRunError, formatCheckValue, parseProtocolResult, UnexpectedResultError } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

type CheckId = (typeof protocolChecks)[number]["id"];

export interface ProtocolCheckContext {
  readonly questioner: TargetClient;
  readonly eras: SupportedEras;
}

type Check = (parts: ProtocolCheckContext, signal: AbortSignal) => Promise<void>;

const unknownName = "fairlead_no_such_thing";
const methodNotFound = -32601;

/** What is asked of every server; each throws what it finds. */
const checks = {
  "protocol:discover": async ({ questioner, eras }, signal) => {
    eras.require("2026-07-28");
    const answer = await questioner.ask("2026-07-28", "server/discover", {}, signal);
    const { supportedVersions } = parseProtocolResult(
      "server/discover",
      answer,
      discoverResultSchema,
      "what the server is",
    );
    if (supportedVersions.includes(modernProtocolVersion)) return;
    const message = `The server answers as of ${modernProtocolVersion}, but does not list that version.`;
    throw new UnexpectedResultError(message, modernProtocolVersion, supportedVersions.join(", "));
  },
  "protocol:modern-tools": async ({ questioner, eras }, signal) => {
    eras.require("2026-07-28");
    await listTools(questioner, "2026-07-28", signal);
  },
  "protocol:initialize": async ({ questioner, eras }, signal) => {
    eras.require("2025-11-25");
    parseProtocolResult(
      "initialize",
      await questioner.hello(signal),
      initializeResultSchema,
      "a session of 2025-11-25",
    );
  },
  "protocol:legacy-tools": async ({ questioner, eras }, signal) => {
    eras.require("2025-11-25");
    await listTools(questioner, "2025-11-25", signal);
  },
  "protocol:unknown-method": async ({ questioner, eras }, signal) => {
    const { error, message, status } = await questioner.ask(eras.best, unknownName, {}, signal);
    if (error?.code === methodNotFound) return;
    const expected = `the error ${methodNotFound} (method not found)`;
    const actual = message === undefined ? `HTTP ${status}` : formatCheckValue(message);
    throw new UnexpectedResultError("A method that does not exist was not refused as one.", expected, actual);
  },
  "protocol:unknown-tool": async ({ questioner, eras }, signal) => {
    const params = { name: unknownName, arguments: {} };
    const answer = await questioner.ask(eras.best, "tools/call", params, signal, { "Mcp-Name": unknownName });
    if (answer.error) return;
    const expected = "an error, as one of the protocol or as a result";
    const { isError } = parseProtocolResult("tools/call", answer, toolResultSchema, expected);
    if (isError !== true)
      throw new UnexpectedResultError(
        "A tool that does not exist was called without an error.",
        expected,
        formatCheckValue(answer.message),
      );
  },
  "protocol:ping": async ({ questioner, eras }, signal) => {
    eras.require("2025-11-25");
    parseProtocolResult(
      "ping",
      await questioner.ask("2025-11-25", "ping", {}, signal),
      z.looseObject({}),
      "an empty result",
    );
  },
} as const satisfies Record<CheckId, Check>;

const all: ReadonlyMap<string, Check> = new Map(Object.entries(checks));

export async function runProtocolCheck(id: string, parts: ProtocolCheckContext, signal: AbortSignal): Promise<void> {
  const check = all.get(id);
  if (!check) throw new CaseNotRunError("There is no such check.");
  await check(parts, signal);
}
