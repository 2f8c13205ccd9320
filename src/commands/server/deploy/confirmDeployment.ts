import { openCodeConsent } from "../../../core/deployment/codeConsent.ts";
import { describeConfinement } from "../../../core/deployment/confinementNotice.ts";
import { type CredentialHosts, formatCredentialLines, listNewHosts } from "../../../core/server/credentialHosts.ts";
import { formatFirst } from "../../../text/formatFirst.ts";
import type { App } from "../../app.ts";
import { isUnapprovedCode, type RunnableCode } from "../../registry/codeConsent.ts";

interface DeploymentQuestion {
  readonly credentials: readonly CredentialHosts[];
  readonly code: RunnableCode;
  /** No test run has passed for the content, so its tests run first. */
  readonly isUntested: boolean;
}

const deploy = "Deploy";
const testAndDeploy = "Test and Deploy";
const withoutTests = "Deploy Without Tests";

/**
 * Asks one question about all that a deployment needs the user's agreement to: new hosts of credentials and code that runs
 * on this machine. Nothing is asked when there is neither. undefined: cancelled.
 */
export async function confirmDeployment(
  app: Pick<App, "connections" | "memory" | "prompts">,
  { credentials, code, isUntested }: DeploymentQuestion,
): Promise<{ readonly runsTests: boolean } | undefined> {
  const hasNewHosts = listNewHosts(credentials).length > 0;
  const isUnapproved = isUnapprovedCode(app, code);
  if (!hasNewHosts && !isUnapproved) return { runsTests: isUntested };
  const hosts = `It sends credentials to these hosts, which the OpenAPI document names, and to no other:\n${formatCredentialLines(credentials).join("\n")}`;
  const runs = `Its code runs on this machine: ${formatFirst(code.programs)}. ${describeConfinement(app.connections.session())} You are asked again when its files change, but not for your own edits in this editor.`;
  const tests = "No test run has passed for this content. Its tests run first, and it is deployed when they pass.";
  const action = await app.prompts.decide({
    message: `Deploy ${code.called}?`,
    detail: [hasNewHosts && hosts, isUnapproved && runs, isUntested && tests].filter(Boolean).join("\n\n"),
    actions: isUntested ? [testAndDeploy, withoutTests] : [deploy],
  });
  if (action === undefined) return undefined;
  if (isUnapproved) await openCodeConsent(app.memory).add(code.files);
  return { runsTests: action === testAndDeploy };
}
