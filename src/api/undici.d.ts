// undici ships no types for its inner modules; its main entry has them, but importing it replaces the dispatcher that
// every extension's fetch shares, so only the modules below may be imported.
declare module "undici/lib/dispatcher/agent.js" {
  import Agent from "undici/types/agent";
  export = Agent;
}

declare module "undici/lib/dispatcher/proxy-agent.js" {
  import ProxyAgent from "undici/types/proxy-agent";
  export = ProxyAgent;
}
