// The translation comes first.
import "./extension/vscode/loadTranslation.ts";

import type { ServiceClient } from "./client/client.ts";
import type { RequestMcpLogin } from "./client/mcp/login/mcpLogin.ts";
import type { ConnectToMcp } from "./client/mcp/mcpConnection.ts";
import type { ConnectOptions } from "./client/profileStore.ts";
import type { sendRequest } from "./client/sendRequest.ts";
import type { ReadWithProfile } from "./contract/profile/profileReading.ts";
import type { ModelRelay, ModelRelayOptions } from "./extension/testing/model/modelRelay.ts";

/** All that is loaded on first use: one bundle, so that what its parts have in common is shipped once. */
export { createEditor } from "./extension/vscode/createEditor.ts";

/** The first call runs the client's packages, which stand in the same bundle. */
export async function loadAndCreateClient(options: ConnectOptions): Promise<ServiceClient> {
  const { connectToService } = await import("./dialect/connect.ts");
  return connectToService(options);
}

export const loadAndSendRequest: typeof sendRequest = async (...request) => {
  const client = await import("./client/sendRequest.ts");
  return client.sendRequest(...request);
};

export const loadAndConnectToMcp: ConnectToMcp = async (...server) => {
  const { connectToMcp } = await import("./client/mcp/connectToMcp.ts");
  return connectToMcp(...server);
};

export const loadAndRequestMcpLogin: RequestMcpLogin = async (...request) => {
  const { requestMcpLogin } = await import("./client/mcp/login/requestMcpLogin.ts");
  return requestMcpLogin(...request);
};

export const loadAndListPresets = async () => (await import("./dialect/connect.ts")).listPresets();
export const loadProposalsOfDialect = async () => (await import("./dialect/connect.ts")).loadProposals();
export const loadAndReadWithProfile: ReadWithProfile = async (...answer) =>
  (await import("./dialect/connect.ts")).readWithProfile(...answer);

export async function loadAndStartModelRelay(options: ModelRelayOptions): Promise<ModelRelay> {
  const { startModelRelay } = await import("./extension/testing/model/modelRelay.ts");
  return startModelRelay(options);
}
