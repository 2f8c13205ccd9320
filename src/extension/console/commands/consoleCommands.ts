import {
  type Command,
  connectedInPalette,
  inEditorTitle,
  inFairleadDocument,
  inPalette,
  inRowSubmenu,
  inViewTitle,
} from "../../base/commands/command.ts";
import { runOperation } from "./runOperation.ts";
import { sendOperation, showResponse } from "./sendOperation.ts";

const operationDocument = inFairleadDocument(/^\/(operation|answer)\//);

/** The operation console. */
export const consoleCommands = {
  "fairlead.operation.run": {
    title: "Run Operation...",
    icon: "$(terminal)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "3_operation@1"),
      inRowSubmenu(
        "more",
        /^(project|server|skill|installation\.|deployment|artifacts?\b|version|testRuns?\b|identity|organization|members|usage|apiKeys?\b|oauthConnections?\b|userSettings)/,
        "5_service@2",
      ),
    ],
    handler: runOperation,
  },
  "fairlead.operation.send": {
    title: "Run This Operation",
    icon: "$(play)",
    menus: [inPalette(operationDocument), inEditorTitle(operationDocument, "navigation@1")],
    handler: sendOperation,
  },
  "fairlead.operation.showAnswer": {
    title: "Show Answer",
    icon: "$(output)",
    menus: [inPalette(operationDocument), inEditorTitle(operationDocument, "navigation@2")],
    handler: showResponse,
  },
} as const satisfies Record<string, Command>;
