import * as z from "zod";
import type { PlannedCase } from "../testPlan.ts";
import { listTools } from "./listTools.ts";
import { type AnyTool, anyToolSchema } from "./protocolSchemas.ts";
import { requestWithinTime } from "./requestWithinTime.ts";
import type { ProtocolCheckContext } from "./runProtocolCheck.ts";

/** The tools of the server under test; none where they cannot be listed, which the protocol's checks tell. */
export async function listKnownTools(
  { questioner, eras }: ProtocolCheckContext,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<readonly AnyTool[]> {
  const tools = await requestWithinTime((until) => listTools(questioner, eras.best, until), limitMs, signal);
  questioner.takeSeen();
  return z.array(anyToolSchema).parse(tools ?? []);
}

/** The cases of each tool; of tools of one name the first has them. */
export function listToolCases(tools: readonly AnyTool[]): PlannedCase[] {
  const names = [...new Set(tools.map(({ name }) => name))];
  const planned = (kind: string, title: (name: string) => string) =>
    names.map((name) => ({ id: `${kind}:${name}`, name: title(name), kind, location: null }));
  return [
    ...planned("schema", (name) => `${name}: its schemas are sound`),
    ...planned("smoke", (name) => `${name}: can be called`),
  ];
}
