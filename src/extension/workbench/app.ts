import type { AccountServices } from "../account/accountServices.ts";
import type { AgentsServices } from "../agents/agentsServices.ts";
import type { EditorServices } from "../base/editorServices.ts";
import type { ConnectionServices } from "../connection/connectionServices.ts";
import type { ConsoleServices } from "../console/consoleServices.ts";
import type { DeploymentServices } from "../deployment/deploymentServices.ts";
import type { DocumentsServices } from "../documents/documentsServices.ts";
import type { ProfileServices } from "../profile/profileServices.ts";
import type { RegistryServices } from "../registry/registryServices.ts";
import type { ServerServices } from "../server/serverServices.ts";
import type { SkillServices } from "../skill/skillServices.ts";
import type { TestingServices } from "../testing/testingServices.ts";
import type { ToolsServices } from "../tools/toolsServices.ts";
import type { ViewFilters } from "./viewFilters.ts";

/** What commands use of the views and pages. */
export interface WorkbenchServices {
  readonly filters: ViewFilters;
  /** Reads one more page of the list that a `more` node ends. */
  readonly loadMore: (of: string) => Promise<void>;
  readonly showWalkthrough: () => Promise<void>;
  /** Opens a page of the bundled guide. */
  readonly showGuide: (page: string) => Promise<void>;
}

/** The context of all commands: what the editor and each room offer. */
export interface App
  extends EditorServices,
    ConnectionServices,
    DocumentsServices,
    ProfileServices,
    AccountServices,
    RegistryServices,
    SkillServices,
    ServerServices,
    DeploymentServices,
    TestingServices,
    AgentsServices,
    ToolsServices,
    ConsoleServices,
    WorkbenchServices {}
