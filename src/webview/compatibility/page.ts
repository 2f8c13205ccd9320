import {
  type CompatibilityHears,
  type CompatibilityPlace,
  type CompatibilitySays,
  type CompatibilitySubject,
  compatibilityHears,
  compatibilityPlace,
  compatibilitySubject,
} from "../protocol/compatibilityPanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { element } from "../shared/element.ts";
import { compatibilityHeading } from "./createCompatibilityHeading.ts";
import { operationList } from "./createOperationList.ts";

const page = connectPage<CompatibilitySubject, CompatibilityPlace, CompatibilityHears, CompatibilitySays>({
  subject: compatibilitySubject,
  place: compatibilityPlace,
  hears: compatibilityHears,
  start: { filter: "all", open: [] },
});
const announce = createAnnouncer();
const heading = compatibilityHeading((type) => page.say({ type }), announce);
const operations = operationList({ page, map: (operation) => page.say({ type: "map", operation }) });

document.body.append(element("main", {}, heading.element, operations.element));
page.start({
  ready: () => page.say({ type: "ready" }),
  hear: (told) => {
    if (told.type === "done") return announce(told.words);
    heading.show(told);
    operations.show(told.shown);
  },
});
