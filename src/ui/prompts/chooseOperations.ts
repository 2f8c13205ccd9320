import * as vscode from "vscode";
import { type Back, back } from "../../core/foundation/ports.ts";
import { type ChooseOperations, choiceOf, chosenIds, countWords } from "../../core/server/operationFilter.ts";
import { type ChooserMode, chooserRows, chosenAfter, tickedKeys } from "../../core/server/operationRows.ts";
import { labelText } from "../../text/plainMessage.ts";

type Question = Parameters<ChooseOperations>[0];
type Answer = Awaited<ReturnType<ChooseOperations>>;
type Item = vscode.QuickPickItem & { readonly key?: string };

/** One list with check boxes, of operations under their tags or, by a button, of the tags themselves. */
export const chooseOperations: ChooseOperations = (question) =>
  new Promise((resolve) => {
    const chooser = new OperationChooser(question, resolve);
    chooser.show();
  });

const modes = {
  operations: { placeholder: "Which operations become tools? Type to search", switch: "Choose by tag", icon: "tag" },
  tags: { placeholder: "Which tags become tools? Type to search", switch: "Choose one by one", icon: "list-unordered" },
} as const satisfies Record<ChooserMode, object>;

class OperationChooser {
  readonly #question: Question;
  readonly #picker = vscode.window.createQuickPick<Item>();
  readonly #resolve: (answer: Answer) => void;
  #mode: ChooserMode;
  #ids: ReadonlySet<string>;
  /** As it was when the list was filled: what VS Code tells while it takes the new rows over must not add up. */
  #base: ReadonlySet<string>;

  constructor(question: Question, resolve: (answer: Answer) => void) {
    const { outline, chosen, maxTools } = question;
    this.#question = question;
    this.#resolve = resolve;
    this.#ids = chosenIds(outline, chosen);
    this.#base = this.#ids;
    this.#mode = outline.operations.length > maxTools && outline.tags.length > 1 ? "tags" : "operations";
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
    picker.onDidChangeSelection((items) => this.#ticked(items));
    picker.onDidTriggerButton((button) =>
      button === vscode.QuickInputButtons.Back ? this.#end(back) : this.#switch(),
    );
    picker.onDidAccept(() => this.#accept());
    picker.onDidHide(() => this.#end(undefined));
    this.#fill();
    picker.show();
  }

  #fill(): void {
    const { outline, step } = this.#question;
    const picker = this.#picker;
    const look = modes[this.#mode];
    const ticked = tickedKeys(outline, this.#mode, this.#ids);
    const items = withHeadings(chooserRows(outline, this.#mode, this.#ids));
    this.#base = this.#ids;
    picker.placeholder = look.placeholder;
    picker.buttons = [
      ...(step && step.number > 1 ? [vscode.QuickInputButtons.Back] : []),
      ...(outline.tags.length > 1 ? [{ iconPath: new vscode.ThemeIcon(look.icon), tooltip: look.switch }] : []),
    ];
    picker.items = items;
    picker.selectedItems = items.filter(({ key }) => key !== undefined && ticked.has(key));
    this.#showCount();
  }

  #ticked(items: readonly Item[]): void {
    const keys = new Set(items.flatMap(({ key }) => (key === undefined ? [] : [key])));
    this.#ids = chosenAfter(this.#question.outline, this.#mode, this.#base, keys);
    this.#showCount();
  }

  #switch(): void {
    this.#mode = this.#mode === "tags" ? "operations" : "tags";
    this.#picker.value = "";
    this.#fill();
  }

  #showCount(): void {
    const { outline, maxTools } = this.#question;
    this.#picker.title = countWords(this.#ids.size, outline.operations.length, maxTools);
  }

  #accept(): void {
    if (this.#ids.size === 0) this.#picker.title = "Choose at least one operation";
    else this.#end(choiceOf(this.#question.outline, this.#ids));
  }

  #end(answer: Answer | Back): void {
    this.#resolve(answer);
    this.#picker.dispose();
  }
}

function withHeadings(rows: ReturnType<typeof chooserRows>): Item[] {
  return rows.flatMap(({ key, label, description, heading }, index): Item[] => {
    const item = { key, label: labelText(label), description: labelText(description) };
    if (heading === "" || heading === rows[index - 1]?.heading) return [item];
    return [{ label: labelText(heading), kind: vscode.QuickPickItemKind.Separator }, item];
  });
}
