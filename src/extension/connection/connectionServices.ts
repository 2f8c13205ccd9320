import type { PresetTitle } from "../../contract/dialectProfile.ts";
import type { EditorServices } from "../base/editorServices.ts";
import type { Connections } from "./model/connections.ts";
import type { ListenForSignIn } from "./model/signIn/signInRequest.ts";

/** What commands use of connections. */
export interface ConnectionServices {
  readonly connections: Connections;
  readonly listenForSignIn: ListenForSignIn;
  /** The conventions that a profile can name. */
  readonly listPresets: () => Promise<readonly PresetTitle[]>;
}

/** What most commands use: the editor, and the connection to a service. */
export type ConnectedServices = EditorServices & ConnectionServices;
