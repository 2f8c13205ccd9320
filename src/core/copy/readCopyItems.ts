import type { CallOptions } from "../../client/client.ts";
import type { Project } from "../../contract/projects.ts";
import { readServiceId } from "../../contract/received.ts";
import type { Server } from "../../contract/servers.ts";
import type { Skill } from "../../contract/skills.ts";
import { type Availability, readAvailable } from "../foundation/unavailability.ts";
import { waitForGeneration } from "../server/waitForGeneration.ts";
import { type CopyEnd, mostCalls, readVersionContent } from "./copyEnd.ts";
import type { CopyItem, CopyVersion, ServerSettings } from "./copyItem.ts";
import { generationWait } from "./generationWait.ts";
import { mapConcurrently } from "./mapConcurrently.ts";
import { isSameVersion } from "./matchItems.ts";
import { readSetLimits } from "./planLimits.ts";
import { hasNoVersion, readItemVersions } from "./readItemVersions.ts";

/** What the user selected. */
export type CopySelection =
  | { readonly kind: "project"; readonly project: Pick<Project, "id" | "name" | "description"> }
  | { readonly kind: "server" | "skill"; readonly id: string };

/** What a service has of the selection, or in a project. */
export interface CopyInventory {
  /** Oldest first. */
  readonly items: readonly CopyItem[];
  /** Why a list cannot be read. */
  readonly missing: readonly string[];
}

interface UnversionedItem {
  readonly item: CopyItem;
  /** The version that the service says is the latest, and its digest. */
  readonly latest: CopyVersion | undefined;
  /** The service says that there is no version yet. */
  readonly hasNoVersion: boolean;
}

/** The selected items, with their versions. */
export async function readSelectedItems(
  end: CopyEnd,
  selection: readonly CopySelection[],
  signal: AbortSignal,
): Promise<CopyInventory> {
  const parts = await mapConcurrently(mostCalls, selection, (selected) => listItems(end, selected, signal));
  const items = await readAllVersions(
    end,
    parts.flatMap((part) => part.items),
    signal,
  );
  return { items, missing: [...new Set(parts.flatMap(({ missing }) => missing))] };
}

/** The items of a project that may be copies of others, with their versions. */
export async function readExistingItems(
  end: CopyEnd,
  projectId: string,
  copied: readonly CopyItem[],
  signal: AbortSignal,
): Promise<readonly CopyItem[]> {
  const project = { id: projectId, name: "", description: undefined };
  const { items } = await listItems(end, { kind: "project", project }, signal);
  const similar = items.filter((one) => copied.some((item) => mayBeCopy(one, item)));
  return readAllVersions(end, similar, signal);
}

function mayBeCopy({ item, latest }: UnversionedItem, copied: CopyItem): boolean {
  if (item.kind !== copied.kind) return false;
  if (item.name === copied.name || (item.slug !== undefined && item.slug === copied.slug)) return true;
  return latest !== undefined && copied.versions.some((version) => isSameVersion(version, latest));
}

/** Computes the digests of the versions that both have, where a service does not say them. */
export async function completeDigests(
  end: CopyEnd,
  items: readonly CopyItem[],
  others: readonly CopyItem[],
  signal: AbortSignal,
): Promise<readonly CopyItem[]> {
  const numbers = new Set(others.flatMap(({ versions }) => versions.map(({ version }) => version)));
  return mapConcurrently(mostCalls, items, async (item): Promise<CopyItem> => {
    const { artifactId } = item;
    if (artifactId === undefined) return item;
    const versions: CopyVersion[] = [];
    for (const one of item.versions) {
      const isNeeded = one.digest === undefined && numbers.has(one.version);
      const digest = isNeeded ? (await readVersionContent(end, artifactId, one.version, signal)).digest : one.digest;
      versions.push({ ...one, digest });
    }
    return { ...item, versions };
  });
}

async function listItems(end: CopyEnd, selected: CopySelection, signal: AbortSignal) {
  const filter = selected.kind === "project" ? { projectId: selected.project.id } : { id: selected.id };
  const servers = selected.kind === "skill" ? none : await readAvailable(listServers(end, filter, { signal }));
  const skills = selected.kind === "server" ? none : await readAvailable(listSkills(end, filter, { signal }));
  const lists = [servers, skills];
  return {
    items: lists.flatMap((list) => (list.kind === "available" ? list.value : [])),
    missing: lists.flatMap((list) => (list.kind === "available" ? [] : [list.reason.message])),
  };
}

const none: Availability<readonly UnversionedItem[]> = { kind: "available", value: [] };

type Filter = { readonly projectId: string } | { readonly id: string };

async function listServers({ client }: CopyEnd, filter: Filter, options: CallOptions & { signal: AbortSignal }) {
  const found: UnversionedItem[] = [];
  for await (const listed of client.list("servers.list", { ...filter, limit: 200 }, options)) {
    if ("id" in filter && listed.id !== filter.id) continue;
    // An interrupted copy may still be at work on its last version.
    const isBusy = listed.status === "generating";
    const server = isBusy ? await waitForGeneration(client, listed, options.signal, generationWait) : listed;
    found.push({ item: toServerItem(server), latest: undefined, hasNoVersion: hasNoVersion(server) });
  }
  return found.reverse();
}

async function listSkills({ client, speaksContract }: CopyEnd, filter: Filter, options: CallOptions) {
  const found: UnversionedItem[] = [];
  for await (const skill of client.list("skills.list", { ...filter, limit: 200 }, options)) {
    if ("id" in filter && skill.id !== filter.id) continue;
    const { latestVersion: version, digest } = skill;
    const latest = version ? { version, digest: speaksContract ? digest : undefined } : undefined;
    found.push({ item: toSkillItem(skill), latest, hasNoVersion: hasNoVersion(skill) });
  }
  return found.reverse();
}

function toServerItem(server: Server): CopyItem {
  const { id, name, slug, description, source, accounts = [], liveDeploymentId, runsOn } = server;
  return {
    ...{ kind: "server", id, name, slug, description, versions: [] },
    artifactId: readServiceId(server.artifactId ?? undefined),
    hasDraft: Boolean(source),
    settings: readSettings(server),
    connectedAccounts: accounts.flatMap(({ scheme, status }) => (status === "connected" ? [scheme] : [])),
    isDeployed: Boolean(liveDeploymentId),
    hasRunner: Boolean(runsOn),
    hasDocument: source?.kind === "openapi",
  };
}

function readSettings(server: Server): ServerSettings {
  const { environment = {}, allowedHosts } = server;
  const entries = Object.entries(environment);
  return {
    values: Object.fromEntries(entries.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))),
    secrets: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
    allowedHosts,
    limits: readSetLimits(server),
  };
}

function toSkillItem({ id, name, description, artifactId, latestVersion }: Skill): CopyItem {
  return {
    ...{ kind: "skill", id, name, slug: undefined, description, versions: [] },
    artifactId: readServiceId(artifactId ?? undefined),
    hasDraft: latestVersion === null,
    settings: { values: {}, secrets: [], allowedHosts: undefined, limits: undefined },
    ...{ connectedAccounts: [], isDeployed: false, hasRunner: false, hasDocument: false },
  };
}

function readAllVersions(
  end: CopyEnd,
  items: readonly UnversionedItem[],
  signal: AbortSignal,
): Promise<readonly CopyItem[]> {
  return mapConcurrently(mostCalls, items, async ({ item, hasNoVersion: isEmpty }): Promise<CopyItem> => {
    return isEmpty ? item : { ...item, ...(await readItemVersions(end, item, signal)) };
  });
}
