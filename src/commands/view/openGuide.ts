import { promptBack } from "../../core/foundation/ports.ts";
import type { App, CommandHandler } from "../app.ts";

/** The pages of `media/guide`, without `.md`, and their topics. */
export const guidePages = {
  index: { title: "Overview", helpsWith: "views, settings, lists" },
  servers: { title: "Servers", helpsWith: "generate, deploy, watch, use, roll back" },
  skills: { title: "Skills", helpsWith: "write, check, publish, install" },
  testing: { title: "Testing", helpsWith: "cases, runs, models" },
  registry: { title: "Registry", helpsWith: "browse, compare, use versions" },
  "other-services": { title: "Services", helpsWith: "connections, keys, account, services by other makers" },
  security: { title: "Security", helpsWith: "what is protected, from whom, and what is not" },
  performance: { title: "Performance", helpsWith: "measured speed, growth and limits" },
  troubleshooting: { title: "Troubleshooting", helpsWith: "every error code, and what to do" },
} as const;

export type GuidePage = keyof typeof guidePages;

const isGuidePage = (name: string): name is GuidePage => Object.hasOwn(guidePages, name);
const pageNames = Object.keys(guidePages).filter(isGuidePage);

type GuideContext = Pick<App, "prompts" | "showGuide">;

export const openGuide: CommandHandler<GuideContext> = async ({ prompts, showGuide }) => {
  const choices = pageNames.map((value) => {
    const { title: label, helpsWith: description } = guidePages[value];
    return { label, description, value };
  });
  const page = await prompts.pick<GuidePage>({ title: "Fairlead Guide", placeholder: "What do you need?", choices });
  if (page !== undefined && page !== promptBack) await showGuide(page);
};

/** Opens the explanation of a failed call's error code. */
export const openTroubleshooting: CommandHandler<GuideContext> = ({ showGuide }) => showGuide("troubleshooting");
