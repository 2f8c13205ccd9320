import * as l10n from "@vscode/l10n";
import type { CredentialHosts } from "../../../../contract/serverVariableState.ts";
import type { BreakingToolChanges } from "../../../../surface/compareWithLiveVersion.ts";
import { formatFirstToolChanges } from "../../../../surface/formatToolChange.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { describeConfinement } from "../../../deployment/model/confinementNotice.ts";
import { isRunElsewhere, isUnapprovedCode, type RunnableCode } from "../../../registry/commands/codeConsent.ts";
import { openCodeConsent } from "../../../registry/model/codeConsent.ts";
import { formatCredentialLines, listNewHosts } from "../../model/credentialHosts.ts";
import { formatFirstSkills, showChangesAction } from "./breakingToolChanges.ts";

/** What runs, and where it sends credentials. */
interface RunnableVersion {
  readonly credentials: readonly CredentialHosts[];
  readonly code: RunnableCode;
}

export interface DeploymentQuestion extends RunnableVersion {
  /** No test run has passed for the content, so its tests run first. */
  readonly isUntested: boolean;
  /** What breaks callers of the live version. */
  readonly breaking: BreakingToolChanges | undefined;
  /** The live version that the user goes back from. */
  readonly replaces?: string | undefined;
  /** It runs beside the live version. */
  readonly isPreview?: boolean | undefined;
  /** Nothing of it is live, and the user can enter another address of the API in place of the document's. */
  readonly canEditBaseUrl?: boolean | undefined;
  /** The address that the user entered. */
  readonly baseUrl?: string | undefined;
}

export type DeploymentAnswer =
  | { readonly kind: "agreed"; readonly runsTests: boolean }
  | { readonly kind: "showChanges" }
  | { readonly kind: "editBaseUrl" };

const check = l10n.t({ message: "Check", comment: ["a button"] });
const test = l10n.t({ message: "Test", comment: ["a button"] });
const deploy = l10n.t("Deploy");
const anyway = l10n.t("Deploy Anyway");
const goBack = l10n.t("Go Back");
const testAndDeploy = l10n.t("Test and Deploy");
const withoutTests = l10n.t("Deploy Without Tests");
export const editBaseUrl = l10n.t("Edit Base URL");

/** Asks one question about all that a deployment needs the user's agreement to. undefined: cancelled. */
export async function confirmDeployment(
  app: ConnectedServices,
  { isUntested, breaking, replaces, isPreview = false, canEditBaseUrl, baseUrl, ...version }: DeploymentQuestion,
): Promise<DeploymentAnswer | undefined> {
  const { called } = version.code;
  const tests = l10n.t(
    "No test run has passed for this content. Its tests run first, and it is deployed when they pass.",
  );
  const answer = await askAgreement(app, version, {
    message: isPreview ? l10n.t`Deploy ${called} as a preview?` : formatQuestion(called, breaking, replaces),
    breaking: breaking && formatBreaking(breaking).join("\n"),
    isAlwaysAsked: breaking !== undefined || replaces !== undefined || baseUrl !== undefined,
    details: [
      ...(baseUrl === undefined ? [] : [l10n.t`Its API is at ${baseUrl}, as you entered, which gets its credentials.`]),
      ...(isUntested ? [tests] : []),
    ],
    actions: [
      ...(isUntested ? [testAndDeploy, withoutTests] : [breaking ? anyway : replaces === undefined ? deploy : goBack]),
      ...(breaking ? [showChangesAction] : []),
      ...(canEditBaseUrl ? [editBaseUrl] : []),
    ],
  });
  if (answer === undefined) return undefined;
  if (answer === showChangesAction) return { kind: "showChanges" };
  if (answer === editBaseUrl) return { kind: "editBaseUrl" };
  return { kind: "agreed", runsTests: answer === "notAsked" ? isUntested : answer === testAndDeploy };
}

function formatQuestion(
  called: string,
  breaking: BreakingToolChanges | undefined,
  replaces: string | undefined,
): string {
  if (!breaking && replaces !== undefined) return l10n.t`Go back to ${called}? It replaces ${replaces}, which is live.`;
  if (!breaking) return l10n.t`Deploy ${called}?`;
  return breaking.breaking.length > 0
    ? l10n.t`${called} breaks callers of ${breaking.live}. Deploy it?`
    : l10n.t`The skills of ${called} do not fit its tools. Deploy it?`;
}

const formatBreaking = ({ breaking, skills }: BreakingToolChanges) => [
  ...formatFirstToolChanges(breaking),
  ...formatFirstSkills(skills),
];

/** Asks the same before the values of a version's variables are checked. False: cancelled. */
export const confirmValueCheck = (app: ConnectedServices, version: RunnableVersion) =>
  confirmVersion(app, version, l10n.t`Check the values for ${version.code.called}?`, check);

/** Asks the same before the tests of a version. False: cancelled. */
export const confirmTest = (app: ConnectedServices, version: RunnableVersion) =>
  confirmVersion(app, version, l10n.t`Test ${version.code.called}?`, test);

async function confirmVersion(app: ConnectedServices, version: RunnableVersion, message: string, action: string) {
  const question = { message, breaking: undefined, isAlwaysAsked: false, details: [], actions: [action] };
  return (await askAgreement(app, version, question)) !== undefined;
}

function describeCode(code: RunnableCode): string {
  const programs = formatFirst(code.programs);
  return isRunElsewhere(code) ? l10n.t`Its code: ${programs}.` : l10n.t`Its code runs on this machine: ${programs}.`;
}

interface AgreementQuestion {
  readonly message: string;
  readonly breaking: string | undefined;
  /** The user has not agreed yet, also where hosts and code are agreed to. */
  readonly isAlwaysAsked: boolean;
  /** Paragraphs after those about hosts and code. */
  readonly details: readonly string[];
  readonly actions: readonly string[];
}

/** The action that the user chose for new hosts of credentials and for code that runs on this machine. undefined: cancelled. */
async function askAgreement(
  app: ConnectedServices,
  { credentials, code }: RunnableVersion,
  { message, breaking, isAlwaysAsked, details, actions }: AgreementQuestion,
): Promise<string | "notAsked" | undefined> {
  const hasNewHosts = listNewHosts(credentials).length > 0;
  const isUnapproved = isUnapprovedCode(app, code);
  if (!hasNewHosts && !isUnapproved && !isAlwaysAsked) return "notAsked";
  const hosts = [
    l10n.t("It sends credentials to these hosts, which the OpenAPI document names:"),
    ...formatCredentialLines(credentials),
  ].join("\n");
  const runs = joinWords(describeCode(code), describeConfinement(app.connections.session(), code));
  const detail = [breaking, hasNewHosts && hosts, isUnapproved && runs, ...details].filter(Boolean).join("\n\n");
  const action = await app.prompts.decide({ message, detail, actions });
  const isAgreed = action !== undefined && action !== showChangesAction && action !== editBaseUrl;
  if (isAgreed && isUnapproved) await openCodeConsent(app.memory).add(code.files);
  return action;
}
