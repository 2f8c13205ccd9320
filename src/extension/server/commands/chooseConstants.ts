import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import type { OpenapiAnalysis } from "../../../generator/analyzeOpenapiDocument.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../base/ports.ts";
import type { OperationChoice } from "../model/operations/operationFilter.ts";

type Choices = NonNullable<OperationChoice["constants"]>;

interface ConstantQuestion {
  readonly title: string;
  readonly proposals: OpenapiAnalysis["proposals"];
  /** The earlier answers. */
  readonly choices: Choices | undefined;
  /** The server that has been generated. */
  readonly server?: Server;
  readonly step?: PromptStep;
}

/** A parameter that can be a required variable. */
interface OfferedConstant {
  readonly parameter: string;
  readonly reason: string | undefined;
  readonly isDefault: boolean;
}

/** Asks which parameters are required variables of the server. The answer has all that were offered. undefined: cancelled. */
export async function chooseConstants(
  { prompts }: EditorServices,
  { title, proposals, choices = {}, server, step }: ConstantQuestion,
): Promise<Choices | PromptBack | undefined> {
  const offered = listOffered(proposals, server);
  const picked = await prompts.pickMany({
    title,
    ...(step && { step }),
    placeholder: l10n.t("Which are given once? Deploy asks, tools do not."),
    choices: offered.map(({ parameter, reason }) => ({
      label: parameter,
      ...(reason !== undefined && { description: reason }),
      value: parameter,
    })),
    picked: (parameter) => choices[parameter] ?? offered.some((one) => one.parameter === parameter && one.isDefault),
  });
  if (picked === undefined || picked === promptBack) return picked;
  return { ...choices, ...Object.fromEntries(offered.map(({ parameter }) => [parameter, picked.includes(parameter)])) };
}

/** The proposals of the document, and what the chosen operations of a generated server add, each once. */
function listOffered(proposals: OpenapiAnalysis["proposals"], server: Server | undefined): readonly OfferedConstant[] {
  const ofDocument = proposals.map((proposal): OfferedConstant => {
    const { parameter, isDefault } = proposal;
    return { parameter, isDefault, reason: formatReason(proposal) };
  });
  const ofServer = (server?.variables ?? []).flatMap(({ parameter, required }): OfferedConstant[] =>
    parameter === undefined ? [] : [{ parameter, isDefault: required === true, reason: undefined }],
  );
  return [...new Map([...ofServer, ...ofDocument].map((one) => [one.parameter, one])).values()];
}

function formatReason({ isCredential, in: location, uses }: OpenapiAnalysis["proposals"][number]): string {
  if (isCredential) return l10n.t("the document speaks of a credential, but declares none");
  return location === "header"
    ? l10n.t`header of ${uses} operations`
    : l10n.t`${uses} operations want it (${location})`;
}

/** `AccountSid is given once, for all tools: Deploy asks for it.`; undefined: there is none. */
export function formatConstants({ variables = [] }: Server): string | undefined {
  const names = variables.flatMap(({ parameter, required }) =>
    required && parameter !== undefined ? [parameter] : [],
  );
  if (names.length === 0) return undefined;
  return names.length === 1
    ? l10n.t`${names[0] ?? ""} is given once, for all tools: Deploy asks for it.`
    : l10n.t`${names.join(", ")} are given once, for all tools: Deploy asks for them.`;
}

/** Whether the server has something to choose. */
export const hasConstants = (proposals: OpenapiAnalysis["proposals"], { variables = [] }: Server): boolean =>
  proposals.length > 0 || variables.some(({ parameter }) => parameter !== undefined);
