import * as l10n from "@vscode/l10n";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { splitPointer } from "../../../text/position/jsonPointer.ts";
import { createButton, createElement, replaceContent } from "../../shared/element.ts";
import type { ArgumentProblem } from "../form/findArgumentProblems.ts";

interface ProblemListParts {
  readonly onReveal: (pointer: string) => void;
  readonly onCallAnyway: () => void;
}

const mostShown = 10;

/** Why the arguments are not valid, in one place. */
export function createProblemList({ onReveal, onCallAnyway }: ProblemListParts) {
  const element = createElement("div", {
    class: "notice problem problems",
    role: "group",
    tabindex: -1,
    hidden: true,
    "aria-labelledby": "problems",
  });
  const callAnyway = createButton(l10n.t("Call Anyway"), onCallAnyway, { "data-key": "callAnyway" });
  return {
    element,
    focus: () => element.focus(),
    show: (problems: readonly ArgumentProblem[], canCallAnyway: boolean) => {
      element.hidden = problems.length === 0;
      const title = formatQuantity(problems.length, l10n.t("problem"), l10n.t("problems"));
      const items = problems.slice(0, mostShown).map(({ pointer, message }) => {
        const name = splitPointer(pointer).join(" > ");
        const reveal = () => onReveal(pointer);
        return createElement("li", {}, createButton(name ? `${name}: ${message}` : message, reveal, { class: "link" }));
      });
      replaceContent(
        element,
        createElement("span", { id: "problems", class: "name" }, title),
        createElement("ul", { class: "fill" }, ...items),
        ...(canCallAnyway ? [callAnyway] : []),
      );
    },
  };
}
