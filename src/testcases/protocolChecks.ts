/** What is asked of every server, in both eras of the protocol (2026-07-28 without a session, 2025-11-25 with `initialize`). */
export const protocolChecks = [
  { id: "protocol:discover", name: "Says what it is (server/discover)" },
  { id: "protocol:modern-tools", name: "Lists its tools without a session" },
  { id: "protocol:initialize", name: "Opens a session (initialize)" },
  { id: "protocol:legacy-tools", name: "Lists its tools in a session" },
  { id: "protocol:unknown-method", name: "Refuses a method it does not know" },
  { id: "protocol:unknown-tool", name: "Refuses a tool it does not have" },
  { id: "protocol:ping", name: "Answers a ping" },
] as const satisfies readonly { readonly id: string; readonly name: string }[];
