import type { UsageTold } from "../protocol/usagePanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { button, element, fill, setText } from "../shared/element.ts";
import { moment } from "../shared/format.ts";

type Asks = "refresh" | "switchOrganization" | "remedy";

/** Whose usage it is, when it was read, and why it may be old. */
export function usageHeading(ask: (what: Asks) => void) {
  const announce = createAnnouncer();
  const title = element("h1", {}, "Usage");
  const facts = element("p", { class: "soft" });
  const read = element("p", { class: "soft" });
  const refresh = button("Refresh", () => ask("refresh"));
  const others = button("Switch Organization...", () => ask("switchOrganization"));
  const problem = element("div", { class: "notice problem", hidden: true });
  let told: string | undefined;
  const showProblem = (now: UsageTold["problem"], isStale: boolean) => {
    if (now?.message === told) return;
    told = now?.message;
    problem.hidden = now === null;
    if (!now) return announce("Up to date again.");
    const words = isStale ? `What is shown is not up to date. ${now.message}` : now.message;
    fill(
      problem,
      element("span", {}, words),
      button(now.remedy, () => ask("remedy"), { "data-key": "remedy" }),
    );
    announce(words);
  };
  return {
    element: element("header", {}, title, facts, element("div", { class: "row" }, read, refresh, others), problem),
    show: ({ shown, isReading, problem: now }: UsageTold) => {
      setText(title, shown ? `Usage of ${shown.organization}` : "Usage");
      const plan = shown?.plan === "" ? "" : `plan ${shown?.plan}`;
      const known = shown ? [shown.period, plan, shown.connection] : [];
      setText(facts, known.filter((one) => one !== "").join(" · "));
      setText(read, readWords(shown?.readAt, isReading));
      showProblem(now, shown !== null);
    },
  };
}

function readWords(readAt: string | undefined, isReading: boolean): string {
  if (isReading) return "Reading...";
  return readAt === undefined ? "Not read yet" : `Last read ${moment(readAt, Date.now())}`;
}
