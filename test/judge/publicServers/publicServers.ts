/** A public MCP server as an npm package, which starts without an account. */
export interface PublicServer {
  readonly package: string;
  /** `CHROMIUM` stands for the browser that the tests have. */
  readonly args?: readonly string[];
  /** The variable of a key that is made up. */
  readonly key?: string;
  /**
   * `http`: it serves `/mcp` of `PORT`. `stdio`, the default: a program behind the adapter of deployed ones. `deployed`: a folder with a lock
   * file, which may not start other programs.
   */
  readonly transport?: "http" | "stdio" | "deployed";
  /** The arguments of calls that change nothing outside, by their tools. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Results of each kind. */
const everything = {
  echo: { message: "hello" },
  "get-tiny-image": {},
  "get-structured-content": { location: "Chicago" },
  "get-resource-reference": { resourceType: "Blob", resourceId: 1 },
  "get-resource-links": { count: 2 },
  "get-annotated-message": { messageType: "success", includeImage: true },
};
const thought = { thought: "One.", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
const ofProtocol = (name: string) => `@modelcontextprotocol/server-${name}`;
const stdio = ["--stdio"];
const headless = ["--headless", "--isolated", "--executable-path", "CHROMIUM"];

export const publicServers: readonly PublicServer[] = [
  { package: ofProtocol("everything"), transport: "deployed", calls: everything },
  { package: ofProtocol("everything"), transport: "http", args: ["streamableHttp"], calls: everything },
  { package: ofProtocol("filesystem"), args: ["."], calls: { list_directory: { path: "." } } },
  { package: ofProtocol("memory"), transport: "deployed", calls: { read_graph: {} } },
  { package: ofProtocol("sequential-thinking"), transport: "deployed", calls: { sequentialthinking: thought } },
  { package: ofProtocol("github"), key: "GITHUB_TOKEN", calls: { search_repositories: { query: "mcp" } } },
  {
    package: "@playwright/mcp",
    args: [...headless, "--no-sandbox"],
    calls: { browser_tabs: { action: "list" }, browser_take_screenshot: {} },
  },
  { package: "chrome-devtools-mcp", args: [...headless, "--chrome-arg=--no-sandbox"], calls: { list_pages: {} } },
  { package: "@upstash/context7-mcp", calls: { "resolve-library-id": { query: "zod", libraryName: "zod" } } },
  {
    package: "firecrawl-mcp",
    key: "FIRECRAWL_API_KEY",
    calls: { firecrawl_scrape: { url: "https://example.com" } },
  },
  { package: "@notionhq/notion-mcp-server", key: "NOTION_TOKEN", calls: { "API-get-self": {} } },
  { package: "@sentry/mcp-server", key: "SENTRY_ACCESS_TOKEN", calls: { whoami: {} } },
  { package: "mongodb-mcp-server", args: ["--telemetry", "disabled"], calls: { "list-databases": {} } },
  { package: "@azure/mcp", args: ["server", "start"], calls: { documentation: {} } },
  { package: "tavily-mcp", key: "TAVILY_API_KEY", calls: { tavily_search: { query: "mcp" } } },
  { package: "exa-mcp-server", key: "EXA_API_KEY", calls: { web_search_exa: { query: "mcp" } } },
  {
    package: "@brave/brave-search-mcp-server",
    key: "BRAVE_API_KEY",
    calls: { brave_web_search: { query: "mcp" } },
  },
  { package: "airtable-mcp-server", key: "AIRTABLE_API_KEY", calls: { list_bases: {} } },
  { package: "@eslint/mcp", calls: { "lint-files": { filePaths: ["/nothing.js"] } } },
  // Those below have MCP Apps.
  { package: ofProtocol("budget-allocator"), transport: "http", calls: { "get-budget-data": {} } },
  { package: ofProtocol("map"), transport: "http", calls: { "show-map": {} } },
  { package: ofProtocol("scenario-modeler"), transport: "http", calls: { "get-scenario-data": {} } },
  { package: ofProtocol("pdf"), args: stdio, calls: { list_pdfs: {} } },
  { package: ofProtocol("threejs"), args: stdio, calls: { show_threejs_scene: {} } },
  { package: ofProtocol("shadertoy"), args: stdio, calls: { "render-shadertoy": {} } },
  { package: ofProtocol("sheet-music"), args: stdio, calls: { "play-sheet-music": {} } },
];
