import { type Client, ProtocolError, type RequestOptions, type SubscriptionFilter } from "@modelcontextprotocol/client";

interface Follower {
  readonly uri: string;
  readonly onUpdated: () => void;
}

interface Listening {
  /** What a server of 2026-07-28 is asked for; undefined: this server announces no such changes. */
  readonly filter: SubscriptionFilter | undefined;
  /** The request to a server of 2025-11-25. */
  readonly subscribe: () => Promise<unknown>;
  readonly onListening: () => void;
}

export type ChangeFollowing = ReturnType<typeof createChangeFollowing>;

/** Listens to what the server says of its lists and resources, with the protocol version of the connection. */
export function createChangeFollowing(client: Client, onListsChanged: () => void, closed: AbortSignal) {
  const followers = new Set<Follower>();
  const streams = new Set<() => void>();
  let isOpened = false;
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    for (const { uri, onUpdated } of followers) if (uri === params.uri) onUpdated();
  });
  for (const list of ["tools", "resources", "prompts"] as const)
    client.setNotificationHandler(`notifications/${list}/list_changed`, onListsChanged);

  /** Until it is cancelled, or the stream on which the server would say it ends. */
  const listen = async ({ filter, subscribe, onListening }: Listening, options: RequestOptions): Promise<void> => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const stop = options.signal ? AbortSignal.any([options.signal, closed]) : closed;
    const onStop = () => end();
    if (stop.aborted) onStop();
    stop.addEventListener("abort", onStop, { once: true });
    streams.add(end);
    try {
      const isModern = client.getProtocolEra() === "modern";
      const subscription = filter && isModern ? await client.listen(filter, options) : undefined;
      if (filter && !isModern) await subscribe();
      if (filter) onListening();
      await (subscription?.closed ?? ended);
    } finally {
      streams.delete(end);
      stop.removeEventListener("abort", onStop);
    }
  };
  return {
    /** The stream of a session of 2025-11-25 is opened. What the server said before it is opened again may be lost. */
    onStreamOpened: () => {
      if (isOpened) for (const end of streams) end();
      isOpened = true;
    },
    lists: async (options: RequestOptions): Promise<void> => {
      const filter = readListFilter(client);
      await listen({ filter, subscribe: () => checkSession(client, options), onListening: onListsChanged }, options);
    },
    resource: async (follower: Follower, options: RequestOptions): Promise<void> => {
      const { uri, onUpdated } = follower;
      const isAnnounced = client.getServerCapabilities()?.resources?.subscribe === true;
      const filter = isAnnounced ? { resourceSubscriptions: [uri] } : undefined;
      followers.add(follower);
      try {
        const subscribe = () => client.subscribeResource({ uri }, options);
        await listen({ filter, subscribe, onListening: onUpdated }, options);
      } finally {
        followers.delete(follower);
        const isLast = ![...followers].some((other) => other.uri === uri);
        if (isAnnounced && isLast && client.getProtocolEra() === "legacy")
          await client.unsubscribeResource({ uri }).catch(() => {});
      }
    },
  };
}

/** Throws when the server does not know the session any more. An error in a response proves that it does. */
async function checkSession(client: Client, options: RequestOptions): Promise<void> {
  await client.ping(options).catch((error: unknown) => {
    if (!(error instanceof ProtocolError)) throw error;
  });
}

/** The lists that the server announces to change; undefined: none. */
function readListFilter(client: Client): SubscriptionFilter | undefined {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged && { toolsListChanged: true }),
    ...(prompts?.listChanged && { promptsListChanged: true }),
    ...(resources?.listChanged && { resourcesListChanged: true }),
  };
  return Object.keys(filter).length > 0 ? filter : undefined;
}
