import * as z from "zod";

/** The meaning of a state in plain words, whatever the service calls it. */
export const outcomes = ["waiting", "working", "needs action", "success", "failure", "stopped", "unknown"] as const;
export type Outcome = (typeof outcomes)[number];

const text = z.union([z.string(), z.number()]).transform(String);
const optionalText = text.nullish().transform((value) => value ?? undefined);
const list = <T extends z.ZodType>(item: T) => z.array(item).optional();
const names = z.array(z.string()).nullish();

const named = { id: text, name: z.string(), alsoNamed: z.array(z.string()).default([]) };
const stated = {
  state: z.string(),
  outcome: z.enum(outcomes).catch("unknown"),
  wireState: optionalText,
  alsoState: optionalText,
};

const testRun = {
  ...{ id: text, version: optionalText, ...stated },
  ...{ passed: z.number().optional(), failed: z.number().optional(), skipped: z.number().optional() },
  failedCases: list(z.object({ name: z.string(), message: z.string().nullish() })),
};

/**
 * What a user should see of a service. Every part may be missing; a missing part is not judged. A missing `name` of an item
 * is a fault of the service, not of the client.
 */
const truthSchema = z.object({
  me: z.object({ name: z.string().nullish(), email: z.string().nullish() }).optional(),
  organization: z.object({ ...named, plan: z.string().nullish() }).optional(),
  organizations: list(z.object(named)),
  members: list(z.object({ ...named, email: z.string().nullish(), role: z.string().nullish() })),
  usage: list(
    z.object({
      name: z.string(),
      used: z.number().optional(),
      limit: z.number().nullish(),
      unit: z.string().nullish(),
    }),
  ),
  apiKeys: list(z.object({ ...named, prefix: z.string().nullish() })),
  oauthConnections: list(z.object({ id: text, provider: z.string(), account: z.string().nullish(), ...stated })),
  userSettings: z.record(z.string(), z.unknown()).optional(),
  projects: list(z.object({ ...named, servers: names, skills: names })),
  servers: list(
    z.object({
      ...named,
      ...stated,
      project: optionalText,
      latestVersion: optionalText,
      liveDeployment: text.nullish(),
    }),
  ),
  deployments: list(
    z.object({
      ...{ id: text, ...stated, server: optionalText, version: optionalText, events: z.number().optional() },
      ...{ firstEvent: z.string().optional(), lastEvent: z.string().optional(), health: z.string().optional() },
      failure: z.object({ step: z.string().nullish(), message: z.string().nullish() }).nullish(),
    }),
  ),
  skills: list(
    z.object({
      ...named,
      ...{ project: optionalText, latestVersion: optionalText },
      installations: list(
        z.object({
          ...{ id: text, agent: optionalText, path: optionalText, version: optionalText, ...stated },
        }),
      ),
    }),
  ),
  artifacts: list(
    z.object({ ...named, kind: z.string().optional(), latestVersion: optionalText, versions: list(text) }),
  ),
  serverTestRuns: list(z.object({ ...testRun, server: optionalText })),
  skillTestRuns: list(z.object({ ...testRun, skill: optionalText })),
  /** By operation: `query:id`, `body:server_id (name)`, `query:id=eq.{id}`. */
  selectors: z.record(z.string(), z.string()).default({}),
  lacks: z.array(z.string()).default([]),
});

export type Truth = z.output<typeof truthSchema>;
type Items<Name extends keyof Truth> = NonNullable<Truth[Name]> extends readonly (infer Item)[] ? Item : never;
export type TrueServer = Items<"servers">;
export type TrueDeployment = Items<"deployments">;
export type TrueArtifact = Items<"artifacts">;
export type TrueServerTestRun = Items<"serverTestRuns">;
export type TrueSkillTestRun = Items<"skillTestRuns">;
export type TrueTestRun = TrueServerTestRun | TrueSkillTestRun;

export interface TrueName {
  readonly name: string;
  readonly alsoNamed: readonly string[];
}

export interface TrueState {
  readonly state: string;
  readonly outcome: Outcome;
  readonly wireState?: string | undefined;
  readonly alsoState?: string | undefined;
}

export const parseTruth = (value: unknown): Truth => truthSchema.parse(value);

export const isNamed = ({ name, alsoNamed }: TrueName, label: string) => name === label || alsoNamed.includes(label);
