import type { DocumentChanges } from "./model/document/documentChanges.ts";
import type { DocumentAnalyzer } from "./model/documentAnalyzer.ts";
import type { FolderChanges } from "./model/folder/folderChanges.ts";
import type { ChooseOperations } from "./model/operations/operationFilter.ts";

/** What commands use of servers. */
export interface ServerServices {
  /** Analyzes OpenAPI documents in a worker, so that the editor stays responsive. */
  readonly documentAnalyzer: DocumentAnalyzer;
  /** The servers whose documents changed since their versions were generated. */
  readonly documentChanges: DocumentChanges;
  /** The servers whose folders were edited since their versions were saved or deployed. */
  readonly folderChanges: FolderChanges;
  readonly chooseOperations: ChooseOperations;
  /** The URL of the command line of this release, which npm installs. */
  readonly commandLinePackage: string;
}
