import type { Announce } from "./announcer.ts";
import { createButton, createElement, replaceContent } from "./element.ts";

interface ShownProblem {
  readonly message: string;
  readonly remedy: string;
}

/** Why a page shows nothing new, and what helps. Each problem is announced once; `end` is announced when it is over. */
export function createProblemNotice(onRemedy: () => void, announce: Announce, end?: string) {
  const element = createElement("div", { class: "notice problem", hidden: true });
  let shown: string | undefined;
  return {
    element,
    show: (problem: ShownProblem | null) => {
      if (problem?.message === shown) return;
      shown = problem?.message;
      element.hidden = problem === null;
      if (!problem) return end === undefined ? undefined : announce(end);
      const remedy = createButton(problem.remedy, onRemedy, { "data-key": "remedy" });
      replaceContent(element, createElement("span", { class: "fill" }, problem.message), remedy);
      announce(problem.message);
    },
  };
}
