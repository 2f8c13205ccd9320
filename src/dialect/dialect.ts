export type { DialectRequest as Sending, DialectResponse as Got } from "./session.ts";
