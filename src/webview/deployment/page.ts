import {
  type Act,
  type DeploymentFacts,
  type DeploymentHears,
  type DeploymentSays,
  type DeploymentSubject,
  deploymentHears,
  deploymentSubject,
} from "../protocol/deploymentPanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { count } from "../shared/format.ts";
import { createHeader } from "./deploymentHeader.ts";
import { firstPlace, type Place, placeSchema } from "./deploymentPageState.ts";
import { EventsSection } from "./events/eventsSection.ts";
import { createHealthSection } from "./healthSection.ts";
import { createOthersSection } from "./otherDeploymentsSection.ts";
import { createLayout } from "./pageLayout.ts";
import { deploymentWords, healthWords, testWords } from "./stateLabels.ts";
import { createTestsSection } from "./testsSection.ts";

// The page of a deployment: it knows nothing but what it is told, and says what the user wants.

const page = connectPage<DeploymentSubject, Place, DeploymentHears, DeploymentSays>({
  subject: deploymentSubject,
  place: placeSchema,
  hears: deploymentHears,
  start: firstPlace,
});
const announce = createAnnouncer();
const act = (what: Act, id?: string) => page.say({ type: "act", act: what, ...(id !== undefined && { id }) });
const copy = (text: string, what: string) => {
  page.say({ type: "copy", text });
  announce(`Copied ${what}.`);
};

const { keep } = page;
const header = createHeader({ subject: page.subject, act, copy });
const events = new EventsSection({ place: page.place, keep, copy, openLog: () => act("openLog"), announce });
const health = createHealthSection();
const tests = createTestsSection(act);
const others = createOthersSection(act);
const layout = createLayout(
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
    announce(`${next.serverName}: ${deploymentWords(next.status).word}.`);
};

const hear = (message: DeploymentHears) => {
  switch (message.type) {
    case "facts":
      return showFacts(message.facts);
    case "events":
      events.hear(message);
      return layout.note("events", count(events.size));
    case "following":
      return events.hear(message);
    case "health":
      health.show(message.health);
      return layout.note("health", healthWords(message.health.status).word.toLowerCase());
    case "tests":
      tests.show(message.run);
      return layout.note("tests", message.run ? testWords(message.run.status).word.toLowerCase() : "");
    case "others":
      others.show(message.others);
      return layout.note("deployments", message.others.length > 0 ? count(message.others.length) : "");
    case "unread":
      return message.part === "health" ? health.showFailure(message.words) : tests.showFailure(message.words);
    case "trouble":
      return header.showTrouble(message.trouble);
  }
};

page.start({ ready: () => page.say({ type: "ready", has: events.last, knew: page.place.last }), hear });

/** Often enough for what is told in minutes. */
const retellMs = 30_000;
setInterval(() => header.retell(), retellMs);
