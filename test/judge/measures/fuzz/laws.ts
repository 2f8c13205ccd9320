import { addressLaws } from "./addresses.ts";
import { answerLaws } from "./answers.ts";
import { dialectLaws } from "./dialects.ts";
import { documentLaws } from "./documents.ts";
import type { Law } from "./law.ts";
import { pageLaws } from "./pages.ts";
import { containmentLaws } from "./paths.ts";
import { profileLaws } from "./profiles.ts";
import { redactionLaws } from "./redaction.ts";
import { requestLaws } from "./requests.ts";
import { retryLaws } from "./retries.ts";
import { savedDataLaws } from "./savedData.ts";
import { serverLaws } from "./servers.ts";
import { skillFileLaws } from "./skillFiles.ts";

/** All laws by topic. */
export const laws: readonly Law[] = [
  ...skillFileLaws,
  ...documentLaws,
  ...answerLaws,
  ...dialectLaws,
  ...savedDataLaws,
  ...addressLaws,
  ...requestLaws,
  ...serverLaws,
  ...pageLaws,
  ...profileLaws,
  ...retryLaws,
  ...containmentLaws,
  ...redactionLaws,
];
