import { createHash } from "node:crypto";
import * as z from "zod";
import type { ServiceContext } from "../../context.ts";
import { jsonColumn } from "../../storage/rows/jsonColumn.ts";
import { readServiceSetting, writeServiceSetting } from "../../storage/serviceSettings.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";

/** Tools by name with the hash of the whole definition, which the model reads and the user has seen. */
export type ToolDigests = Readonly<Record<string, string>>;

const pinsSchema = jsonColumn(z.object({ deploymentId: z.string(), tools: z.record(z.string(), z.string()) }));
/** Tools beyond this number share one combined hash. */
const maxPinnedTools = 2000;
const maxListedNames = 5;
/** Characters. The specification allows 128. */
const maxNameLength = 256;

/** `clean` masks secrets in names. A name that another tool has, also because both are cut, joins the combined hash. */
export function createToolDigests(tools: readonly unknown[], clean: (text: string) => string): ToolDigests {
  const digests = new Map<string, string>();
  const rest: string[] = [];
  for (const tool of tools) {
    const name = clean(z.looseObject({ name: z.string() }).safeParse(tool).data?.name ?? "").slice(0, maxNameLength);
    const digest = hash(JSON.stringify(tool) ?? "");
    if (digests.size < maxPinnedTools && !digests.has(name)) digests.set(name, digest);
    else rest.push(digest);
  }
  if (rest.length > 0) digests.set("...", hash(rest.join("")));
  return Object.fromEntries(digests);
}

/** Compares a server's tools with its last known ones, records changes as an event and saves the new ones. */
export function pinTools(
  { db }: Pick<ServiceContext, "db">,
  events: Pick<DeploymentEventLog, "enqueue">,
  { id, serverId }: { readonly id: string; readonly serverId: string },
  tools: ToolDigests,
): void {
  const name = `tools ${serverId}` as const;
  const text = readServiceSetting(db, name);
  const pinned = text === undefined ? undefined : pinsSchema.parse(text);
  const changes = pinned ? listChanges(pinned.tools, tools) : [];
  if (pinned && changes.length === 0) return;
  writeServiceSetting(db, name, JSON.stringify({ deploymentId: id, tools }));
  if (!pinned) return;
  const isSameDeployment = pinned.deploymentId === id;
  const summary = isSameDeployment
    ? "The tools changed while the server was running"
    : "The tools differ from those of the previous deployment";
  const message = `${summary}: ${changes.join("; ")}. Read their descriptions before a model uses them.`;
  events.enqueue(id, {
    kind: "health",
    level: isSameDeployment ? "warning" : "info",
    message,
    data: { tools: "changed" },
  });
}

function listChanges(previousTools: ToolDigests, currentTools: ToolDigests): string[] {
  const [previous, current] = [new Map(Object.entries(previousTools)), new Map(Object.entries(currentTools))];
  const groups = {
    added: [...current.keys()].filter((name) => !previous.has(name)),
    removed: [...previous.keys()].filter((name) => !current.has(name)),
    changed: [...current.keys()].filter((name) => previous.has(name) && previous.get(name) !== current.get(name)),
  };
  return Object.entries(groups).flatMap(([kind, names]) =>
    names.length === 0 ? [] : [`${kind} ${formatNames(names)}`],
  );
}

function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, maxListedNames).map((name) => (name.length > 64 ? `${name.slice(0, 64)}…` : name));
  return names.length > maxListedNames
    ? `${shown.join(", ")} and ${names.length - maxListedNames} more`
    : shown.join(", ");
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
