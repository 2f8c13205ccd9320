import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import type { YamlProblem } from "../text/position/yamlDocument.ts";
import { createCaseIdGenerator } from "./createCaseIdGenerator.ts";
import { readCaseItems } from "./readCaseItems.ts";
import { createRecordedAnswer } from "./recordedAnswers.ts";
import type { JsonExpectation, ServerCase, ServerExpectation } from "./serverCase.ts";
import { serverCaseSchema } from "./serverCaseSchema.ts";
import { readTextExpectation } from "./textExpectation.ts";

interface ServerCases {
  readonly cases: readonly ServerCase[];
  readonly problems: readonly YamlProblem[];
}

export function isServerCasePath(path: string): boolean {
  return /(?:^|[\\/])fairlead\.tests\.(?:yaml|yml|json)$/.test(path);
}

/** Reads the valid cases of a case file, and the problems of the others. */
export function readServerCases(content: string): ServerCases {
  const { items, problems } = readCaseItems(content, serverCaseSchema, {
    key: "cases",
    otherwise: l10n.t('The file should hold a list "cases".'),
    exactNumbers: true,
  });
  const createId = createCaseIdGenerator("case");
  return { problems, cases: items.map(({ value, line }) => createServerCase(value, createId(value.name), line)) };
}

type ServerCaseEntry = z.output<typeof serverCaseSchema>;

function createServerCase(
  { name, tool, arguments: toolArguments, expect, upstream }: ServerCaseEntry,
  id: string,
  line: number,
): ServerCase {
  const recorded = upstream?.map(createRecordedAnswer);
  return { id, name, tool, arguments: toolArguments, expect: createExpectation(expect), upstream: recorded, line };
}

function createExpectation({ error, text, json = [], schema, maxMs }: ServerCaseEntry["expect"]): ServerExpectation {
  return { error, text: readTextExpectation(text), json: createJsonExpectations(json), schema, maxMs };
}

function createJsonExpectations(json: NonNullable<ServerCaseEntry["expect"]["json"]>): JsonExpectation[] {
  if (!Array.isArray(json)) return Object.entries(json).map(([path, equals]) => ({ path, equals }));
  return json.map(({ path, matches, exists, length, ...values }) => ({
    path,
    ...values,
    ...(matches === undefined ? {} : { matches }),
    ...(exists === undefined ? {} : { exists }),
    ...(length === undefined ? {} : { length }),
  }));
}
