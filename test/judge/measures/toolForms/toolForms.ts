import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import * as z from "zod";
import { generateServerFiles } from "../../../../src/generator/generateServerFiles.ts";
import type { ToolDefinition } from "../../../../src/runtime/definition.ts";
import { toCheckableSchema } from "../../../../src/runtime/schema/validation.ts";
import { createFormModel } from "../../../../src/webview/tool/form/formModel.ts";
import { judgedDocuments } from "../../documents.ts";
import type { Measure } from "../../figure.ts";

/** The short form skips the largest documents. */
const shortText = 60_000;
/** Opening a form may take as long as compiling its schema with the other validator. */
const mostShare = 1;
/** Tools of a document about contradictions: no value is valid. */
const contradictory = /^quirks_(entirelyIncompatible|partiallyUsableIncompatible)AllOf$/;

/** Opens the form of each tool of the judged documents, and lets another validator judge the values that it begins with. */
export const toolForms: Measure = {
  id: "F1",
  goal: "Forms of tools begin with valid values, with required fields and with all, and open as fast as the schema compiles",
  needs: "node",
  measure: async (size) => {
    const tools = listTools(size === "short" ? shortText : Number.POSITIVE_INFINITY);
    const validator = new AjvJsonSchemaValidator();
    const results = tools.map((tool) => judgeForm(validator, tool));
    const findings = results.flatMap((result) => result.findings);
    const sum = (read: (result: FormResult) => number) => results.reduce((total, result) => total + read(result), 0);
    const share = sum(({ opened }) => opened) / sum(({ compiled }) => compiled);
    const slowest = Math.max(...results.map(({ opened }) => opened));
    const figure = `${tools.length} tools, ${findings.length} findings, ${share.toFixed(2)} of the time to compile the schemas, slowest ${slowest.toFixed(0)} ms`;
    return { figure, met: tools.length > 100 && findings.length === 0 && share <= mostShare, findings };
  },
};

interface JudgedTool {
  readonly document: string;
  readonly tool: Pick<ToolDefinition, "name" | "inputSchema">;
}

function listTools(longestText: number): JudgedTool[] {
  const runtime = [{ path: "runtime.mjs", encoding: "utf8" as const, content: "" }];
  return judgedDocuments()
    .filter(({ text }) => text.length <= longestText)
    .flatMap(({ name: document, text }) => {
      const source = { document: text };
      const result = generateServerFiles({ source, name: "Judged", slug: "judged", version: "0.1.0", runtime });
      return result.ok ? result.definition.tools.map((tool) => ({ document, tool })) : [];
    });
}

interface FormResult {
  readonly findings: readonly string[];
  /** Milliseconds. */
  readonly opened: number;
  readonly compiled: number;
}

const validatedSchema = z.custom<Parameters<AjvJsonSchemaValidator["getValidator"]>[0]>();

function judgeForm(validator: AjvJsonSchemaValidator, { document, tool }: JudgedTool): FormResult {
  const beforeCompiling = performance.now();
  const check = validator.getValidator(validatedSchema.parse(toCheckableSchema(tool.inputSchema)));
  const beforeOpening = performance.now();
  const model = createFormModel(tool.inputSchema);
  const first = model.createFirstValue(model.root);
  model.describe(model.root, { value: first, depth: 0 });
  const firstProblems = model.findProblems(first);
  const opened = performance.now() - beforeOpening;
  const full = model.createFullValue(model.root);
  const values = [
    { name: "first value", value: first, problems: firstProblems },
    { name: "all fields", value: full, problems: model.findProblems(full) },
  ];
  const findings = values.flatMap(({ name, value, problems }) => {
    const { valid, errorMessage = "" } = check(value);
    const verdict = valid ? problems.map(({ pointer, message }) => `${pointer} ${message}`).join(", ") : errorMessage;
    return verdict === "" || contradictory.test(tool.name) ? [] : [`${document} ${tool.name}, ${name}: ${verdict}`];
  });
  return { findings, opened, compiled: beforeOpening - beforeCompiling };
}
