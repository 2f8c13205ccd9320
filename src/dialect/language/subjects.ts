import type * as z from "zod";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { type Field, shapeOf } from "./shape.ts";
import type { StateFamily } from "./states.ts";

/** What an operation answers: many of a resource, one of it, or nothing. */
export interface Subject {
  readonly kind: "list" | "item";
  readonly resource: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly family: (field: string) => StateFamily | undefined;
}

/** What the resources are called, where the operation's own name does not say it. */
const resources: Partial<Record<OperationName, string>> = {
  "me.get": "user",
  "organization.members": "member",
  "deployment.events": "event",
  "deployment.health": "health",
  "skill.installations": "installation",
  "skill.install": "installation",
  "skill.uninstall": "installation",
  "server.deploy": "deployment",
  "registry.artifacts": "artifact",
  "registry.artifact": "artifact",
  "registry.versions": "version",
  "serverTestRuns.list": "testRun",
  "serverTestRuns.start": "testRun",
  "serverTestRun.get": "testRun",
  "skillTestRuns.list": "testRun",
  "skillTestRuns.start": "testRun",
  "skillTestRun.get": "testRun",
  "organization.usage": "usage",
  "runtime.token": "token",
  "runtime.oauthToken": "token",
};

/** Which words the states of a resource are of, and those of a field whatever it is of. */
const families: Readonly<Record<string, StateFamily>> = {
  deployment: "deployment",
  server: "server",
  testRun: "testRun",
  case: "testCase",
  installation: "installation",
  health: "health",
  check: "health",
  history: "health",
  oauthConnection: "oauthConnection",
  account: "oauthConnection",
};
const ofFields: Readonly<Record<string, StateFamily>> = {
  level: "level",
  severity: "level",
  desiredState: "desired",
  role: "role",
  encoding: "encoding",
  scope: "target",
};
const kinds: Readonly<Record<string, StateFamily>> = { event: "event", artifact: "artifact", user: "caller" };

const known = new Map<OperationName, Subject | undefined>();

/** The subject of an operation; undefined where it answers with nothing. */
export function subjectOf(operation: OperationName): Subject | undefined {
  if (!known.has(operation)) known.set(operation, makeSubject(operation));
  return known.get(operation);
}

/** The resource that an operation answers; empty where it answers with nothing. */
export function resourceOf(operation: OperationName): string {
  return subjectOf(operation)?.resource ?? "";
}

function makeSubject(operation: OperationName): Subject | undefined {
  const output: z.ZodType | null = operationTable[operation].output;
  if (output === null) return undefined;
  const shape = shapeOf(output);
  if (shape.kind !== "object") return undefined;
  const list = shape.fields.items?.shape;
  const isList = list?.kind === "list" && "nextCursor" in shape.fields;
  const item = isList ? list.of : shape;
  if (item.kind !== "object") return undefined;
  const resource = resources[operation] ?? singular(operation.split(".")[0] ?? "");
  return { kind: isList ? "list" : "item", resource, fields: item.fields, family: familyOf(resource) };
}

/** Which words are used in a field of a resource. */
export function familyOf(resource: string): (field: string) => StateFamily | undefined {
  return (field) => (field === "status" ? families[resource] : field === "kind" ? kinds[resource] : ofFields[field]);
}

function singular(plural: string): string {
  return plural.replace(/ies$/, "y").replace(/s$/, "");
}
