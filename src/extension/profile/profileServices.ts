import type { Proposals } from "../../contract/profile/profileProposal.ts";
import type { ReadWithProfile } from "../../contract/profile/profileReading.ts";
import type { EditorFacts } from "./model/supportBundle.ts";

/** What commands use of profiles. */
export interface ProfileServices {
  /** What calls would read from recorded items with a profile. */
  readonly readWithProfile: ReadWithProfile;
  /** Loads what reads samples of a service for what they may mean. */
  readonly loadProposals: () => Promise<Proposals>;
  /** Opens the page with the profile of the service and what works with it. */
  readonly showServiceProfile: () => void;
  /** The editor's facts for the support bundle. */
  readonly facts: () => Promise<EditorFacts>;
}
