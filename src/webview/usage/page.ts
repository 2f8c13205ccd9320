import {
  type UsagePanelFromWebview,
  type UsagePanelToWebview,
  usagePageStateSchema,
  usagePanelSubjectSchema,
  usagePanelToWebviewSchema,
} from "../protocol/usagePanelMessages.ts";
import { connectPage } from "../shared/connectPage.ts";
import { createDailyUsage } from "./createDailyUsage.ts";
import { createUsageHeading } from "./createUsageHeading.ts";
import { createUsageMetrics } from "./createUsageMetrics.ts";

const page = connectPage<object, { day: string | null; asTable: boolean }, UsagePanelToWebview, UsagePanelFromWebview>({
  subject: usagePanelSubjectSchema,
  state: usagePageStateSchema,
  messageSchema: usagePanelToWebviewSchema,
  initialState: { day: null, asTable: false },
});
const heading = createUsageHeading((type) => page.post({ type }));
const metrics = createUsageMetrics();
const daily = createDailyUsage(page);
const content = document.createElement("main");

content.append(heading.element, metrics.element, daily.element);
document.body.append(content);
page.start({
  ready: () => page.post({ type: "ready" }),
  onMessage: (message) => {
    heading.show(message);
    metrics.show(message.shown);
    daily.show(message.shown);
  },
});
