import type { ReadWithProfile } from "../../contract/profileReading.ts";
import type { MappingPanelSubject } from "../../webview/protocol/mappingPanelMessages.ts";
import type { LanguageModels } from "./model/mapping/languageModels.ts";
import type { EditorFacts } from "./model/supportBundle.ts";

/** What commands use of profiles. */
export interface ProfileServices {
  /** What calls would read from a recorded answer with a profile. */
  readonly readWithProfile: ReadWithProfile;
  /** The language models of the editor. */
  readonly models: LanguageModels;
  /** Opens the compatibility report of the service. */
  readonly showCompatibility: () => void;
  /** Shows an answer beside what is read from it. */
  readonly showMapping: (subject: MappingPanelSubject) => void;
  /** The editor's facts for the support bundle. */
  readonly facts: () => Promise<EditorFacts>;
}
