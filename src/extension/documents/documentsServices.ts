import type { JsonDocuments } from "./model/jsonDocuments.ts";

/** What commands use of settings as documents. */
export interface DocumentsServices {
  /** Settings and profiles as documents. */
  readonly settingsDocuments: Pick<JsonDocuments, "send">;
}
