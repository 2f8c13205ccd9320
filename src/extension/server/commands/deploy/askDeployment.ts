import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import { promptBack } from "../../../base/ports.ts";
import { agreeToHosts, selectGivenCredentials } from "../../model/credentialHosts.ts";
import { readApiUrl } from "../../model/readManifest.ts";
import { formatVariablePurpose, isCredential } from "../../model/serverVariables.ts";
import { askVariableValue, formatAddressTitle } from "../variables/askVariableValue.ts";
import { askCheckedValues } from "./askCheckedValues.ts";
import { chooseCredential, declineCredential, noCredential } from "./chooseCredential.ts";
import { confirmDeployment, type DeploymentAnswer, type DeploymentQuestion } from "./confirmDeployment.ts";
import type { DeployPlan } from "./readDeployPlan.ts";
import type { TypedValuesCheckContext } from "./typedValuesCheck.ts";

export interface DeploymentValues {
  readonly environment: Readonly<Record<string, string>>;
}

type Agreement = Exclude<DeploymentAnswer, { readonly kind: "editBaseUrl" }>;
type Reasons = Pick<DeploymentQuestion, "breaking" | "replaces" | "isPreview">;

/** The values that the user typed and the user's agreement. undefined: cancelled, and nothing that was typed is saved. */
export async function askDeployment(
  app: TypedValuesCheckContext,
  client: ServiceClient,
  plan: DeployPlan,
  reasons: Reasons,
): Promise<(Agreement & DeploymentValues) | undefined> {
  const { server, missing, content } = plan;
  const title = l10n.t`Deploy ${server.name}`;
  const chosen = missing.some(isCredential) ? noCredential : await chooseCredential(app, client, server, title);
  if (!chosen) return undefined;
  const entered = await askCheckedValues(
    app,
    client,
    { ...plan, code: content.code },
    { title, asked: missing, chosen },
  );
  if (!entered) return undefined;
  if (entered === promptBack) return askDeployment(app, client, plan, reasons);
  const { isAgreed, isDeclined, values } = entered;
  const current = { ...plan, server: chosen.server ?? server };
  const confirmed = await confirmValues(app, client, current, { isAgreed, values, ...reasons });
  if (confirmed?.kind === "agreed") {
    if (isDeclined) await declineCredential(app, server);
    return confirmed;
  }
  await entered.discard();
  return confirmed;
}

interface EnteredValues extends Reasons {
  readonly values: Readonly<Record<string, string>>;
  /** The user agreed to the hosts and the code for a check. */
  readonly isAgreed: boolean;
}

/** The user can enter another address of the API in place of an agreement to the hosts of the document. */
async function confirmValues(
  app: TypedValuesCheckContext,
  client: ServiceClient,
  plan: DeployPlan,
  entered: EnteredValues,
): Promise<(Agreement & DeploymentValues) | undefined> {
  const { server, content } = plan;
  const { isAgreed, values, ...reasons } = entered;
  const given = Object.hasOwn(values, "API_BASE_URL") ? [] : selectGivenCredentials(server, plan.credentials, values);
  const confirmed = await confirmDeployment(app, {
    credentials: isAgreed ? [] : given,
    code: content.code,
    isUntested: content.isUntested,
    canEditBaseUrl: server.variables?.some(({ name }) => name === "API_BASE_URL") && !server.liveDeploymentId,
    baseUrl: values.API_BASE_URL,
    ...reasons,
  });
  if (confirmed?.kind !== "editBaseUrl")
    return confirmed && { ...confirmed, environment: { ...agreeToHosts(given), ...values } };
  const url = await askBaseUrl(app, client, plan);
  const changed = url === undefined ? values : { ...values, API_BASE_URL: url };
  return confirmValues(app, client, plan, { ...entered, values: changed });
}

/** undefined: the address stays. */
async function askBaseUrl(
  app: TypedValuesCheckContext,
  client: ServiceClient,
  { server, version }: DeployPlan,
): Promise<string | undefined> {
  const variable = server.variables?.find(({ name }) => name === "API_BASE_URL") ?? { name: "API_BASE_URL" };
  const documentUrl = await readApiUrl(client, server, version, undefined);
  const url = await askVariableValue(app, server, variable, {
    title: formatAddressTitle(server),
    prompt: formatVariablePurpose(server, variable),
    value: documentUrl,
    documentUrl,
  });
  return url === promptBack ? undefined : url;
}
