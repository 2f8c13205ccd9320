import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { dialectProfileFormat } from "../../../src/contract/dialectProfile.ts";
import { operationInputSchema } from "../../../src/contract/operationInputSchema.ts";
import { operationNames } from "../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { listFieldNames, listKinds, listSentInputs, readOutput } from "../../../src/contract/profile/profileNames.ts";
import type { Fields } from "../../../src/contract/profile/shape.ts";
import { consolePath } from "../../../src/extension/base/uris/virtualUris.ts";
import { settingsSchemas } from "../../../src/extension/documents/model/checkSettings.ts";
import { settingsKinds } from "../../../src/extension/documents/model/remoteDocumentUri.ts";
import { listContractStates } from "../../../src/extension/profile/model/contractStates.ts";
import { folderLinkSchema } from "../../../src/extension/server/model/folder/folderLink.ts";
import { overlayFileSchema } from "../../../src/generator/overlay/overlaySchema.ts";
import { caseFileSchemas } from "../../../src/testcases/createYamlHelp.ts";
import { folderLinkName } from "../../../src/text/files/folderRules.ts";

/** A JSON schema for the editor's own JSON support. */
interface EditorSchema {
  /** Below `dist/schemas`, without `.json`. */
  readonly name: string;
  /** The documents that it describes, in the format of `contributes.jsonValidation`. */
  readonly fileMatch: string | readonly string[];
  readonly json: () => object;
}

/** The user cannot correct a published version, so its files are not checked. */
const readOnlyDocuments = ["!fairlead:/version/**"];
const caseFiles = [
  ["server-cases", "fairlead.tests.json"],
  ["skill-evals", "/evals/evals.json"],
  ["skill-queries", "eval_queries.json"],
  ["skill-scripts", "/evals/scripts.json"],
] as const satisfies readonly (readonly [keyof typeof caseFileSchemas, string])[];

/** All schemas that the build writes and the manifest names. */
export const editorSchemas: readonly EditorSchema[] = [
  ...caseFiles.map(([name, file]) => ({
    name,
    fileMatch: [file, ...readOnlyDocuments],
    json: () => caseFileJson(caseFileSchemas[name]),
  })),
  {
    name: "overlay",
    fileMatch: ["*.overlay.json", ...readOnlyDocuments],
    json: () => caseFileJson(overlayFileSchema),
  },
  ...settingsKinds.map((kind) => ({
    name: `settings/${kind}`,
    fileMatch: `fairlead:/settings/${kind}/*.json`,
    json: () => z.toJSONSchema(settingsSchemas[kind], { target: "draft-7", io: "input" }),
  })),
  {
    name: "folder-link",
    fileMatch: `/${folderLinkName}`,
    json: () => z.toJSONSchema(folderLinkSchema, { target: "draft-7", io: "input" }),
  },
  { name: "profile", fileMatch: "fairlead:/profile/*.json", json: profileJson },
  ...operationNames.map((name) => ({
    name: `operations/${name}`,
    fileMatch: consolePath("input", name),
    json: () => operationInputJson(name),
  })),
];

export function writeSchemas(folder: string): void {
  for (const { name, json } of editorSchemas) {
    const file = join(folder, `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(json())}\n`);
  }
}

const limits = "required pattern minLength maxLength minimum maximum exclusiveMinimum propertyNames".split(" ");

/**
 * The schema of a case file supports completion and hovers. It reports no missing and no unknown property: the extension itself
 * reports these more clearly, and only if the file belongs to a skill or a server.
 */
function caseFileJson(schema: z.ZodType): object {
  return z.toJSONSchema(schema, {
    ...{ target: "draft-7", io: "input", unrepresentable: "any" },
    override: ({ jsonSchema, path }) => {
      for (const name of limits) delete jsonSchema[name];
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (path.length === 0) delete jsonSchema.type;
    },
  });
}

/** The schema of an operation's input in the operation console has every rule of the contract. */
function operationInputJson(name: OperationName): object {
  return z.toJSONSchema(operationInputSchema(name), {
    ...{ target: "draft-7", io: "input", unrepresentable: "any" },
    override: ({ jsonSchema, path }) => {
      // The editor shows a pattern unchanged, and the format is shorter.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (path.length === 0) jsonSchema.description = describeOperation(name);
    },
  });
}

const record = z.looseObject({ additionalProperties: z.unknown() });
const profileShape = z.looseObject({
  properties: z.looseObject({ kinds: record, operations: record }),
  definitions: z.looseObject({}),
});

/** The schema of profiles offers the names of kinds, of their fields, and of the fields and parameters of each operation. */
function profileJson(): object {
  const written = profileShape.parse(z.toJSONSchema(dialectProfileFormat, { target: "draft-7", io: "input" }));
  const { propertyNames, additionalProperties: operation, ...rest } = written.properties.operations;
  const { propertyNames: kindNames, additionalProperties: kind, ...kinds } = written.properties.kinds;
  const anyOf = (names: readonly string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) });
  const operationSchema = (name: OperationName) => ({
    allOf: [{ $ref: "#/definitions/operation" }],
    description: describeOperation(name),
    properties: {
      fields: anyOf(listFieldNames(readOutput(name).fields)),
      params: anyOf(listFieldNames(listSentInputs(name))),
    },
  });
  const kindSchema = (name: string, fields: Fields) => {
    const words = listContractStates(name).map(({ state }) => state);
    const states = words.length > 0 ? { states: { items: { properties: { is: { enum: words } } } } } : {};
    return {
      allOf: [{ $ref: "#/definitions/kind" }],
      properties: { fields: anyOf(listFieldNames(fields)), ...states },
    };
  };
  const kindProperties = Object.fromEntries(
    Object.entries(listKinds()).map(([name, fields]) => [name, kindSchema(name, fields)]),
  );
  const properties = Object.fromEntries(operationNames.map((name) => [name, operationSchema(name)]));
  return {
    ...written,
    properties: {
      ...written.properties,
      kinds: { ...kinds, properties: kindProperties, additionalProperties: false },
      operations: { ...rest, properties, additionalProperties: false },
    },
    definitions: { ...written.definitions, operation, kind },
  };
}

function describeOperation(name: OperationName): string {
  const { method, path, summary } = operationTable[name];
  return `${summary} (${method} ${path})`;
}
