import type { UsagePanelToWebview } from "../protocol/usagePanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { createButton, createElement, replaceContent, setText } from "../shared/element.ts";
import { formatLocalTime } from "../shared/format.ts";

type Asks = "refresh" | "switchOrganization" | "remedy";

/** Whose usage it is, when it was read, and why it may be old. */
export function createUsageHeading(ask: (what: Asks) => void) {
  const announce = createAnnouncer();
  const title = createElement("h1", {}, "Usage");
  const facts = createElement("p", { class: "soft" });
  const read = createElement("p", { class: "soft" });
  const refresh = createButton("Refresh", () => ask("refresh"));
  const others = createButton("Switch Organization...", () => ask("switchOrganization"));
  const problem = createElement("div", { class: "notice problem", hidden: true });
  let told: string | undefined;
  const showProblem = (now: UsagePanelToWebview["problem"], isStale: boolean) => {
    if (now?.message === told) return;
    told = now?.message;
    problem.hidden = now === null;
    if (!now) return announce("Up to date again.");
    const words = isStale ? `What is shown is not up to date. ${now.message}` : now.message;
    replaceContent(
      problem,
      createElement("span", {}, words),
      createButton(now.remedy, () => ask("remedy"), { "data-key": "remedy" }),
    );
    announce(words);
  };
  return {
    element: createElement(
      "header",
      {},
      title,
      facts,
      createElement("div", { class: "row" }, read, refresh, others),
      problem,
    ),
    show: ({ shown, isReading, problem: now }: UsagePanelToWebview) => {
      setText(title, shown?.organization ? `Usage of ${shown.organization}` : "Usage");
      const known = [shown?.period, shown?.plan && `plan ${shown.plan}`, shown?.connection];
      setText(facts, known.filter(Boolean).join(" · "));
      setText(read, readWords(shown?.readAt, isReading));
      showProblem(now, shown !== null);
    },
  };
}

function readWords(readAt: string | undefined, isReading: boolean): string {
  if (isReading) return "Reading...";
  return readAt === undefined ? "Not read yet" : `Last read ${formatLocalTime(readAt, Date.now())}`;
}
