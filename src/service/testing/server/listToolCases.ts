import * as z from "zod";
import type { PlannedCase } from "../testPlan.ts";
import { listTools } from "./listTools.ts";
import { type AnyTool, anyTool } from "./protocolSchemas.ts";
import { firstLook } from "./requestWithinTime.ts";
import type { ProtocolParts } from "./runProtocolCheck.ts";

/** The tools of the server under test; none where they cannot be listed, which the protocol's checks tell. */
export async function knownTools(
  { questioner, eras }: ProtocolParts,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<readonly AnyTool[]> {
  const tools = await firstLook((until) => listTools(questioner, eras.best, until), limitMs, signal);
  questioner.takeSeen();
  return z.array(anyTool).parse(tools ?? []);
}

/** The cases of each tool; of tools of one name the first has them. */
export function toolCases(tools: readonly AnyTool[]): PlannedCase[] {
  const names = [...new Set(tools.map(({ name }) => name))];
  const planned = (kind: string, title: (name: string) => string) =>
    names.map((name) => ({ id: `${kind}:${name}`, name: title(name), kind, location: null }));
  return [
    ...planned("schema", (name) => `${name}: its schemas are sound`),
    ...planned("smoke", (name) => `${name}: can be called`),
  ];
}
