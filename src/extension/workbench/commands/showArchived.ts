import type { CommandHandler } from "../../base/editorServices.ts";
import type { WorkbenchServices } from "../app.ts";

/** Shows archived projects, servers and skills in their views, or hides them again. */
export const showArchived: CommandHandler<Pick<WorkbenchServices, "filters">> = ({ filters }) =>
  filters.showArchived(!filters.isArchivedShown());
