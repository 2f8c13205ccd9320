import type { App, CommandHandler } from "../app.ts";

/** One page more of the list that was clicked. */
export const loadMore: CommandHandler<Pick<App, "loadMore">> = async (app, { node }) => {
  if (node?.kind === "more") await app.loadMore(node.of);
};
