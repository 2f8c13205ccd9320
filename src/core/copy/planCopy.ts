import type { OperationName } from "../../contract/operations.ts";
import type { CopyItem, CopyVersion, ReadingObstacle } from "./copyItem.ts";
import { countEqualVersions, isSameVersion, matchItems } from "./matchItems.ts";
import { type LimitsChange, type LimitsPlan, planLimits } from "./planLimits.ts";

/** Why an item is not copied. */
export type CopyRefusal =
  | { readonly kind: "noVersion" }
  /** The service of the copy cannot make such items. */
  | { readonly kind: "notOffered"; readonly operation: OperationName }
  /** The versions of the item, or of its copy, cannot be read. */
  | ReadingObstacle
  /** The copy has content that no version has. */
  | { readonly kind: "draft" }
  /** The copy has other files under the same version. */
  | { readonly kind: "otherFiles"; readonly version: string }
  /** The copy has a version that the item does not have, so that new ones would not be the latest. */
  | { readonly kind: "otherVersion"; readonly version: string };

/** Settings that the copy lacks. What it has already is never changed. */
export interface SettingsChange {
  readonly values: Readonly<Record<string, string>>;
  /** The whole list; undefined: it lacks none. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly limits: LimitsChange | undefined;
}

/** What is to be done for one server or skill. */
export interface ItemPlan {
  readonly item: CopyItem;
  /** What is there already. */
  readonly existing: CopyItem | undefined;
  readonly refusal: CopyRefusal | undefined;
  /** Those that are there already, with the same files. */
  readonly equalVersions: readonly CopyVersion[];
  /** Those that are made, oldest first. */
  readonly versions: readonly CopyVersion[];
  readonly settings: SettingsChange;
  /** The variables whose value is another one there, and stays. */
  readonly otherValues: readonly string[];
  /** Why limits are not copied. */
  readonly leftLimits: LimitsPlan["left"];
  /** The secret variables that have a value here and none there. */
  readonly secrets: readonly string[];
}

/** Why a service can have no further copies of a kind. */
export type KindRefusals = Readonly<Partial<Record<CopyItem["kind"], CopyRefusal | undefined>>>;

/** What is known of the service of the copies. */
export interface CopyTarget {
  readonly refusals?: KindRefusals;
  /** Whether it keeps the limits of new servers. */
  readonly keepsLimits?: boolean;
}

/** What makes the copies complete; nothing for what is there already. */
export function planCopy(
  items: readonly CopyItem[],
  existing: readonly CopyItem[],
  target: CopyTarget = {},
): readonly ItemPlan[] {
  const matched = matchItems(items, existing);
  return items.map((item) => planItem(item, matched.get(item), target));
}

export function isNothingToDo({ existing, versions, settings }: ItemPlan): boolean {
  return existing !== undefined && versions.length === 0 && !hasSettings(settings);
}

export function hasSettings({ values, allowedHosts, limits }: SettingsChange): boolean {
  return Object.keys(values).length > 0 || allowedHosts !== undefined || limits !== undefined;
}

function planItem(
  item: CopyItem,
  existing: CopyItem | undefined,
  { refusals = {}, keepsLimits = true }: CopyTarget,
): ItemPlan {
  const refusal = findRefusal(item, existing, refusals);
  const equal = existing ? countEqualVersions(existing.versions, item.versions) : 0;
  const isComplete = existing !== undefined && hasAllVersions(existing, item);
  const limitsThere = existing ? existing.settings.limits : {};
  const limits = planLimits(item.settings.limits, keepsLimits ? limitsThere : undefined);
  const settings = { ...planSettings(item, existing), limits: limits.change };
  const none = { values: {}, allowedHosts: undefined, limits: undefined };
  return {
    ...{ item, existing, refusal },
    equalVersions: isComplete ? item.versions : item.versions.slice(0, equal),
    versions: refusal || isComplete ? [] : item.versions.slice(equal),
    settings: refusal ? none : settings,
    otherValues: Object.entries(item.settings.values).flatMap(([name, value]) => {
      const there = existing?.settings.values[name];
      return there === undefined || there === value ? [] : [name];
    }),
    leftLimits: refusal ? undefined : limits.left,
    secrets: refusal ? [] : item.settings.secrets.filter((name) => !hasValue(existing, name)),
  };
}

function findRefusal(item: CopyItem, existing: CopyItem | undefined, refusals: KindRefusals): CopyRefusal | undefined {
  const unreadable = item.unreadable ?? existing?.unreadable;
  if (unreadable) return unreadable;
  if (item.versions.length === 0) return { kind: "noVersion" };
  if (existing && hasAllVersions(existing, item)) return undefined;
  const refused = refusals[item.kind];
  if (refused) return refused;
  if (!existing) return undefined;
  if (existing.hasDraft && existing.versions.length === 0) return { kind: "draft" };
  const equal = countEqualVersions(existing.versions, item.versions);
  const first = existing.versions[equal];
  if (!first) return undefined;
  const other = existing.versions.find((one) =>
    item.versions.some((version) => version.version === one.version && !isSameVersion(version, one)),
  );
  return other ? { kind: "otherFiles", version: other.version } : { kind: "otherVersion", version: first.version };
}

/** Also where the copy has more of them. */
function hasAllVersions(existing: CopyItem, item: CopyItem): boolean {
  return item.versions.every((version) => existing.versions.some((one) => isSameVersion(one, version)));
}

function planSettings({ settings }: CopyItem, existing: CopyItem | undefined): Omit<SettingsChange, "limits"> {
  const values = Object.entries(settings.values).filter(([name]) => !hasValue(existing, name));
  const there = existing?.settings.allowedHosts ?? [];
  const missing = (settings.allowedHosts ?? []).filter((host) => !there.includes(host));
  return {
    values: Object.fromEntries(values),
    allowedHosts: missing.length > 0 ? [...there, ...missing] : undefined,
  };
}

function hasValue(existing: CopyItem | undefined, name: string): boolean {
  if (!existing) return false;
  return Object.hasOwn(existing.settings.values, name) || existing.settings.secrets.includes(name);
}
