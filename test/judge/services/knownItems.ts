import type { OperationName } from "../../../src/contract/operations.ts";
import type { ServiceSamples } from "../../../src/contract/profile/profileProposal.ts";
import { findOperationFacts } from "../../../src/dialect/vocabulary/operationFacts.ts";
import type { UnknownRecord } from "../../../src/text/record.ts";
import { isNamed, type Outcome, type TrueName, type TrueTestRun, type Truth } from "./truth.ts";

export type ArtifactKind = "server" | "skill";

/** What one who knows his service knows of an item: the texts that a field may have, and how it is. */
export interface KnownItem {
  readonly id: string | undefined;
  /** null: the service may leave it out. */
  readonly fields: Readonly<Record<string, readonly (string | null)[] | undefined>>;
  readonly outcome?: Outcome | ArtifactKind | undefined;
  /** Of a test run. */
  readonly skipped?: number | undefined;
  readonly failedCases?: readonly { readonly name: string; readonly message?: string | null | undefined }[] | undefined;
}

/** The samples of a kind with what is known of them. */
export function listKnownItems(
  kind: string,
  samples: ServiceSamples,
  truth: Truth,
): readonly (readonly [UnknownRecord, KnownItem])[] {
  // The keys are names of operations.
  const operations = (Object.keys(samples) as OperationName[]).filter(
    (name) => findOperationFacts(name).resource === kind,
  );
  return operations.flatMap((name) => {
    const items = samples[name] ?? [];
    const known = knownOf(name.startsWith("skillTestRun") ? "skillTestRun" : kind, truth);
    if (kind === "user" || kind === "usage") return items.flatMap((item) => known.map((one) => [item, one] as const));
    const byId = new Map(
      known.flatMap((one) =>
        one.id === undefined ? [] : [[one.id, { ...one, fields: { id: [one.id], ...one.fields } }] as const],
      ),
    );
    return items.flatMap((item) => {
      const found = findId(item, byId);
      return found ? [[item, found] as const] : [];
    });
  });
}

/** The entries of a list of what was used, known by their names. */
export function listKnownMetrics(entries: readonly UnknownRecord[], { usage = [] }: Truth) {
  const byName = new Map(
    usage.map(({ name, used, limit, unit }) => {
      const fields = {
        name: [name],
        used: used === undefined ? undefined : [String(used)],
        limit: text(limit?.toString()),
        unit: text(unit),
      };
      return [name, { id: undefined, fields }] as const;
    }),
  );
  return entries.flatMap((entry) => {
    const found = findId(entry, byName);
    return found ? [[entry, found] as const] : [];
  });
}

/** The item whose id is among the values, the outermost first. */
function findId(item: UnknownRecord, byId: ReadonlyMap<string, KnownItem>): KnownItem | undefined {
  const inner: UnknownRecord[] = [];
  for (const one of Object.values(item)) {
    const value: unknown = Array.isArray(one) && one.length === 1 ? one[0] : one;
    const found = typeof value === "string" || typeof value === "number" ? byId.get(String(value)) : undefined;
    if (found) return found;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) inner.push(value as UnknownRecord);
  }
  return inner.map((one) => findId(one, byId)).find((found) => found !== undefined);
}

const text = (...values: readonly (string | null | undefined)[]) => {
  const stated = values.filter((value) => value !== undefined);
  return stated.length === 0 || stated.every((value) => value === null) ? undefined : stated;
};
const named = ({ name, alsoNamed }: TrueName) => text(name, ...alsoNamed);

function idOfNamed(items: readonly (TrueName & { readonly id: string })[] | undefined, name: string | undefined) {
  const found = name === undefined ? undefined : items?.find((one) => isNamed(one, name));
  return text(found?.id);
}

type KnownRun = Pick<TrueTestRun, "version" | "passed" | "failed" | "skipped">;

/** Counts, which a list may leave out, and the number of cases. */
function knownRun({ version, passed, failed, skipped }: KnownRun): KnownItem["fields"] {
  const counted = passed === undefined || failed === undefined ? undefined : passed + failed + (skipped ?? 0);
  const count = (value: number | undefined) => (value === undefined ? undefined : [String(value), null]);
  return {
    version: text(version),
    "summary.passed": count(passed),
    "summary.failed": count(failed),
    "summary.skipped": count(skipped),
    cases: counted === undefined ? undefined : [`[${counted}]`, null],
  };
}

const healthOutcomes: Readonly<Record<string, Outcome>> = {
  healthy: "success",
  degraded: "needs action",
  unhealthy: "failure",
  unknown: "unknown",
};

/** The health of deployments, by their ids. */
export const listKnownHealth = ({ deployments = [] }: Truth): readonly (readonly [string, KnownItem])[] =>
  deployments.flatMap(({ id, health }) => {
    const outcome = health === undefined ? undefined : healthOutcomes[health];
    return outcome ? [[id, { id, outcome, fields: {} }] as const] : [];
  });

function knownOf(kind: string, truth: Truth): readonly KnownItem[] {
  const { projects, servers, skills } = truth;
  switch (kind) {
    case "user":
      return truth.me ? [{ id: undefined, fields: { name: text(truth.me.name), email: text(truth.me.email) } }] : [];
    case "organization":
      return [...(truth.organizations ?? []), ...(truth.organization ? [truth.organization] : [])].map((one) => ({
        id: one.id,
        fields: { name: named(one), plan: "plan" in one && typeof one.plan === "string" ? [one.plan] : undefined },
      }));
    case "member":
      return (truth.members ?? []).map((one) => ({
        id: one.id,
        fields: { name: named(one), email: text(one.email), role: text(one.role) },
      }));
    case "usage":
      return truth.usage ? [{ id: undefined, fields: { metrics: [`[${truth.usage.length}]`] } }] : [];
    case "apiKey":
      return (truth.apiKeys ?? []).map((one) => ({
        id: one.id,
        fields: { name: named(one), prefix: text(one.prefix) },
      }));
    case "oauthConnection":
      return (truth.oauthConnections ?? []).map(({ id, outcome, provider, account }) => ({
        id,
        outcome,
        fields: { provider: text(provider), account: text(account) },
      }));
    case "project":
      return (projects ?? []).map((one) => ({ id: one.id, fields: { name: named(one) } }));
    case "server":
      return (servers ?? []).map((one) => ({
        id: one.id,
        outcome: one.outcome,
        fields: {
          name: named(one),
          projectId: idOfNamed(projects, one.project),
          latestVersion: text(one.latestVersion),
          liveDeploymentId: one.liveDeployment ? text(one.liveDeployment) : undefined,
        },
      }));
    case "deployment":
      return (truth.deployments ?? []).map((one) => ({
        id: one.id,
        outcome: one.outcome,
        fields: {
          serverId: idOfNamed(servers, one.server),
          version: text(one.version),
          "failure.message": text(one.failure?.message),
        },
      }));
    case "skill":
      return (skills ?? []).map((one) => ({
        id: one.id,
        fields: {
          name: named(one),
          projectId: idOfNamed(projects, one.project),
          latestVersion: text(one.latestVersion),
        },
      }));
    case "installation":
      return (skills ?? []).flatMap(({ id: skillId, installations = [] }) =>
        installations.map(({ id, outcome, version, agent, path }) => ({
          id,
          outcome,
          fields: {
            skillId: text(skillId),
            version: text(version),
            "target.agent": text(agent),
            "target.path": text(path),
          },
        })),
      );
    case "testRun":
      return (truth.serverTestRuns ?? []).map(({ server, ...run }) => ({
        id: run.id,
        outcome: run.outcome,
        ...{ failedCases: run.failedCases, skipped: run.skipped },
        fields: { serverId: idOfNamed(servers, server), ...knownRun(run) },
      }));
    case "skillTestRun":
      return (truth.skillTestRuns ?? []).map(({ skill, ...run }) => ({
        id: run.id,
        outcome: run.outcome,
        ...{ failedCases: run.failedCases, skipped: run.skipped },
        fields: { skillId: idOfNamed(skills, skill), ...knownRun(run) },
      }));
    case "artifact":
      return (truth.artifacts ?? []).map((one) => ({
        id: one.id,
        outcome: one.kind === "server" || one.kind === "skill" ? one.kind : undefined,
        fields: { name: named(one), latestVersion: text(one.latestVersion) },
      }));
    case "version":
      return (truth.artifacts ?? []).flatMap(({ versions = [] }) =>
        versions.map((version) => ({ id: version, fields: { version: [version] } })),
      );
    case "event":
      return (truth.deployments ?? []).flatMap(({ firstEvent, lastEvent }) =>
        [firstEvent, lastEvent].flatMap((message) =>
          message ? [{ id: message, fields: { message: [message] } }] : [],
        ),
      );
    default:
      return [];
  }
}
