import * as l10n from "@vscode/l10n";
import { formatList } from "../../text/language/formatList.ts";
import { formatCount, formatQuantity } from "../../text/language/formatQuantity.ts";
import type { MappingPanelFromWebview } from "../protocol/mappingPanelFromWebview.ts";
import {
  type MappingChange,
  type MappingPageState,
  type MappingPanelSubject,
  type MappingPanelToWebview,
  type MappingProposal,
  mappingPageStateSchema,
  mappingPanelSubjectSchema,
  mappingPanelToWebviewSchema,
  type ShownAnswer,
  type ShownReading,
} from "../protocol/mappingPanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { createElement } from "../shared/element.ts";
import { createNodeRoles, type NodeRoles, type PlacedNode } from "./answerNodes.ts";
import { createAnswerView } from "./createAnswerView.ts";
import { createChoiceMenu } from "./createChoiceMenu.ts";
import { createMappingHeading } from "./createMappingHeading.ts";
import { createProposalView } from "./createProposalView.ts";
import { createRowsView } from "./createRowsView.ts";
import { listNodeChoices, listStateChoices } from "./listChoices.ts";
import { addChange, dismissLines, takeLines } from "./mappingDraft.ts";

const page = connectPage<MappingPanelSubject, MappingPageState, MappingPanelToWebview, MappingPanelFromWebview>({
  subject: mappingPanelSubjectSchema,
  state: mappingPageStateSchema,
  messageSchema: mappingPanelToWebviewSchema,
  initialState: { changes: [], proposal: null },
});
const announce = createAnnouncer();

/** What the extension has posted. */
let answer: ShownAnswer | null = null;
let reading: ShownReading | null = null;
let roles: NodeRoles | undefined;
let models: { readonly canAsk: boolean; readonly working: string | null } = { canAsk: false, working: null };
let problem: Extract<MappingPanelToWebview, { type: "answer" }>["problem"] = null;
let isLoaded = false;

const menu = createChoiceMenu((change) =>
  change.kind !== "absent" || change.fields.length > 0 ? say(change) : undefined,
);
const answerView = createAnswerView(openNodeMenu);
const rowsView = createRowsView({
  onReveal: (itemPath) => {
    const place = reading?.rows.find((row) => row.place)?.place;
    if (place) answerView.reveal([...place, ...itemPath]);
  },
  onExplain: (word, element) => {
    if (answer && reading) menu.open(element, l10n.t`What ${word} means`, listStateChoices(word, { answer, reading }));
  },
});
const proposalView = createProposalView({
  onTake: (lines) => {
    change(takeLines(page.state, lines));
    heading.focusAfter(page.state.proposal);
  },
  onDismiss: (lines) => {
    change(dismissLines(page.state, lines));
    heading.focusAfter(page.state.proposal);
  },
  onCancel: () => page.post({ type: "cancel" }),
});
const heading = createMappingHeading({
  operation: page.subject.operation,
  onSave: () => page.post({ type: "save", changes: page.state.changes }),
  onUndo: () => change({ ...page.state, changes: page.state.changes.slice(0, -1) }),
  onDiscard: () => change({ changes: [], proposal: null }),
  onAsk: () => page.post({ type: "ask", changes: page.state.changes }),
  onRefresh: () => page.post({ type: "refresh" }),
  onAnother: () => page.post({ type: "another" }),
  onRemedy: () => page.post({ type: "remedy" }),
});
const panes = createElement("div", { class: "panes" }, answerView.element, rowsView.element);
document.body.append(createElement("main", {}, heading.element, proposalView.element, panes, menu.element));

const shortcuts: Readonly<Record<string, () => void>> = { s: heading.save, z: heading.undo };
addEventListener("keydown", (event) => {
  const run = event.ctrlKey || event.metaKey ? shortcuts[event.key.toLowerCase()] : undefined;
  if (!run || event.altKey || event.shiftKey) return;
  event.preventDefault();
  run();
});

const listDraft = () => ({
  changes: page.state.changes,
  proposed: page.state.proposal?.lines.map(({ change: proposed }) => proposed) ?? [],
});

function say(added: MappingChange): void {
  answerView.hint("");
  change(addChange(page.state, added));
}

/** Saves the draft with the page, and reads the answer with it. */
function change(state: MappingPageState): void {
  page.updateState(state);
  draw();
  page.post({ type: "read", ...listDraft() });
}

function openNodeMenu(node: PlacedNode, element: HTMLElement): void {
  if (!answer || !reading || !roles) return;
  const choices = listNodeChoices(node, { answer, reading, roles });
  answerView.hint(typeof choices === "string" ? choices : "");
  if (typeof choices === "string") announce(choices);
  else {
    const name = node.path.at(-1);
    menu.open(element, name === undefined ? l10n.t("What is the answer?") : l10n.t`What is ${name}?`, choices);
  }
}

function draw(): void {
  heading.show({ answer, problem, isLoaded, models, state: page.state });
  proposalView.show(page.state.proposal, models.working);
  answerView.show(answer);
  rowsView.show(answer, reading);
}

function showReading(next: ShownReading): void {
  const isFirst = reading === null;
  const before = reading;
  reading = next;
  if (!answer) return;
  roles = createNodeRoles(answer.kind, next);
  draw();
  answerView.mark(roles);
  if (next.place && JSON.stringify(before?.place) !== JSON.stringify(next.place)) {
    answerView.reveal(next.place, false);
    const first = next.rows.find(({ place }) => place)?.place;
    if (first) answerView.revealItem(first);
  }
  if (!isFirst) announce(describeReading(next));
}

/** `3 items. Read: Name, Id, State.` */
function describeReading({ itemCount, columns, problems }: ShownReading): string {
  const fields = formatList(columns.map(({ label }) => label));
  return [
    `${formatQuantity(itemCount, l10n.t("item"), l10n.t("items"))}.`,
    fields && l10n.t`Read: ${fields}.`,
    ...problems,
  ]
    .filter(Boolean)
    .join(" ");
}

function describeProposal({ model, lines }: MappingProposal): string {
  return lines.length === 1
    ? l10n.t`${model} proposes 1 line.`
    : l10n.t`${model} proposes ${formatCount(lines.length)} lines.`;
}

page.start({
  ready: () => page.post({ type: "ready", ...listDraft() }),
  onMessage: (message) => {
    switch (message.type) {
      case "answer":
        isLoaded = true;
        answer = message.shown;
        problem = message.problem;
        if (problem) announce(problem.message);
        return draw();
      case "reading":
        return showReading(message.shown);
      case "models":
        models = message;
        return draw();
      case "proposal":
        change({ ...page.state, proposal: message.proposal });
        return announce(describeProposal(message.proposal));
      case "saved":
        page.updateState({ changes: page.state.changes.slice(message.count) });
        draw();
        return announce(message.message);
    }
  },
});
