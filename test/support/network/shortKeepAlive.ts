/**
 * `fetch` uses a connection again. A server closes one that was idle for five seconds, and on a busy machine a request may be sent
 * on it at that moment, which fails. So a connection is used again within a second only.
 */
await fetch("data:,");
const name = Symbol.for("undici.globalDispatcher.1");
const { constructor: Agent } = Reflect.get(globalThis, name);
const options = { keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 };
Reflect.set(globalThis, name, Reflect.construct(Agent, [options]));

export {};
