import type { DialectProfile } from "../../../contract/dialectProfile.ts";

/** What the user says of a service that refuses its first requests. */
export interface ContactChoices {
  /** A profile from a file; the other choices override it. */
  readonly imported?: DialectProfile | undefined;
  readonly credential?: DialectProfile["credential"];
  /** The client secret of the credential, which takes the place of the key; no part of a profile. */
  readonly clientSecret?: string;
  readonly headers?: DialectProfile["headers"];
}

/** The profile with the user's choices. */
export function applyContactChoices(known: DialectProfile, choices: ContactChoices): DialectProfile {
  const { imported, credential, headers } = choices;
  const profile = imported ?? known;
  return {
    ...profile,
    ...(credential && { credential }),
    ...(headers && { headers: { ...profile.headers, ...headers } }),
  };
}

/** The profile that the service is contacted with: its dialect is found again, because another key or header may reveal another one. */
export function createContactProfile(known: DialectProfile, choices: ContactChoices): DialectProfile {
  const profile = applyContactChoices(known, choices);
  const isContract = profile.dialect === "contract" && !choices.credential && !choices.headers;
  return isContract ? profile : { ...profile, dialect: "unknown" };
}

/** Whether the user, or the imported profile, says how the key is sent. */
export function isCredentialChosen({ imported, credential }: ContactChoices): boolean {
  return credential !== undefined || imported?.credential !== undefined;
}
