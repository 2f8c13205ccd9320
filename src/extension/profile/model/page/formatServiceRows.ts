import * as l10n from "@vscode/l10n";
import type { DialectProfile } from "../../../../contract/dialectProfile.ts";
import type { OperationName } from "../../../../contract/operations.ts";
import type { ServiceSamples } from "../../../../contract/profile/profileProposal.ts";
import type { ReadWithProfile } from "../../../../contract/profile/profileReading.ts";
import { readServiceId } from "../../../../contract/received.ts";
import { isRecord, type UnknownRecord } from "../../../../text/record.ts";
import type { ShownRowGroup } from "../../../../webview/protocol/compatibilityPanelMessages.ts";
import { formatState } from "../../../base/serviceState.ts";
import type { FormatServiceText } from "./formatServiceText.ts";

/** What a view shows: the list, the field with the name, and what an item belongs to. */
interface RowKind {
  readonly operation: OperationName;
  readonly kind: string;
  readonly title: string;
  readonly nameField: string;
  readonly hasStates: boolean;
  readonly owner?: { readonly field: string; readonly kind: string; readonly title: string };
}

const project = { field: "projectId", kind: "project", title: l10n.t("Project") };

const rowKinds: readonly RowKind[] = [
  { operation: "projects.list", kind: "project", title: l10n.t("Projects"), nameField: "name", hasStates: false },
  {
    ...{ operation: "servers.list", kind: "server", title: l10n.t("Servers"), nameField: "name", hasStates: true },
    owner: project,
  },
  {
    ...{ operation: "deployments.list", kind: "deployment", title: l10n.t("Deployments") },
    ...{ nameField: "version", hasStates: true },
    owner: { field: "serverId", kind: "server", title: l10n.t("Server") },
  },
  {
    ...{ operation: "skills.list", kind: "skill", title: l10n.t("Skills"), nameField: "name", hasStates: false },
    owner: project,
  },
  {
    operation: "registry.artifacts",
    kind: "artifact",
    title: l10n.t("Registry"),
    nameField: "name",
    hasStates: false,
  },
];

const mostRows = 5;

/** The first rows of each view as the profile says them, without what is only proposed. */
export async function formatServiceRows(
  readWithProfile: ReadWithProfile,
  profile: DialectProfile,
  samples: ServiceSamples,
  formatText: FormatServiceText,
): Promise<readonly ShownRowGroup[]> {
  const names = new Map<string, ReadonlyMap<string, string>>();
  const groups: ShownRowGroup[] = [];
  // Owners come before what belongs to them.
  for (const rowKind of rowKinds) {
    const { operation, kind, title, nameField, hasStates, owner } = rowKind;
    const wireItems = samples[operation] ?? [];
    if (wireItems.length === 0) continue;
    const items = await readItems(readWithProfile, profile, rowKind, wireItems);
    names.set(kind, new Map(items.flatMap((item) => nameOf(item, nameField))));
    const ownerNames = owner && names.get(owner.kind);
    const rows = items.slice(0, mostRows).map((item) => formatRow(item, rowKind, ownerNames, formatText));
    groups.push({ title, ownerTitle: owner?.title ?? null, hasStates, count: items.length, rows });
  }
  return groups;
}

async function readItems(
  readWithProfile: ReadWithProfile,
  profile: DialectProfile,
  { operation, kind }: RowKind,
  wireItems: readonly UnknownRecord[],
): Promise<readonly UnknownRecord[]> {
  const { items, fields } = await readWithProfile(profile, operation, wireItems);
  const isStateSaid = profile.kinds?.[kind]?.states !== undefined;
  // What no value says stands for what is missing, such as the id in place of a name.
  const isUsed = (field: string) =>
    field === "id" || (field === "status" && isStateSaid) || fields[field] !== undefined;
  return items.flatMap((item): readonly UnknownRecord[] =>
    item ? [Object.fromEntries(Object.entries(item).filter(([field]) => isUsed(field)))] : [],
  );
}

function nameOf(item: UnknownRecord, nameField: string): readonly (readonly [string, string])[] {
  const { id, [nameField]: name } = item;
  return typeof id === "string" && typeof name === "string" ? [[id, name]] : [];
}

function formatRow(
  item: UnknownRecord,
  { nameField, owner }: RowKind,
  ownerNames: ReadonlyMap<string, string> | undefined,
  formatText: FormatServiceText,
): ShownRowGroup["rows"][number] {
  const textOf = (field: string) => {
    const value = item[field];
    return typeof value === "string" && value !== "" ? formatText(field, value) : null;
  };
  const ownerId = owner && item[owner.field];
  const ownerName = typeof ownerId === "string" ? (ownerNames?.get(ownerId) ?? ownerId) : null;
  const id = typeof item.id === "string" ? (readServiceId(item.id) ?? null) : null;
  return {
    name: textOf(nameField),
    id: id === null ? null : formatText("id", id),
    status: formatStatus(item.status, formatText),
    owner: ownerName === null ? null : formatText("owner", ownerName),
  };
}

function formatStatus(status: unknown, formatText: FormatServiceText): ShownRowGroup["rows"][number]["status"] {
  if (typeof status === "string") return { text: formatState(status) ?? status, state: status };
  if (!isRecord(status) || typeof status.unknown !== "string") return null;
  const words = formatState({ unknown: status.unknown });
  return words === undefined ? null : { text: formatText("status", words), state: null };
}
