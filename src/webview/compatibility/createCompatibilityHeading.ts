import type { CompatibilityHears, CompatibilitySays } from "../protocol/compatibilityPanelMessages.ts";
import type { Announce } from "../shared/announcer.ts";
import { button, element, fill, refill, setText } from "../shared/element.ts";

type Report = Extract<CompatibilityHears, { type: "report" }>;
type Asks = Exclude<CompatibilitySays["type"], "ready" | "map">;

/** Whose service it is, how well it is understood, and what can be done with the report. */
export function compatibilityHeading(ask: (what: Asks) => void, announce: Announce) {
  const facts = element("p", { class: "soft" });
  const summary = element("p", { class: "summary" });
  const problem = element("div", { class: "notice problem", hidden: true });
  const acts = element(
    "div",
    { class: "row", hidden: true },
    button("Copy as Issue Text", () => ask("copyIssue"), { class: "primary" }),
    button("Export JSON...", () => ask("export")),
    button("Edit Profile", () => ask("editProfile")),
    button("Check Again", () => ask("check")),
  );
  const speech = element("dl", { class: "speech" });
  let told: string | undefined;
  const showProblem = (now: Report["problem"]) => {
    if (now?.message === told) return;
    told = now?.message;
    problem.hidden = now === null;
    if (!now) return;
    const offer = button(now.remedy, () => ask("remedy"), { "data-key": "remedy" });
    fill(problem, element("span", { class: "fill" }, now.message), offer);
    announce(now.message);
  };
  return {
    element: element("header", {}, element("h1", {}, "Compatibility"), facts, summary, acts, problem, speech),
    show: ({ shown, problem: now }: Report) => {
      acts.hidden = shown === null;
      setText(facts, shown ? [...new Set([shown.connection, shown.host])].join(" · ") : "");
      setText(summary, shown ? shown.summary : now ? "" : "Connecting...");
      refill(speech, shown?.speech, () =>
        (shown?.speech ?? []).map(({ name, words }) =>
          element("div", {}, element("dt", {}, name), element("dd", {}, words)),
        ),
      );
      showProblem(now);
    },
  };
}
