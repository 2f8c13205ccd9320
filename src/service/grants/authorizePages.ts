import type { HtmlPage } from "../oauth/htmlPage.ts";
import type { PendingGrantRequest } from "./grantRequests.ts";

/** The pages that a user sees while an agent logs in. */
const retryAdvice = "Log in again in the agent.";

export const createInvalidRequestPage = (reason: string): HtmlPage => ({
  status: 400,
  title: "The agent cannot log in like this",
  lines: [reason, "Nothing was given to it, and nothing was sent anywhere."],
});

export const embeddedRequestPage = createInvalidRequestPage(
  "Another page loaded this one. A login has to open in a tab or a window of the browser.",
);

export const createRefusedRequestPage = (description: string, returnUrl: string): HtmlPage => ({
  status: 400,
  title: "The agent asked for something that is not possible",
  lines: [description],
  link: { label: "Tell the Agent", url: returnUrl },
});

export const tooManyRequestsPage: HtmlPage = {
  status: 429,
  title: "Too many agents ask for access",
  lines: [`Answer those that wait in VS Code, or wait a few minutes. ${retryAdvice}`],
};

export const unknownRequestPage: HtmlPage = {
  status: 400,
  title: "This login is unknown",
  lines: [`It took too long, is already finished, or was started in another browser. ${retryAdvice}`],
};

export const createExpiredPage = (returnUrl: string): HtmlPage => ({
  status: 403,
  title: "You did not answer in VS Code",
  lines: [`The agent got no access. ${retryAdvice}`],
  link: { label: "Tell the Agent", url: returnUrl },
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
export const createWaitingPage = (
  request: PendingGrantRequest,
  isEditorConnected: boolean,
  refreshUrl: string,
): HtmlPage => ({
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
