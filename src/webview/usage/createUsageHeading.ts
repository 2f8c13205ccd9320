import type { UsagePanelToWebview } from "../protocol/usagePanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { createButton, createElement, replaceContent, setText } from "../shared/element.ts";
import { formatLocalTime } from "../shared/format.ts";

type ButtonMessage = "refresh" | "switchOrganization" | "remedy";

/** The organization, the time of reading, and the reason why the usage may be old. */
export function createUsageHeading(post: (type: ButtonMessage) => void) {
  const announce = createAnnouncer();
  const title = createElement("h1", {}, "Usage");
  const facts = createElement("p", { class: "soft" });
  const read = createElement("p", { class: "soft" });
  const refresh = createButton("Refresh", () => post("refresh"));
  const switchOrganization = createButton("Switch Organization...", () => post("switchOrganization"));
  const problem = createElement("div", { class: "notice problem", hidden: true });
  let shownProblem: string | undefined;
  const showProblem = (now: UsagePanelToWebview["problem"], isStale: boolean) => {
    if (now?.message === shownProblem) return;
    shownProblem = now?.message;
    problem.hidden = now === null;
    if (!now) return announce("Up to date again.");
    const problemText = isStale ? `The usage below is not up to date. ${now.message}` : now.message;
    replaceContent(
      problem,
      createElement("span", {}, problemText),
      createButton(now.remedy, () => post("remedy"), { "data-key": "remedy" }),
    );
    announce(problemText);
  };
  return {
    element: createElement(
      "header",
      {},
      title,
      facts,
      createElement("div", { class: "row" }, read, refresh, switchOrganization),
      problem,
    ),
    show: ({ shown, isReading, problem: now }: UsagePanelToWebview) => {
      setText(title, shown?.organization ? `Usage of ${shown.organization}` : "Usage");
      const known = [shown?.period, shown?.plan && `plan ${shown.plan}`, shown?.connection];
      setText(facts, known.filter(Boolean).join(" · "));
      setText(read, formatReadTime(shown?.readAt, isReading));
      showProblem(now, shown !== null);
    },
  };
}

function formatReadTime(readAt: string | undefined, isReading: boolean): string {
  if (isReading) return "Reading...";
  return readAt === undefined ? "Not read yet" : `Last read ${formatLocalTime(readAt, Date.now())}`;
}
