import type { CommandHandler } from "../editorServices.ts";
import type { ViewName } from "../ports.ts";

/** A command, as VS Code shows it and as it runs. `npm run manifest` writes package.json from all of it but the handler. */
export interface Command<Context = never> {
  readonly title: string;
  /** The title where space is limited. */
  readonly shortTitle?: string;
  readonly icon?: string;
  /** It reads, changes or runs files of the workspace: in an untrusted one it is grey, and asks for trust. */
  readonly needsTrust?: true;
  readonly menus?: readonly (readonly MenuItem[])[];
  readonly handler: CommandHandler<Context>;
}

/** A command of `internalCommands.ts`, which no palette and no menu shows. */
export type InternalCommand<Context = never> = Pick<Command<Context>, "handler" | "needsTrust">;

/** An entry of a command in one of VS Code's menus. `group` is the group of the menu and the position in it. */
export interface MenuItem {
  readonly menu: Menu;
  readonly when: string;
  readonly group?: string;
}

/** In the order of the manifest. */
export const menus = [
  "commandPalette",
  "view/title",
  "view/item/context",
  "fairlead.copy",
  "fairlead.more",
  "fairlead.explorer",
  "editor/title",
  "editor/context",
] as const;

type Menu = (typeof menus)[number];

export const trusted = "isWorkspaceTrusted";
export const connected = "fairlead.session == connected";
export const isFolder = "explorerResourceIsFolder";
/** Before the first connection in this window the session is unknown, and its commands connect. */
export const mayBeConnected = "!(fairlead.session =~ /^(none|signedOut)$/)";

/** The service of this machine: it has one organization and no audit log. */
export const isLocal = "fairlead.isLocal";
export const isRemote = `!${isLocal}`;
/** A service that is not known to implement the contract may have a profile. */
export const mayHaveProfile = "!fairlead.isContract";

/** The condition that the value of a context key matches a pattern. */
export const matches = (key: string, pattern: RegExp) => `${key} =~ ${pattern}`;

/**
 * The resource is one of those that the editor has found by their content. Until it has looked, which is until the
 * extension runs, the other condition decides.
 */
export const byContent = (found: string, otherwise: string) =>
  `(resourcePath in ${found} || (!${found} && ${otherwise}))`;

/** The same entries, while a further condition holds. */
export const onlyWhere = (condition: string, items: readonly MenuItem[]): MenuItem[] =>
  items.map((item) => ({ ...item, when: `${item.when} && ${condition}` }));

/** The palette shows a command without such an entry. */
export const inPalette = (when: string): MenuItem[] => [{ menu: "commandPalette", when }];
export const hiddenInPalette = inPalette("false");
/** The palette shows a command that needs what a service holds when there is a service to ask. */
export const connectedInPalette = inPalette(mayBeConnected);

/** In the title bar of views, when all conditions hold. */
export const inViewTitle = (views: readonly ViewName[], group: string, ...conditions: string[]): MenuItem[] =>
  views.map((view) => ({ menu: "view/title", when: [`view == fairlead.${view}`, ...conditions].join(" && "), group }));

/** The condition that a row is in one of our views. */
export const inOurViews = matches("view", /^fairlead\./);

const onRowsWhere = (view: string, pattern: RegExp, groups: readonly string[]): MenuItem[] =>
  groups.map((group) => ({ menu: "view/item/context", when: `${view} && ${matches("viewItem", pattern)}`, group }));

/** On rows whose context value matches, in any view. The group `inline` shows the command's icon in the row. */
export const onRows = (pattern: RegExp, ...groups: string[]) => onRowsWhere(inOurViews, pattern, groups);
export const onAccountRows = (pattern: RegExp, ...groups: string[]) =>
  onRowsWhere("view == fairlead.account", pattern, groups);
/** In the submenu *Copy* or *More* of such rows, because the menu itself has at most ten entries. */
export const inRowSubmenu = (submenu: "copy" | "more", pattern: RegExp, group: string): MenuItem[] => [
  { menu: `fairlead.${submenu}`, when: matches("viewItem", pattern), group },
];

/** In the submenu *Fairlead* of the Explorer; VS Code hides an empty one. */
export const inExplorer = (when: string, group: string): MenuItem[] => [{ menu: "fairlead.explorer", when, group }];
/** The condition that the document of the scheme `fairlead` has this path. */
export const inFairleadDocument = (path: RegExp) => `resourceScheme == fairlead && ${matches("resourcePath", path)}`;
export const inEditorTitle = (when: string, group: string): MenuItem[] => [{ menu: "editor/title", when, group }];
export const inEditorMenu = (when: string, group: string): MenuItem[] => [{ menu: "editor/context", when, group }];

/** Rows of servers with code. */
export const serverWithCode = /^server\..*\.code$/;
/** Rows of deployments that run beside the live one. */
export const runningPreview = /^deployment\..*\.preview(\.|$)/;
/** Rows of servers with a version. A service need not say where its code is. */
export const serverWithVersion = /^server\..*\.(code|version)$/;
/** Rows of servers that answer, or that a request wakes. */
export const runningServer = /^server\.[a-z]+\.(running|idle|degraded)/;

const namedLikeApi = matches("resourceFilename", /(openapi|swagger|api-docs|api).*\.(ya?ml|json)$/i);
const namedDocument = matches("resourceFilename", /^(openapi|swagger)\.(ya?ml|json)$/i);
const otherFile = matches(
  "resourceFilename",
  /^(package(-lock)?|tsconfig.*|jsconfig|settings|launch|tasks|extensions|fairlead.*|evals|(docker-)?compose.*|pnpm-.*|mkdocs)\.(json|ya?ml)$/,
);
const mayBeDocument = `!${isFolder} && ${matches("resourceExtname", /^\.(ya?ml|json)$/i)} && !(${otherFile})`;
/** By content; by name until the editor has read the workspace, because VS Code shows menus before the extension runs. */
export const openapiDocument = `${namedDocument} || ${byContent("fairlead.openapiDocuments", mayBeDocument)}`;
export const openedDocument = byContent("fairlead.openapiDocuments", namedLikeApi);
