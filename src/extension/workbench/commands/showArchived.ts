import type { App, CommandHandler } from "../app.ts";

/** Shows archived projects, servers and skills in their views, or hides them again. */
export const showArchived: CommandHandler<Pick<App, "filters">> = ({ filters }) =>
  filters.showArchived(!filters.isArchivedShown());
