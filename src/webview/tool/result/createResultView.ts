import * as l10n from "@vscode/l10n";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { readJson } from "../../../text/readJson.ts";
import type { CallView, ContentView } from "../../protocol/toolPanelMessages.ts";
import { createIcon } from "../../shared/createIcon.ts";
import { createButton, createElement } from "../../shared/element.ts";
import { createBoundedText } from "./createBoundedText.ts";
import { createJsonView } from "./createJsonView.ts";

type ShownResult = Pick<CallView, "content" | "structured"> & { readonly state: string };

/** The parts of a result. Texts beside structured content repeat it for agents, so they are folded. */
export function createResultView(
  { content = [], structured, state }: ShownResult,
  openLink: (uri: string) => void,
): readonly (HTMLElement | undefined)[] {
  const isRepetition = ({ kind }: ContentView) => kind === "text" && structured !== undefined;
  const draw = (part: ContentView) => createElement("div", { class: "part" }, createContentPart(part, openLink));
  const repetitions = content.filter(isRepetition);
  const isEmpty = content.length === 0 && structured === undefined && state === "succeeded";
  return [
    structured === undefined ? undefined : createJsonView(structured),
    ...content.filter((part) => !isRepetition(part)).map(draw),
    repetitions.length > 0 ? createTextFold(() => repetitions.map(draw)) : undefined,
    isEmpty ? createElement("p", { class: "soft" }, l10n.t("The result is empty.")) : undefined,
  ];
}

/** The texts are drawn when they are opened. */
function createTextFold(draw: () => readonly HTMLElement[]): HTMLElement {
  const fold = createElement("details", {}, createElement("summary", {}, l10n.t("Text for Agents")));
  fold.addEventListener("toggle", () => fold.append(...draw()), { once: true });
  return fold;
}

type Part<Kind extends ContentView["kind"]> = Extract<ContentView, { kind: Kind }>;
type OpenLink = (uri: string) => void;

/** Draws one part of a result. */
function createContentPart(part: ContentView, openLink: OpenLink): HTMLElement {
  switch (part.kind) {
    case "text":
      return createTextPart(part.text);
    case "image":
    case "audio":
      return createMedia(part);
    case "resource":
      return createResource(part, openLink);
    case "link":
      return createLink(part, openLink);
    case "omitted":
      return createElement("p", { class: "warn" }, createIcon("warning"), " ", part.why);
  }
}

/** The object or the list that a text is as JSON; undefined for other texts. */
function parseStructuredText(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = readJson(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function createTextPart(text: string): HTMLElement {
  const structured = parseStructuredText(text);
  return structured === undefined ? createBoundedText(text) : createJsonView(structured);
}

/** The policy of the page lets images and sound be loaded from `data:` only. */
function createMedia({ kind, mimeType, data }: Part<"image" | "audio">): HTMLElement {
  const isUsable = mimeType.startsWith(`${kind}/`) && /^[\w.+-]+\/[\w.+-]+$/.test(mimeType);
  if (!isUsable) return createElement("p", {}, formatBytes(mimeType, data));
  const source = `data:${mimeType};base64,${data}`;
  const label =
    kind === "image" ? l10n.t`Image (${mimeType}) of the result` : l10n.t`Sound (${mimeType}) of the result`;
  if (kind === "image") return createElement("img", { class: "media", src: source, alt: label });
  return createElement("audio", { class: "media", src: source, controls: true, "aria-label": label });
}

function createResource({ uri, mimeType = "", text, data }: Part<"resource">, openLink: OpenLink): HTMLElement {
  const kind = /^(image|audio)\//.exec(mimeType)?.[1];
  const media = data !== undefined && (kind === "image" || kind === "audio") ? { kind, mimeType, data } : undefined;
  return createElement(
    "div",
    { class: "fields" },
    createElement(
      "p",
      { class: "row" },
      createUriLink(uri, uri, openLink),
      createElement("span", { class: "soft" }, mimeType),
    ),
    media && createMedia({ ...media, kind: media.kind === "image" ? "image" : "audio" }),
    text === undefined ? undefined : createTextPart(text),
    data !== undefined && !media ? createElement("p", {}, formatBytes(mimeType, data)) : undefined,
  );
}

function createLink({ uri, name, description }: Part<"link">, openLink: OpenLink): HTMLElement {
  return createElement(
    "div",
    {},
    createUriLink(name ?? uri, uri, openLink),
    name === undefined ? undefined : createElement("p", { class: "soft" }, uri),
    description === undefined ? undefined : createElement("p", { class: "text" }, description),
  );
}

function createUriLink(label: string, uri: string, openLink: OpenLink): HTMLElement {
  return createButton(label, () => openLink(uri), { class: "link", title: uri });
}

function formatBytes(mimeType: string, data: string): string {
  const size = formatByteSize(Math.floor((data.length * 3) / 4));
  return mimeType
    ? l10n.t`${size} of ${mimeType}, which the page cannot show.`
    : l10n.t`${size}, which the page cannot show.`;
}
