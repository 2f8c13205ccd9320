import type { ServiceClient } from "../../../../client/client.ts";
import { readApiCheckRequest } from "../../../../contract/registry.ts";
import { isVariableSet } from "../../../../contract/serverVariableState.ts";
import { isAbortError, readErrorMessage } from "../../../base/failure.ts";
import type { PromptNote } from "../../../base/ports.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import type { TestingServices } from "../../../testing/testingServices.ts";
import { agreeToHosts, selectGivenCredentials } from "../../model/credentialHosts.ts";
import { readManifest } from "../../model/readManifest.ts";
import { isCredential } from "../../model/serverVariables.ts";
import { runApiCheck } from "../variables/checkApi.ts";
import { confirmValueCheck } from "./confirmDeployment.ts";
import type { DeployPlan } from "./readDeployPlan.ts";

type Environment = Readonly<Record<string, string>>;
export type TypedValuesCheckContext = ConnectedServices & Pick<TestingServices, "pendingRuns">;

export type TypedValuesCheck = ReturnType<typeof createTypedValuesCheck>;

/** A version whose deployment is asked about. */
export type CheckedVersion = Pick<DeployPlan, "server" | "version" | "missing" | "credentials"> &
  Pick<DeployPlan["content"], "code">;

/** undefined: no credential is typed, the service does not say that there is no value yet, or the version has no harmless request. */
export async function openTypedValuesCheck(
  app: TypedValuesCheckContext,
  client: ServiceClient,
  checked: CheckedVersion,
): Promise<TypedValuesCheck | undefined> {
  const { server, version, missing } = checked;
  if (!missing.some(isCredential) || missing.some((one) => isVariableSet(server, one) !== false)) return undefined;
  const request = readApiCheckRequest(await readManifest(client, server, version));
  return request === undefined ? undefined : createTypedValuesCheck(app, client, checked, request);
}

/** Checks values that the user typed for a deployment, before it. The service checks saved values, so a check saves them. */
function createTypedValuesCheck(
  app: TypedValuesCheckContext,
  client: ServiceClient,
  { server, version, missing, credentials, code }: CheckedVersion,
  request: string,
) {
  const { id } = server;
  let isAgreed = false;
  let saving: Promise<unknown> | undefined;
  const check = async (values: Environment, signal: AbortSignal): Promise<PromptNote | undefined> => {
    const given = selectGivenCredentials(server, credentials, values);
    isAgreed ||= await confirmValueCheck(app, { credentials: given, code });
    if (!isAgreed || signal.aborted) return undefined;
    saving = client.call("server.update", { id, environment: { ...agreeToHosts(given), ...values } });
    await saving;
    return runApiCheck(app, client, { server, version }, signal);
  };
  return {
    /** The request to the API, such as `GET /pets`. */
    request,
    /** The answer of the API. undefined: cancelled. */
    run: async (values: Environment, signal: AbortSignal): Promise<PromptNote | undefined> => {
      try {
        return await check(values, signal);
      } catch (error) {
        if (isAbortError(error)) return undefined;
        app.log.error(`The values for ${code.called} could not be checked.`, error);
        return { level: "warning", message: readErrorMessage(error) };
      }
    },
    /** Waits for what is being saved. True if the user agreed to the hosts and the code for a check. */
    end: async (): Promise<boolean> => {
      await saving?.catch(() => {});
      return isAgreed;
    },
    /** Removes the values that a check saved. */
    discard: async (): Promise<void> => {
      if (!saving) return;
      const environment = Object.fromEntries(missing.map(({ name }) => [name, null] as const));
      await client.call("server.update", { id, environment });
    },
  };
}
