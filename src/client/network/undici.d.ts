// undici ships no types for its inner modules; its main entry has them, but importing it replaces the dispatcher that
// every extension's fetch shares, so only the modules below may be imported.
declare module "undici/lib/dispatcher/agent.js" {
  import Agent from "undici/types/agent";
  export = Agent;
}

declare module "undici/lib/dispatcher/pool.js" {
  import Pool from "undici/types/pool";
  export = Pool;
}

declare module "undici/lib/api/api-connect.js" {
  import Dispatcher from "undici/types/dispatcher";

  const connect: Dispatcher["connect"];
  export = connect;
}

declare module "undici/lib/dispatcher/proxy-agent.js" {
  import ProxyAgent from "undici/types/proxy-agent";
  export = ProxyAgent;
}
