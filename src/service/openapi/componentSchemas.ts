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

/** Schemas under names of their own, so that a generated client has types worth reading. */
const answers = {
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
const orders = { File: fileSchema, InstallationTarget: installationTargetSchema, ServerSource: serverSourceSchema };

/** Every schema of the document: what is answered as it goes out, what is asked as it comes in. */
export function createComponentSchemas(): Record<string, Schema> {
  const output = z.registry<{ id: string }>();
  const input = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(answers)) output.add(schema, { id });
  for (const [id, schema] of Object.entries(orders)) input.add(schema, { id });
  for (const [name, operation] of Object.entries<Operation>(operationTable)) {
    if (operation.output && !output.has(operation.output)) output.add(operation.output, { id: answerName(name) });
    if (operation.body) input.add(operation.body, { id: bodyName(name) });
  }
  const uri = (id: string) => `#/components/schemas/${id}`;
  const made = {
    ...z.toJSONSchema(output, { uri, io: "output", override: shorten }).schemas,
    ...z.toJSONSchema(input, { uri, io: "input", override: shorten }).schemas,
  };
  const names = Object.keys(made).toSorted();
  return Object.fromEntries(names.map((name) => [name, plain(made[name] ?? {})]));
}

/** Where the schema of an operation's answer is. */
export function getResponseSchemaRef(name: string, operation: Operation): { $ref: string } {
  const known = Object.entries(answers).find(([, schema]) => schema === operation.output)?.[0];
  return { $ref: `#/components/schemas/${known ?? answerName(name)}` };
}

export function getBodySchemaRef(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${bodyName(name)}` };
}

/** The schema of one query parameter, by itself. */
export function toParameterSchema(schema: z.core.$ZodType): Schema {
  return plain(z.toJSONSchema(schema, { io: "input", override: shorten }));
}

const answerName = (operation: string) => `${pascal(operation)}Answer`;
const bodyName = (operation: string) => `${pascal(operation)}Body`;

function pascal(name: string): string {
  return name
    .split(".")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

/** Without what is said once for the whole document. */
function plain({ $schema: _, $id: __, ...schema }: Schema): Schema {
  return schema;
}

/** Leaves out what zod says of every time and every integer: a reader has `format` and `type` for that. */
function shorten({ jsonSchema }: { readonly jsonSchema: Schema }): void {
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
