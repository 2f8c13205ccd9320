import { randomUUID } from "node:crypto";
import { type ExtensionContext, Uri } from "vscode";
import type { RequestMcpLogin } from "../../../client/mcp/login/mcpLogin.ts";
import type { ConnectToMcp } from "../../../client/mcp/mcpConnection.ts";
import type { SendRequest, sendRequest } from "../../../client/sendRequest.ts";
import type { AgentFiles } from "../../agents/model/agentFiles.ts";
import { messagesAbout } from "../../base/showMessage.ts";
import { createChangeConfirmation } from "../../connection/model/confirmChange.ts";
import { Connections } from "../../connection/model/connections.ts";
import type { OpenClient } from "../../connection/model/openConnection.ts";
import { createMessages } from "../prompts/createMessages.ts";
import { createPrompts } from "../prompts/createPrompts.ts";
import type { EditorStorage } from "../storage/createEditorStorage.ts";
import { readEditorSettings, readNetworkSettings } from "../storage/readSettings.ts";
import { readUserAgent } from "../storage/readUserAgent.ts";
import { limitCallTime } from "./limitCallTime.ts";
import { LocalServiceOfThisMachine } from "./localServiceOfThisMachine.ts";
import { reportMovedService } from "./reportMovedService.ts";

/** How services are called. */
export interface ServiceAccess {
  readonly createClient: OpenClient;
  readonly sendRequest: typeof sendRequest;
  readonly connectToMcp: ConnectToMcp;
  readonly requestMcpLogin: RequestMcpLogin;
}

/** The user's connections, one of them to the service of this machine. */
export function createEditorConnections(
  context: ExtensionContext,
  { log, memory, secrets }: EditorStorage,
  { agentFiles, ...access }: ServiceAccess & { readonly agentFiles: AgentFiles },
) {
  const { extensionUri, globalStorageUri } = context;
  const userAgent = readUserAgent(context);
  const healthMessages = () =>
    messagesAbout({ messages: createMessages(), log, settings: readEditorSettings }, "health");
  const localService = new LocalServiceOfThisMachine({
    program: Uri.joinPath(extensionUri, "dist", "service.mjs").fsPath,
    dataFolder: Uri.joinPath(globalStorageUri, "service").fsPath,
    listArguments: () => (readEditorSettings().servesRegistry ? ["--discovery", "local"] : []),
    log,
    showNotice: (notice) => void healthMessages().warning(notice),
    onMove: (previousUrl, url) =>
      void reportMovedService({ log, memory, agentFiles, messages: healthMessages() }, previousUrl, url),
  });
  const send: SendRequest = (request) => access.sendRequest(request, { network: readNetworkSettings(), userAgent });
  const connections = new Connections({
    sendRequest: send,
    memory,
    secrets,
    newId: randomUUID,
    log,
    confirmChange: createChangeConfirmation({ prompts: createPrompts(), settings: readEditorSettings }),
    openClient: async (options) => {
      const client = await access.createClient({
        ...options,
        userAgent,
        network: readNetworkSettings(),
        log: log.call,
      });
      return limitCallTime(client, () => readEditorSettings().requestTimeoutSeconds * 1000);
    },
    local: localService,
  });
  const connectToMcp: ConnectToMcp = (server, signal) =>
    access.connectToMcp({ ...server, network: readNetworkSettings(), userAgent }, signal);
  const requestMcpLogin: RequestMcpLogin = (request, signal) =>
    access.requestMcpLogin({ ...request, network: readNetworkSettings(), userAgent }, signal);
  return { connections, localService, sendRequest: send, connectToMcp, requestMcpLogin };
}
