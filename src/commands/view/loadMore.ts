import type { Command } from "../app.ts";

/** One page more of the list that was clicked. */
export const loadMore: Command = async (app, { node }) => {
  if (node?.kind === "more") await app.loadMore(node.of);
};
