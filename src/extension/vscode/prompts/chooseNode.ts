import * as l10n from "@vscode/l10n";
import { type QuickPickItem, ThemeIcon, window } from "vscode";
import { formatLabelText, formatMessageText } from "../../../text/plainMessage.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import { type ChooseNode, createNodeChoice, type NodeChoice } from "../../workbench/tree/chooseNode.ts";
import type { FoundNode } from "../../workbench/tree/nodeSearch.ts";

interface Item extends QuickPickItem {
  readonly found: FoundNode;
}

/** The user types faster than a service answers. */
const pauseMs = 250;

/** A list that is there at once with what is known; VS Code filters it, and the service adds what it finds. */
export const chooseNode: ChooseNode = ({ title, placeholder, search }) => {
  const box = window.createQuickPick<Item>();
  const items = new Map<string, Item>();
  const answer = Promise.withResolvers<FoundNode | undefined>();
  let reading: AbortController | undefined;
  let timer: NodeJS.Timeout | undefined;
  const add = (found: readonly FoundNode[]) => {
    for (const one of found) {
      const choice = createNodeChoice(one, Date.now());
      items.set(choice.key, toItem(choice));
    }
    box.items = [...items.values()];
  };
  const read = async (text: string) => {
    reading?.abort();
    const current = new AbortController();
    reading = current;
    box.busy = true;
    try {
      await search.search(text, current.signal, (found) => {
        if (!current.signal.aborted && found.length > 0) add(found);
      });
      if (reading === current) box.placeholder = formatMessageText(placeholder);
    } catch (error) {
      if (reading === current && !isAbortError(error))
        box.placeholder = formatMessageText(l10n.t`Only what was read before is listed. ${readErrorMessage(error)}`);
    } finally {
      if (reading === current) box.busy = false;
    }
  };
  box.title = title;
  box.placeholder = placeholder;
  box.matchOnDescription = true;
  box.keepScrollPosition = true;
  add(search.known());
  const subscriptions = [
    box.onDidChangeValue((text) => {
      clearTimeout(timer);
      timer = setTimeout(() => void read(text.trim()), pauseMs);
    }),
    box.onDidAccept(() => {
      const [item] = box.selectedItems;
      if (item) answer.resolve(item.found);
    }),
    box.onDidHide(() => answer.resolve(undefined)),
  ];
  box.show();
  void read("");
  return answer.promise.finally(() => {
    clearTimeout(timer);
    reading?.abort();
    for (const one of subscriptions) one.dispose();
    box.dispose();
  });
};

function toItem({ label, description, icon, found }: NodeChoice): Item {
  return {
    label: formatLabelText(label),
    description: formatLabelText(description),
    iconPath: new ThemeIcon(icon),
    found,
  };
}
