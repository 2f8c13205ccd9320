import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { evidenceReasonSchema } from "../../../contract/evidence.ts";
import type { Texts } from "../../../text/language/englishTexts.ts";
import { operationOutcomes } from "../../../webview/protocol/compatibilityPanelMessages.ts";

/**
 * Where a fact comes from; `correction`: a refusal that was corrected; `learned`: an answer, a refusal or a document of an earlier
 * connection.
 */
export const factSources = ["you", "document", "preset", "correction", "answer", "learned"] as const;
const source = z.enum(factSources);
export type FactSource = z.output<typeof source>;

const fact = z.strictObject({ name: z.string(), text: z.string(), source });
export type ReportFact = z.output<typeof fact>;

const operation = z.strictObject({
  operation: z.string(),
  area: z.string(),
  /** The contract's request line: `GET /api/v1/servers`. */
  request: z.string(),
  changes: z.boolean().describe("Such an operation is never tried by a check."),
  outcome: z.enum(operationOutcomes),
  at: z.iso.datetime().nullable(),
  status: z.int().nullable(),
  words: z.string().nullable().describe("The service's own words for what it refused or does not have."),
  unreadable: z
    .string()
    .nullable()
    .describe("What is missing in an answer that cannot be read, or why a call failed for now."),
  /** How the operation is called: selector, wrapping, paging, parameters. The report never holds the values of a body. */
  facts: z.array(fact),
  fields: z.array(z.strictObject({ field: z.string(), at: z.string(), because: evidenceReasonSchema, source })),
  /** Paths that match no field of the contract; they are retained. */
  unknown: z.array(z.string()),
  /** Fields of the contract that the service does not return. */
  unsaid: z.array(z.string()),
  /** States that the contract does not know. */
  states: z.array(z.string()),
  notes: z.array(z.string()),
});
export type OperationReport = z.output<typeof operation>;
export type OperationOutcome = OperationReport["outcome"];

/** What works with a service. Holds names, paths and the redacted words of refusals: no host, id, key or content. */
export const compatibilityReportSchema = z.strictObject({
  version: z.literal(2),
  madeAt: z.iso.datetime(),
  dialect: z.enum(["contract", "other", "unknown"]),
  summary: z.string(),
  details: z.string().describe("What does not work, or was not tried."),
  preset: z.string().nullable().describe("The title of the convention that the service follows."),
  facts: z.array(fact).describe("How the service speaks."),
  totals: z.strictObject({
    all: z.int(),
    works: z.int(),
    notTried: z.int(),
    refused: z.int(),
    notOffered: z.int(),
    failed: z.int(),
  }),
  operations: z.array(operation),
});
export type CompatibilityReport = z.output<typeof compatibilityReportSchema>;

export const createOutcomeLabels = (l10n: Texts): Readonly<Record<OperationOutcome, string>> => ({
  works: l10n.t("Works"),
  notTried: l10n.t("Not tried"),
  refused: l10n.t("Refused"),
  notOffered: l10n.t("Not offered"),
  failed: l10n.t("Failed for now"),
});

/** The labels of operation outcomes. */
export const outcomeLabels = createOutcomeLabels(l10n);
