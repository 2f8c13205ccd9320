import type {
  CompatibilityPanelFromWebview,
  CompatibilityPanelToWebview,
} from "../protocol/compatibilityPanelMessages.ts";
import type { Announce } from "../shared/announcer.ts";
import { createButton, createElement, replaceChangedContent, replaceContent, setText } from "../shared/element.ts";

type Report = Extract<CompatibilityPanelToWebview, { type: "report" }>;
type Asks = Exclude<CompatibilityPanelFromWebview["type"], "ready" | "map">;

/** Whose service it is, how well it is understood, and what can be done with the report. */
export function createCompatibilityHeading(ask: (what: Asks) => void, announce: Announce) {
  const facts = createElement("p", { class: "soft" });
  const summary = createElement("p", { class: "summary" });
  const problem = createElement("div", { class: "notice problem", hidden: true });
  const acts = createElement(
    "div",
    { class: "row", hidden: true },
    createButton("Copy as Issue Text", () => ask("copyIssue"), { class: "primary" }),
    createButton("Export JSON...", () => ask("export")),
    createButton("Edit Profile", () => ask("editProfile")),
    createButton("Check Again", () => ask("check")),
  );
  const speech = createElement("dl", { class: "speech" });
  let told: string | undefined;
  const showProblem = (now: Report["problem"]) => {
    if (now?.message === told) return;
    told = now?.message;
    problem.hidden = now === null;
    if (!now) return;
    const offer = createButton(now.remedy, () => ask("remedy"), { "data-key": "remedy" });
    replaceContent(problem, createElement("span", { class: "fill" }, now.message), offer);
    announce(now.message);
  };
  return {
    element: createElement(
      "header",
      {},
      createElement("h1", {}, "Compatibility"),
      facts,
      summary,
      acts,
      problem,
      speech,
    ),
    show: ({ shown, problem: now }: Report) => {
      acts.hidden = shown === null;
      setText(facts, shown ? [...new Set([shown.connection, shown.host])].join(" · ") : "");
      setText(summary, shown ? shown.summary : now ? "" : "Connecting...");
      replaceChangedContent(speech, shown?.speech, () =>
        (shown?.speech ?? []).map(({ name, words }) =>
          createElement("div", {}, createElement("dt", {}, name), createElement("dd", {}, words)),
        ),
      );
      showProblem(now);
    },
  };
}
