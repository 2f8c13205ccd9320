import { commands } from "vscode";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { findWalkthroughSteps } from "../../workbench/findWalkthroughSteps.ts";
import { setWalkthroughContext } from "./contextKeys.ts";

/** Opens the walkthrough. What was done before, or in another window, is ticked. */
export async function showWalkthrough({ connections }: Pick<ConnectionServices, "connections">): Promise<void> {
  const open = () => commands.executeCommand("workbench.action.openWalkthrough", "fairlead.fairlead#getStarted", false);
  await open();
  // Where VS Code's own start page is open, the first call shows that page, and only a second one changes what it shows.
  await open();
  const client = await connections.quiet();
  for (const step of client ? await findWalkthroughSteps(client) : []) setWalkthroughContext(step);
}
