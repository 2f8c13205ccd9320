import {
  type CompatibilityPageState,
  type CompatibilityPanelFromWebview,
  type CompatibilityPanelSubject,
  type CompatibilityPanelToWebview,
  compatibilityPageStateSchema,
  compatibilityPanelSubjectSchema,
  compatibilityPanelToWebviewSchema,
} from "../protocol/compatibilityPanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { createElement } from "../shared/element.ts";
import { createCompatibilityHeading } from "./createCompatibilityHeading.ts";
import { createOperationList } from "./createOperationList.ts";

const page = connectPage<
  CompatibilityPanelSubject,
  CompatibilityPageState,
  CompatibilityPanelToWebview,
  CompatibilityPanelFromWebview
>({
  subject: compatibilityPanelSubjectSchema,
  place: compatibilityPageStateSchema,
  hears: compatibilityPanelToWebviewSchema,
  start: { filter: "all", open: [] },
});
const announce = createAnnouncer();
const heading = createCompatibilityHeading((type) => page.say({ type }), announce);
const operations = createOperationList({ page, map: (operation) => page.say({ type: "map", operation }) });

document.body.append(createElement("main", {}, heading.element, operations.element));
page.start({
  ready: () => page.say({ type: "ready" }),
  hear: (told) => {
    if (told.type === "done") return announce(told.words);
    heading.show(told);
    operations.show(told.shown);
  },
});
