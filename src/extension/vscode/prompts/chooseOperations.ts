import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatLabelText } from "../../../text/plainMessage.ts";
import { type PromptBack, promptBack } from "../../base/ports.ts";
import { formatChosenHosts } from "../../server/model/credentialHosts.ts";
import {
  type ChooseOperations,
  createOperationChoice,
  formatOperationCount,
  formatTokenCount,
  readChosenOperations,
} from "../../server/model/operations/operationFilter.ts";
import {
  applyTickedRows,
  createOperationRows,
  findTickedRows,
  type OperationListMode,
} from "../../server/model/operations/operationRows.ts";
import { askOperationsForTask } from "../../server/model/operations/operationsForTask.ts";
import { createPrompts } from "./createPrompts.ts";

type Question = Parameters<ChooseOperations>[0];
type Answer = Awaited<ReturnType<ChooseOperations>>;
type Item = vscode.QuickPickItem & { readonly key?: string };

/** A list with check boxes: operations under their tags or, after a button, the tags themselves. */
export const chooseOperations: ChooseOperations = (question) =>
  new Promise((resolve) => {
    const chooser = new OperationChooser(question, resolve);
    chooser.show();
  });

const changeName = l10n.t("Change the Server's Name");
const chooseForTask = l10n.t("Choose Tools for a Task");

const modes = {
  operations: {
    placeholder: l10n.t('Which operations become tools? Type to search, also for notes such as "deprecated"'),
    switch: l10n.t("Choose by tag"),
    icon: "tag",
  },
  tags: {
    placeholder: l10n.t("Which tags become tools? Type to search"),
    switch: l10n.t("Choose one by one"),
    icon: "list-unordered",
  },
} as const satisfies Record<OperationListMode, object>;

class OperationChooser {
  readonly #question: Question;
  readonly #picker = vscode.window.createQuickPick<Item>();
  readonly #resolve: (answer: Answer) => void;
  #mode: OperationListMode;
  #ids: ReadonlySet<string>;
  /** They are listed first, the best first. */
  #forTask: ReadonlySet<string> = new Set();
  /** A prompt hides the list, which is no cancellation. */
  #isPrompting = false;
  /** The ids when the rows were set. VS Code fires selection events while it takes over new rows, and each must apply to these ids. */
  #base: ReadonlySet<string>;

  constructor(question: Question, resolve: (answer: Answer) => void) {
    const { analysis, chosen, maxTools } = question;
    this.#question = question;
    this.#resolve = resolve;
    this.#ids = readChosenOperations(analysis, chosen);
    this.#base = this.#ids;
    this.#mode = analysis.operations.length > maxTools && analysis.tags.length > 1 ? "tags" : "operations";
  }

  show(): void {
    const picker = this.#picker;
    const { step } = this.#question;
    picker.canSelectMany = true;
    picker.matchOnDescription = true;
    picker.ignoreFocusOut = true;
    if (step && step.total > 1) {
      picker.step = step.number;
      picker.totalSteps = step.total;
    }
    picker.onDidChangeSelection((items) => this.#onSelectionChange(items));
    picker.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) this.#finish(promptBack);
      else if (button.tooltip === changeName) void this.#prompt(async () => this.#question.naming?.change());
      else if (button.tooltip === chooseForTask) void this.#prompt(() => this.#chooseForTask());
      else this.#switchMode();
    });
    picker.onDidAccept(() => this.#accept());
    picker.onDidHide(() => {
      if (!this.#isPrompting) this.#finish(undefined);
    });
    this.#fill();
    picker.show();
  }

  #fill(): void {
    const { analysis, naming, step, use } = this.#question;
    const picker = this.#picker;
    const mode = modes[this.#mode];
    const ticked = findTickedRows(analysis, this.#mode, this.#ids);
    const items = withHeadings(createOperationRows(analysis, this.#mode, this.#ids, use, this.#forTask));
    this.#base = this.#ids;
    picker.placeholder = mode.placeholder;
    picker.buttons = [
      ...(step && step.number > 1 ? [vscode.QuickInputButtons.Back] : []),
      ...(naming ? [{ iconPath: new vscode.ThemeIcon("edit"), tooltip: changeName }] : []),
      { iconPath: new vscode.ThemeIcon("sparkle"), tooltip: chooseForTask },
      ...(analysis.tags.length > 1 ? [{ iconPath: new vscode.ThemeIcon(mode.icon), tooltip: mode.switch }] : []),
    ];
    picker.items = items;
    picker.selectedItems = items.filter(({ key }) => key !== undefined && ticked.has(key));
    this.#showCount();
  }

  #onSelectionChange(items: readonly Item[]): void {
    if (this.#isPrompting) return;
    const keys = new Set(items.flatMap(({ key }) => (key === undefined ? [] : [key])));
    this.#ids = applyTickedRows(this.#question.analysis, this.#mode, this.#base, keys);
    this.#showCount();
  }

  /** Shows the list again after a prompt. */
  async #prompt(ask: () => Promise<void>): Promise<void> {
    this.#isPrompting = true;
    try {
      await ask();
    } finally {
      this.#fill();
      this.#picker.show();
      this.#isPrompting = false;
    }
  }

  async #chooseForTask(): Promise<void> {
    const ids = await askOperationsForTask(createPrompts(), this.#question.analysis);
    if (!ids) return;
    this.#ids = ids;
    this.#forTask = ids;
    this.#mode = "operations";
    this.#picker.value = "";
  }

  #switchMode(): void {
    this.#mode = this.#mode === "tags" ? "operations" : "tags";
    this.#picker.value = "";
    this.#fill();
  }

  #showCount(): void {
    const { analysis, overlay, maxTools, naming, server } = this.#question;
    const chosen = analysis.operations.filter(({ id }) => this.#ids.has(id));
    this.#picker.title = joinTextParts(
      naming && formatLabelText(naming.read()),
      formatOperationCount(chosen, analysis.operations.length, maxTools),
      chosen.length > maxTools ? "" : formatTokenCount(chosen),
      overlay === undefined ? "" : l10n.t`with ${formatLabelText(overlay)}`,
      formatLabelText(
        formatChosenHosts(
          chosen.map(({ credentialHost }) => credentialHost),
          server,
        ),
      ),
    );
  }

  #accept(): void {
    if (this.#ids.size === 0) this.#picker.title = l10n.t("Choose at least one operation");
    else this.#finish(createOperationChoice(this.#question.analysis, this.#ids));
  }

  #finish(answer: Answer | PromptBack): void {
    this.#resolve(answer);
    this.#picker.dispose();
  }
}

function withHeadings(rows: ReturnType<typeof createOperationRows>): Item[] {
  return rows.flatMap(({ key, label, description, heading, icon }, index): Item[] => {
    const item = {
      key,
      label: formatLabelText(label),
      description: formatLabelText(description),
      ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
    };
    if (heading === "" || heading === rows[index - 1]?.heading) return [item];
    return [{ label: formatLabelText(heading), kind: vscode.QuickPickItemKind.Separator }, item];
  });
}
