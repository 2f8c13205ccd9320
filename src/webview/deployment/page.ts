import {
  type DeploymentFacts,
  type DeploymentPanelAction,
  type DeploymentPanelFromWebview,
  type DeploymentPanelSubject,
  type DeploymentPanelToWebview,
  deploymentPanelSubjectSchema,
  deploymentPanelToWebviewSchema,
} from "../protocol/deploymentPanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { formatCount } from "../shared/format.ts";
import { createDeploymentHeader } from "./deploymentHeader.ts";
import {
  type DeploymentPageState,
  deploymentPageStateSchema,
  initialDeploymentPageState,
} from "./deploymentPageState.ts";
import { EventsSection } from "./events/eventsSection.ts";
import { createHealthSection } from "./healthSection.ts";
import { createOtherDeploymentsSection } from "./otherDeploymentsSection.ts";
import { createPageLayout } from "./pageLayout.ts";
import { labelDeploymentState, labelHealthState, labelTestState } from "./stateLabels.ts";
import { createTestsSection } from "./testsSection.ts";

// The page of a deployment: it knows nothing but what it is told, and says what the user wants.

const page = connectPage<
  DeploymentPanelSubject,
  DeploymentPageState,
  DeploymentPanelToWebview,
  DeploymentPanelFromWebview
>({
  subject: deploymentPanelSubjectSchema,
  place: deploymentPageStateSchema,
  hears: deploymentPanelToWebviewSchema,
  start: initialDeploymentPageState,
});
const announce = createAnnouncer();
const act = (what: DeploymentPanelAction, id?: string) =>
  page.say({ type: "act", act: what, ...(id !== undefined && { id }) });
const copy = (text: string, what: string) => {
  page.say({ type: "copy", text });
  announce(`Copied ${what}.`);
};

const { keep } = page;
const header = createDeploymentHeader({ subject: page.subject, act, copy });
const events = new EventsSection({ place: page.place, keep, copy, openLog: () => act("openLog"), announce });
const health = createHealthSection();
const tests = createTestsSection(act);
const others = createOtherDeploymentsSection(act);
const layout = createPageLayout(
  [
    { part: "events", title: "Events", body: events.element },
    { part: "health", title: "Health", body: health.element },
    { part: "tests", title: "Tests", body: tests.element },
    { part: "deployments", title: "Deployments", body: others.element },
  ],
  page.place.part,
  (part) => keep({ part }),
);
document.body.prepend(header.element, layout.element);
events.mount();

let facts: DeploymentFacts | undefined;
const showFacts = (next: DeploymentFacts) => {
  const before = facts?.status;
  facts = next;
  header.show(next);
  if (before !== undefined && before !== next.status)
    announce([next.serverName, labelDeploymentState(next.status)?.word].filter(Boolean).join(": ").concat("."));
};

const hear = (message: DeploymentPanelToWebview) => {
  switch (message.type) {
    case "facts":
      return showFacts(message.facts);
    case "events":
      events.hear(message);
      return layout.note("events", formatCount(events.size));
    case "following":
      return events.hear(message);
    case "health":
      health.show(message.health);
      return layout.note("health", labelHealthState(message.health.status)?.word.toLowerCase() ?? "");
    case "tests":
      tests.show(message.run);
      return layout.note("tests", labelTestState(message.run?.status)?.word.toLowerCase() ?? "");
    case "others":
      others.show(message.others);
      return layout.note("deployments", message.others.length > 0 ? formatCount(message.others.length) : "");
    case "unread":
      return { health, tests, others }[message.part].showFailure(message.words);
    case "trouble":
      return header.showTrouble(message.trouble);
  }
};

page.start({ ready: () => page.say({ type: "ready", has: events.last, knew: page.place.last }), hear });

/** Often enough for what is told in minutes. */
const retellMs = 30_000;
setInterval(() => header.retell(), retellMs);
