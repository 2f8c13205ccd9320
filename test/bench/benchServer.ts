import { createServer } from "node:net";
import { parentPort } from "node:worker_threads";

/** Starts a server in a separate thread, so that it does not share the thread of the measured client. */
const at = "2026-01-01T00:00:00.000Z";
const stored = { createdAt: at, updatedAt: at, etag: '"1"' };

const me = JSON.stringify({
  ...stored,
  id: "usr_01960000-0000-7000-8000-000000000000",
  name: "Someone",
  email: "someone@example.com",
  kind: "user",
  organizationId: "org_01960000-0000-7000-8000-000000000000",
  key: { id: "key_1", name: "bench", scopes: ["read", "write"], expiresAt: null },
});

const projects = JSON.stringify({
  nextCursor: null,
  items: Array.from({ length: 10_000 }, (_, index) => ({
    ...stored,
    id: `prj_01960000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    organizationId: "org_01960000-0000-7000-8000-000000000000",
    name: `Project ${index}`,
    slug: `project-${index}`,
    description: "One of many projects, with a description of usual length.",
    serverCount: index % 7,
    skillCount: index % 3,
  })),
});

const answer = (text: string) =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
const meAnswer = answer(me);
const projectsAnswer = answer(projects);

// Every request head fits one packet here, and a complete HTTP parser would cost more than the measured code.
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (chunk) => socket.write(chunk.includes("/api/v1/projects") ? projectsAnswer : meAnswer));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === "object" && address ? address.port : 0);
});
