import type * as z from "zod";
import type { YamlDocument, YamlProblem } from "../text/position/yamlDocument.ts";
import { createYamlProblem, readYamlDocument } from "../text/position/yamlDocument.ts";
import { isRecord } from "../text/record.ts";
import { createCaseIdGenerator } from "./createCaseIdGenerator.ts";
import { readCaseItems } from "./readCaseItems.ts";
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

/** The cases of a case file, and what is wrong with those that could not be read. JSON is read as the YAML it is. */
export function readServerCases(content: string): ServerCases {
  const text = readYamlDocument(content);
  if (text.problems.length > 0) return { cases: [], problems: text.problems };
  if (isRecord(text.value) && "cases" in text.value) return read(text, ["cases"], text.value.cases);
  if (Array.isArray(text.value)) return read(text, [], text.value);
  return { cases: [], problems: [createYamlProblem(text, [], 'The file should hold a list "cases".')] };
}

function read(text: YamlDocument, path: readonly string[], list: unknown): ServerCases {
  const { items, problems } = readCaseItems(text, path, list, serverCaseSchema);
  const idOf = createCaseIdGenerator("case");
  return { problems, cases: items.map(({ value, line }) => caseOf(value, idOf(value.name), line)) };
}

type Said = z.output<typeof serverCaseSchema>;

function caseOf({ name, tool, arguments: given, expect }: Said, id: string, line: number): ServerCase {
  return { id, name, tool, arguments: given, expect: expectationOf(expect), line };
}

function expectationOf({ error, text, json = [], schema, maxMs }: Said["expect"]): ServerExpectation {
  return { error, text: readTextExpectation(text), json: jsonExpectations(json), schema, maxMs };
}

function jsonExpectations(json: NonNullable<Said["expect"]["json"]>): JsonExpectation[] {
  if (!Array.isArray(json)) return Object.entries(json).map(([path, equals]) => ({ path, equals }));
  return json.map(({ path, matches, exists, length, ...values }) => ({
    path,
    ...values,
    ...(matches === undefined ? {} : { matches }),
    ...(exists === undefined ? {} : { exists }),
    ...(length === undefined ? {} : { length }),
  }));
}
