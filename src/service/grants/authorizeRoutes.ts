import { type Context, Hono } from "hono";
import { isLoopbackRedirect } from "../../contract/team/signIn.ts";
import type { ServiceContext } from "../context.ts";
import { isPublicRequest } from "../http/entrance.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import { createRateLimiter, type RateLimit } from "../http/rateLimiter.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import {
  createHtmlPageResponse,
  createRedirect,
  type HtmlPage,
  isNavigation,
  isVisit,
  redirectToOwnUrl,
} from "../oauth/htmlPage.ts";
import { createBrowserCookie } from "../oauth/pendingAuthorizations.ts";
import type { AuthorizationCodes } from "./authorizationCodes.ts";
import { createReturnUrl, readAuthorizationRequest } from "./authorizationRequest.ts";
import type { GrantRequests, PendingGrantRequest } from "./grantRequests.ts";

interface AuthorizeParts {
  readonly requests: GrantRequests;
  readonly codes: AuthorizationCodes;
  /** Aborted when the service stops. */
  readonly closing: AbortSignal;
}

export const authorizePath = "/oauth/authorize";
const waitPath = `${authorizePath}/wait`;
/** Of one address. */
const visitLimit: RateLimit = { burst: 120, perSecond: 1 };

/** The pages that the browser shows while an agent logs in. */
export function createAuthorizeRoutes(context: ServiceContext, parts: AuthorizeParts): Hono {
  const { requests, closing } = parts;
  const limitVisits = createRateLimiter(visitLimit, context.clock);
  const cookie = createBrowserCookie(context, { name: "fairlead_agent", path: waitPath });
  const routes = new Hono<HttpEnvironment>();

  routes.get(authorizePath, async (c) => {
    const redirected = redirectToOwnUrl(context, c);
    if (redirected) return redirected;
    if (!isVisit(c)) return createHtmlPageResponse(unknownRequestPage);
    if (!isNavigation(c)) return createHtmlPageResponse(embeddedRequestPage);
    if (isOverLimit(() => limitVisits(c.get("clientNetwork")))) return createHtmlPageResponse(tooManyRequestsPage);
    const isLocal = !isPublicRequest(c);
    const read = await readAuthorizationRequest(context, new URL(c.req.url).searchParams, { isLocal, signal: closing });
    if (read.kind === "unknown") return createHtmlPageResponse(createInvalidRequestPage(read.reason));
    if (read.kind === "refused") {
      const { error, description: error_description, returnTo } = read;
      const url = createReturnUrl(returnTo, context.baseUrl(), { error, error_description });
      return isLoopbackRedirect(returnTo.redirectUri)
        ? createRedirect(url)
        : createHtmlPageResponse(createRefusedRequestPage(error_description, url));
    }
    const request = requests.add(read.request, { isLocal, network: c.get("clientNetwork") });
    if (!request) return createHtmlPageResponse(tooManyRequestsPage);
    return createRedirect(`${waitPath}?id=${request.id}`, { "Set-Cookie": cookie.write(request.id, request.proof) });
  });

  routes.get(waitPath, async (c) => {
    const id = c.req.query("id") ?? "";
    const request = isVisit(c) ? requests.find(id) : undefined;
    if (!request || !cookie.hasProof(id, request.proof, c.req.header("Cookie")))
      return createHtmlPageResponse(unknownRequestPage);
    if (c.req.query("shown") !== undefined) await requests.waitForAnswer(id, c.req.raw.signal);
    return respondToWait(context, parts, c, request);
  });
  return new Hono().route("/", routes);
}

function respondToWait(
  context: ServiceContext,
  { requests, codes }: AuthorizeParts,
  c: Context<HttpEnvironment>,
  request: PendingGrantRequest,
): Response {
  const { id, outcome, redirectUri, challenge } = request;
  const createUrl = (answer: Readonly<Record<string, string>>) => createReturnUrl(request, context.baseUrl(), answer);
  const deniedUrl = createUrl({ error: "access_denied" });
  if (outcome.kind === "denied") return createRedirect(deniedUrl);
  if (requests.isExpired(request)) return createHtmlPageResponse(createExpiredPage(deniedUrl));
  if (outcome.kind === "pending") {
    const refreshUrl = `${c.req.path}?id=${id}&shown=1`;
    return createHtmlPageResponse(createWaitingPage(request, requests.isEditorConnected(request), refreshUrl));
  }
  // One answer gives one code.
  requests.remove(id);
  const { grantId } = outcome;
  return createRedirect(createUrl({ code: codes.issue({ grantId, redirectUri, challenge }) }));
}

function isOverLimit(check: () => unknown): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof ServiceProblem) return true;
    throw error;
  }
}

/** The pages that a user sees while an agent logs in. */
const retryAdvice = "Log in again in the agent.";

const createInvalidRequestPage = (reason: string): HtmlPage => ({
  status: 400,
  title: "The agent cannot log in like this",
  lines: [reason, "Nothing was given to it, and nothing was sent anywhere."],
});

const embeddedRequestPage = createInvalidRequestPage(
  "Another page loaded this one. A login has to open in a tab or a window of the browser.",
);

const createRefusedRequestPage = (description: string, returnUrl: string): HtmlPage => ({
  status: 400,
  title: "The agent asked for something that is not possible",
  lines: [description],
  link: { label: "Return to the Agent", url: returnUrl },
});

const tooManyRequestsPage: HtmlPage = {
  status: 429,
  title: "Too many agents ask for access",
  lines: [`Answer those that wait in VS Code, or wait a few minutes. ${retryAdvice}`],
};

const unknownRequestPage: HtmlPage = {
  status: 400,
  title: "This login is unknown",
  lines: [`It took too long, is already finished, or was started in another browser. ${retryAdvice}`],
};

const createExpiredPage = (returnUrl: string): HtmlPage => ({
  status: 403,
  title: "You did not answer in VS Code",
  lines: [`The agent got no access. ${retryAdvice}`],
  link: { label: "Return to the Agent", url: returnUrl },
});

/** `Claude Code wants to use Pet Shop: 3 tools, 1 of them changes data`. The name is what the agent calls itself. */
function formatQuestion({ client, server, tools }: PendingGrantRequest): string {
  const question = `${client.name} wants to use ${server.name}`;
  if (!tools) return question;
  const { total, changing } = tools;
  const effect =
    changing === 0 ? "none changes data" : `${changing} of them ${changing === 1 ? "changes" : "change"} data`;
  return `${question}: ${total} ${total === 1 ? "tool" : "tools"}, ${effect}`;
}

/** The page goes on by itself, without a script: it is loaded again as soon as there is an answer. */
const createWaitingPage = (request: PendingGrantRequest, isEditorConnected: boolean, refreshUrl: string): HtmlPage => ({
  status: 200,
  title: formatQuestion(request),
  emphasis: request.number,
  lines: isEditorConnected
    ? [
        "Answer in VS Code: a message of Fairlead asks for this number. If you closed it, run the command Fairlead: Answer Access Request.",
        "This page goes on by itself.",
      ]
    : [
        `No window of VS Code is connected to this service. Open one, and the view Fairlead in it: the question appears there, with this number.`,
        "This page goes on by itself. The request ends after 5 minutes.",
      ],
  refreshUrl,
});
