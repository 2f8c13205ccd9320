import { addresses } from "./addresses.ts";
import { answers } from "./answers.ts";
import { dialects } from "./dialects.ts";
import { documents } from "./documents.ts";
import type { Law } from "./law.ts";
import { pages } from "./pages.ts";
import { containment } from "./paths.ts";
import { profileLaws } from "./profiles.ts";
import { redaction } from "./redaction.ts";
import { requests } from "./requests.ts";
import { retries } from "./retries.ts";
import { kept } from "./savedData.ts";
import { servers } from "./servers.ts";
import { skillFiles } from "./skillFiles.ts";

/** Every law, by what it is about. */
export const laws: readonly Law[] = [
  ...skillFiles,
  ...documents,
  ...answers,
  ...dialects,
  ...kept,
  ...addresses,
  ...requests,
  ...servers,
  ...pages,
  ...profileLaws,
  ...retries,
  ...containment,
  ...redaction,
];
