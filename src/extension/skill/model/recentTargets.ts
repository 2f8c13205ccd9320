import * as z from "zod";
import type { Memory } from "../../base/ports.ts";
import type { InstallTarget } from "./installTargets.ts";

const name = "skillTargets";
const rememberedSchema = z.array(z.string()).catch([]);

/** Identifies a target across windows. */
export const formatTargetKey = ({ scope, agent, rootName }: InstallTarget) => `${scope} ${agent} ${rootName ?? ""}`;

/** The targets of this workspace's last installation. */
export function readRecentTargets(memory: Memory): ReadonlySet<string> {
  return new Set(rememberedSchema.parse(memory.read("workspace", name)));
}

export function saveRecentTargets(memory: Memory, targets: readonly InstallTarget[]): Promise<void> {
  return memory.write("workspace", name, targets.map(formatTargetKey));
}
