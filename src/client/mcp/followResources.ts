import type { Client, RequestOptions } from "@modelcontextprotocol/client";

interface Follower {
  readonly uri: string;
  readonly onUpdated: () => void;
}

/** Listens to what the server says of its resources, with the protocol version of the connection. */
export function createResourceFollowing(client: Client) {
  const followers = new Set<Follower>();
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    for (const { uri, onUpdated } of followers) if (uri === params.uri) onUpdated();
  });
  /** Until it is cancelled, or the server ends it; not at all where the server announces no subscriptions. */
  return async (follower: Follower, signal: AbortSignal, options: RequestOptions): Promise<void> => {
    if (!client.getServerCapabilities()?.resources?.subscribe) return;
    const { uri } = follower;
    followers.add(follower);
    try {
      if (client.getProtocolEra() === "modern") {
        await (await client.listen({ resourceSubscriptions: [uri] }, options)).closed;
        return;
      }
      await client.subscribeResource({ uri }, options);
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    } finally {
      followers.delete(follower);
      const isLast = ![...followers].some((other) => other.uri === uri);
      if (isLast && client.getProtocolEra() === "legacy") await client.unsubscribeResource({ uri }).catch(() => {});
    }
  };
}
