import type { UnknownRecord } from "../../text/record.ts";

/** Saves what the user enters, so that it is there again when the page is. */
export interface Draft {
  save(entered: UnknownRecord): void;
  /** Saves at once what is not saved yet. */
  flush(): void;
}

/** While the user types, only the last value of this time is saved. */
const pauseMs = 300;

export function createDraft(post: (entered: UnknownRecord) => void): Draft {
  let pending: UnknownRecord | undefined;
  const flush = () => {
    if (pending) post(pending);
    pending = undefined;
  };
  // VS Code may discard a hidden page.
  document.addEventListener("visibilitychange", flush);
  return {
    flush,
    save: (entered) => {
      if (!pending) setTimeout(flush, pauseMs);
      pending = entered;
    },
  };
}
