/**
 * `fetch` uses a connection again. A server closes one that was idle for five seconds, and on a busy machine a request may be sent
 * on it at that moment, which fails. So each request has a connection of its own here, which may take a minute to open.
 */
await fetch("data:,");
const name = Symbol.for("undici.globalDispatcher.1");
const { constructor: Agent } = Reflect.get(globalThis, name);
const options = { pipelining: 0, connect: { timeout: 60_000 } };
Reflect.set(globalThis, name, Reflect.construct(Agent, [options]));

export {};
