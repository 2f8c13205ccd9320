import * as z from "zod";
import { deploymentEventSchema, deploymentHealthSchema, deploymentSchema } from "../../contract/deployments.ts";
import { fileSchema, storedFileSchema } from "../../contract/files.ts";
import { apiKeySchema, meSchema } from "../../contract/identity.ts";
import { oauthConnectionSchema, serverAccountSchema } from "../../contract/oauthConnections.ts";
import type { Operation } from "../../contract/operation.ts";
import { operationTable } from "../../contract/operations.ts";
import { organizationMemberSchema, organizationSchema, usageSchema } from "../../contract/organizations.ts";
import { oauthErrorSchema, problemDetailsSchema } from "../../contract/problemDetails.ts";
import { projectSchema } from "../../contract/projects.ts";
import { artifactSchema, registryVersionSchema } from "../../contract/registry.ts";
import {
  serverSchema,
  serverSourceSchema,
  serverVariableSchema,
  sourceProblemSchema,
  sourceSummarySchema,
} from "../../contract/servers.ts";
import {
  installationSchema,
  installationTargetSchema,
  skillProblemSchema,
  skillSchema,
} from "../../contract/skills.ts";
import { testCaseSchema, testRunDetailSchema, testRunSchema } from "../../contract/testRuns.ts";

import { userSettingsSchema } from "../../contract/userSettings.ts";

type Schema = Record<string, unknown>;

/** Named schemas, from which a client generator creates named types. */
const responseSchemas = {
  ApiKey: apiKeySchema,
  Artifact: artifactSchema,
  Deployment: deploymentSchema,
  DeploymentEvent: deploymentEventSchema,
  Health: deploymentHealthSchema,
  Installation: installationSchema,
  Me: meSchema,
  Member: organizationMemberSchema,
  OAuthConnection: oauthConnectionSchema,
  OAuthError: oauthErrorSchema,
  Organization: organizationSchema,
  Problem: problemDetailsSchema,
  Project: projectSchema,
  Server: serverSchema,
  ServerAccount: serverAccountSchema,
  Skill: skillSchema,
  SkillProblem: skillProblemSchema,
  SourceProblem: sourceProblemSchema,
  SourceSummary: sourceSummarySchema,
  StoredFile: storedFileSchema,
  TestCase: testCaseSchema,
  TestRun: testRunSchema,
  TestRunDetail: testRunDetailSchema,
  Usage: usageSchema,
  UserSettings: userSettingsSchema,
  Variable: serverVariableSchema,
  Version: registryVersionSchema,
};
const requestSchemas = {
  File: fileSchema,
  InstallationTarget: installationTargetSchema,
  ServerSource: serverSourceSchema,
};

/** Every schema of the document: output schemas for responses, input schemas for requests. */
export function createComponentSchemas(): Record<string, Schema> {
  const output = z.registry<{ id: string }>();
  const input = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(responseSchemas)) output.add(schema, { id });
  for (const [id, schema] of Object.entries(requestSchemas)) input.add(schema, { id });
  for (const [name, operation] of Object.entries<Operation>(operationTable)) {
    if (operation.output && !output.has(operation.output)) output.add(operation.output, { id: getResponseName(name) });
    if (operation.body) input.add(operation.body, { id: getBodyName(name) });
  }
  const uri = (id: string) => `#/components/schemas/${id}`;
  const schemas = {
    ...z.toJSONSchema(output, { uri, io: "output", override: removeRedundantLimits }).schemas,
    ...z.toJSONSchema(input, { uri, io: "input", override: removeRedundantLimits }).schemas,
  };
  const names = Object.keys(schemas).toSorted();
  return Object.fromEntries(names.map((name) => [name, withoutDocumentFields(schemas[name] ?? {})]));
}

export function getResponseSchemaRef(name: string, operation: Operation): { $ref: string } {
  const knownName = Object.entries(responseSchemas).find(([, schema]) => schema === operation.output)?.[0];
  return { $ref: `#/components/schemas/${knownName ?? getResponseName(name)}` };
}

export function getBodySchemaRef(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${getBodyName(name)}` };
}

/** The inline schema of one query parameter. */
export function toParameterSchema(schema: z.core.$ZodType): Schema {
  return withoutDocumentFields(z.toJSONSchema(schema, { io: "input", override: removeRedundantLimits }));
}

const getResponseName = (operation: string) => `${toPascalCase(operation)}Answer`;
const getBodyName = (operation: string) => `${toPascalCase(operation)}Body`;

function toPascalCase(name: string): string {
  return name
    .split(".")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

/** Removes the fields that the document contains once. */
function withoutDocumentFields({ $schema: _, $id: __, ...schema }: Schema): Schema {
  return schema;
}

/** Removes redundant limits that zod adds to every time and integer. `format` and `type` already express them. */
function removeRedundantLimits({ jsonSchema }: { readonly jsonSchema: Schema }): void {
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
