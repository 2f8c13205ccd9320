import type { SettingsDocuments } from "./model/settingsDocuments.ts";

/** What commands use of settings as documents. */
export interface DocumentsServices {
  /** Settings and profiles as documents. */
  readonly settingsDocuments: Pick<SettingsDocuments, "send">;
}
