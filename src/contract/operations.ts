import type * as z from "zod";
import { deploymentOperations } from "./deployments.ts";
import { identityOperations, type Me } from "./identity.ts";
import { oauthConnectionOperations } from "./oauthConnections.ts";
import type { Operation } from "./operation.ts";
import { organizationOperations } from "./organizations.ts";
import { projectOperations } from "./projects.ts";
import type { Received } from "./received.ts";
import { registryOperations } from "./registry.ts";
import { runtimeOperations } from "./runtime.ts";
import { serverOperations } from "./servers.ts";
import { skillOperations } from "./skills.ts";
import { testRunOperations } from "./testRuns.ts";
import { type UserSettings, userSettingsOperations } from "./userSettings.ts";

/** The single source of the client's types, the service's routes, the OpenAPI document and the contract tests. */
export const operationTable = {
  ...identityOperations,
  ...userSettingsOperations,
  ...organizationOperations,
  ...projectOperations,
  ...serverOperations,
  ...deploymentOperations,
  ...skillOperations,
  ...testRunOperations,
  ...registryOperations,
  ...oauthConnectionOperations,
  ...runtimeOperations,
} as const satisfies Record<string, Operation>;

export type OperationTable = typeof operationTable;
export type OperationName = keyof OperationTable;

// The input of a strict object without fields has type Record<string, never>, which cannot be intersected with other fields.
type QueryOf<N extends OperationName> = keyof OperationTable[N]["query"]["shape"] extends never
  ? object
  : z.input<OperationTable[N]["query"]>;
type BodyOf<N extends OperationName> = OperationTable[N]["body"] extends z.ZodObject
  ? z.input<OperationTable[N]["body"]>
  : object;

/** The fields of the query and the body in one flat object (no operation uses a name in both). */
export type OperationInput<N extends OperationName> = QueryOf<N> & BodyOf<N>;

export type OperationOutput<N extends OperationName> = OperationTable[N]["output"] extends z.ZodType
  ? z.output<OperationTable[N]["output"]>
  : undefined;

/** What a service of any kind answers. Of the caller and of settings nothing is certain. */
export type ReceivedOutput<N extends OperationName> = N extends "me.get"
  ? Me
  : N extends "userSettings.get" | "userSettings.update"
    ? UserSettings
    : Received<OperationOutput<N>>;

/** Operations that return a page of items. */
export type ListOperationName = {
  [N in OperationName]: OperationOutput<N> extends { items: readonly unknown[]; nextCursor: string | null } ? N : never;
}[OperationName];

export type ListOperationItem<N extends ListOperationName> =
  ReceivedOutput<N> extends { items: readonly (infer Item)[] } ? Item : never;
