import { createHash } from "node:crypto";
import * as z from "zod";
import type { ServiceContext } from "../../context.ts";
import { jsonColumn } from "../../storage/rows/jsonColumn.ts";
import { readServiceSetting, writeServiceSetting } from "../../storage/serviceSettings.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";

/** Tools by name, each with the hash of its whole definition: what a model reads and the user once saw. */
export type ToolDigests = Readonly<Record<string, string>>;

const pinsSchema = jsonColumn(z.object({ deploymentId: z.string(), tools: z.record(z.string(), z.string()) }));
/** Beyond so many, what is not pinned one by one is pinned as a whole. */
const mostPinned = 2000;
const mostNamed = 5;

export function createToolDigests(tools: readonly unknown[]): ToolDigests {
  const found = new Map<string, string>();
  const rest: string[] = [];
  for (const tool of tools) {
    const named = z.looseObject({ name: z.string() }).safeParse(tool).data?.name ?? "";
    const digest = hash(JSON.stringify(tool) ?? "");
    if (found.size < mostPinned && !found.has(named)) found.set(named, digest);
    else rest.push(digest);
  }
  if (rest.length > 0) found.set("...", hash(rest.join("")));
  return Object.fromEntries(found);
}

/** Compares what a server offers with what it offered when last seen, tells what has changed, and pins it anew. */
export function pinTools(
  { db }: Pick<ServiceContext, "db">,
  events: Pick<DeploymentEventLog, "enqueue">,
  { id, serverId }: { readonly id: string; readonly serverId: string },
  tools: ToolDigests,
): void {
  const name = `tools ${serverId}` as const;
  const text = readServiceSetting(db, name);
  const pinned = text === undefined ? undefined : pinsSchema.parse(text);
  const changes = pinned ? changesOf(pinned.tools, tools) : [];
  if (pinned && changes.length === 0) return;
  writeServiceSetting(db, name, JSON.stringify({ deploymentId: id, tools }));
  if (!pinned) return;
  const meanwhile = pinned.deploymentId === id;
  const when = meanwhile
    ? "The tools changed while the server runs"
    : "The tools are not those of the deployment before";
  const message = `${when}: ${changes.join("; ")}. Read their descriptions before a model uses them.`;
  events.enqueue(id, { kind: "health", level: meanwhile ? "warning" : "info", message, data: { tools: "changed" } });
}

function changesOf(before: ToolDigests, now: ToolDigests): string[] {
  const [old, made] = [new Map(Object.entries(before)), new Map(Object.entries(now))];
  const groups = {
    added: [...made.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !made.has(name)),
    changed: [...made.keys()].filter((name) => old.has(name) && old.get(name) !== made.get(name)),
  };
  return Object.entries(groups).flatMap(([what, names]) => (names.length === 0 ? [] : [`${what} ${listed(names)}`]));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => (name.length > 64 ? `${name.slice(0, 64)}…` : name));
  return names.length > mostNamed ? `${shown.join(", ")} and ${names.length - mostNamed} more` : shown.join(", ");
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
