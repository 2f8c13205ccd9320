/** What an operation of an API is that no program calls to get an answer. */
export const endpointKinds = ["webSocket", "signInCallback", "oauthEndpoint", "eventStream"] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** In `_meta` of a listed tool: its `EndpointKind`. */
export const endpointKindMeta = "fairlead/endpoint";
