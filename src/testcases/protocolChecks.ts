/** The checks of every server, for both eras of the protocol (2026-07-28 without a session, 2025-11-25 with `initialize`). */
export const protocolChecks = [
  { id: "protocol:discover", name: "Describes itself (server/discover)" },
  { id: "protocol:modern-tools", name: "Lists its tools without a session" },
  { id: "protocol:initialize", name: "Opens a session (initialize)" },
  { id: "protocol:legacy-tools", name: "Lists its tools in a session" },
  { id: "protocol:unknown-method", name: "Rejects an unknown method" },
  { id: "protocol:unknown-tool", name: "Rejects an unknown tool" },
  { id: "protocol:ping", name: "Answers a ping" },
] as const satisfies readonly { readonly id: string; readonly name: string }[];
