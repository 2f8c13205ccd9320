import * as l10n from "@vscode/l10n";
import type {
  CompatibilityPanelFromWebview,
  CompatibilityPanelToWebview,
  ShownServiceProfile,
} from "../protocol/compatibilityPanelMessages.ts";
import type { Announce } from "../shared/announcer.ts";
import { createProblemNotice } from "../shared/createProblemNotice.ts";
import { createButton, createElement, createRow, replaceChangedContent, setText } from "../shared/element.ts";

type Post = (message: CompatibilityPanelFromWebview) => void;
type Report = Extract<CompatibilityPanelToWebview, { type: "report" }>;

/** The service, its convention, and what can be done with the profile as a whole. */
export function createProfileHeading(post: Post, announce: Announce) {
  const service = createElement("p", { class: "soft" });
  const problem = createProblemNotice(() => post({ type: "remedy" }), announce);
  const preset = createPresetChoice(post);
  const actions = createProfileActions(post);
  return {
    element: createElement(
      "header",
      {},
      createElement("h1", {}, l10n.t("Service Profile")),
      service,
      preset.element,
      actions.element,
      problem.element,
    ),
    show: ({ shown, problem: now }: Report) => {
      setText(
        service,
        shown ? [...new Set([shown.connection, shown.host])].join(" · ") : now ? "" : l10n.t("Connecting..."),
      );
      preset.show(shown);
      actions.show(shown?.profile ?? null);
      problem.show(now);
    },
  };
}

function createPresetChoice(post: Post) {
  const text = createElement("span");
  const select = createElement("select", { "aria-label": l10n.t("Convention") });
  select.addEventListener("change", () => post({ type: "preset", name: select.value }));
  const element = createElement("div", { class: "row", hidden: true }, text, select);
  return {
    element,
    show: (shown: Report["shown"]) => {
      element.hidden = !shown?.profile;
      if (!shown?.profile) return;
      const { preset, presets } = shown.profile;
      const title = presets.find(({ name }) => name === preset)?.title;
      setText(
        text,
        title === undefined ? l10n.t("It follows no convention that Fairlead knows.") : l10n.t`It is read as ${title}.`,
      );
      const choose = createElement("option", { value: "", disabled: true, selected: true }, l10n.t("Choose..."));
      replaceChangedContent(select, [preset, presets], () => [
        ...(title === undefined ? [choose] : []),
        ...presets.map(({ name, title }) => createElement("option", { value: name, selected: name === preset }, title)),
      ]);
    },
  };
}

function createProfileActions(post: Post) {
  const right = createButton(l10n.t("Looks Right"), () => post({ type: "looksRight" }), {
    class: "primary",
    "aria-describedby": "proposals",
  });
  const proposals = createElement("span", { id: "proposals", class: "soft" });
  const ask = createButton(l10n.t("Ask Before Changes Again"), () => post({ type: "askBeforeChanges" }));
  const accept = createRow(right, proposals);
  const others = createRow(
    createButton(l10n.t("Share..."), () => post({ type: "act", action: "shareProfile" })),
    createButton(l10n.t("Import..."), () => post({ type: "act", action: "importProfile" })),
    createButton(l10n.t("Edit as JSON"), () => post({ type: "act", action: "editProfile" })),
    createButton(l10n.t("Read the Service"), () => post({ type: "check" })),
    ask,
  );
  const element = createElement("div", { class: "actions", hidden: true }, accept, others);
  return {
    element,
    show: (profile: ShownServiceProfile | null) => {
      element.hidden = profile === null;
      const count = profile?.proposalCount ?? 0;
      accept.hidden = count === 0;
      setText(proposals, count === 1 ? l10n.t("Accepts 1 proposal.") : l10n.t`Accepts all ${count} proposals.`);
      ask.hidden = profile?.asksBeforeChanges ?? true;
    },
  };
}
