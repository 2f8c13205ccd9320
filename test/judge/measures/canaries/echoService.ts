import type { Socket } from "node:net";
import type * as z from "zod";
import { operationNames } from "../../../../src/contract/operationNames.ts";
import { operationTable } from "../../../../src/contract/operations.ts";
import { type Shape, shapeOf } from "../../../../src/contract/profile/shape.ts";
import { formatHttpResponse, type RawRequest, startRawServer } from "../../../support/network/rawServer.ts";
import { transportFaults } from "../../../support/network/transportFaults.ts";

/** Creates a response of the contract with one text in every free text, including the names of maps. */
function createResponseWithText(schema: z.ZodType, text: string, id: (name: string) => string = plainId): unknown {
  const say = (shape: Shape, name: string): unknown => {
    switch (shape.kind) {
      case "id":
        return id(name);
      case "time":
        return "2026-01-01T00:00:00.000Z";
      case "date":
        return "2026-01-01";
      case "number":
        return Math.max(1, shape.least);
      case "flag":
        return true;
      case "choice":
        return shape.values[0];
      case "list":
        return [say(shape.of, name)];
      case "map":
        return { [text]: say(shape.of.shape, name) };
      case "object":
        return Object.fromEntries(
          Object.entries(shape.fields).map(([field, { shape: inner }]) => [
            field,
            field === "nextCursor" ? null : say(inner, field),
          ]),
        );
      default:
        return text;
    }
  };
  return say(shapeOf(schema), "");
}

const plainId = (name: string) => `${name.replace(/Id$/, "").slice(0, 3) || "x"}_1`;

/** Everything in a request that a careless or malicious service could repeat. */
function broughtBy({ target, headers, body }: RawRequest): string {
  const credentials = [...headers].filter(([name]) => /auth|key|token|cookie/.test(name)).map(([, value]) => value);
  return [...credentials, target, body].join(" ");
}

type Echo = (socket: Socket, request: RawRequest, said: string) => unknown;

const refusal = (status: number): Echo => {
  return (socket, _request, said) =>
    socket.end(
      formatHttpResponse(
        status,
        {
          ...{ type: "about:blank", title: said, status, code: said.slice(0, 90), detail: said, requestId: said },
          errors: [{ path: said.slice(0, 90), message: said }],
          ...{ error: said, error_description: said, message: said, success: false },
        },
        echoHeaders(said),
      ),
    );
};
const echoHeaders = (said: string) => {
  const one = said.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 2000);
  return {
    "x-request-id": one,
    "www-authenticate": `Bearer error="insufficient_scope", error_description="${one.replaceAll('"', "'")}"`,
    "set-cookie": `seen=${one}`,
    server: one,
    connection: "close",
  };
};

/** The ways in which a response repeats its request. */
export const echoes: Readonly<Record<string, Echo>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 409, 412, 413, 422, 500, 501].map((status) => [`a ${status}`, refusal(status)]),
  ),
  "a fine answer": (socket, request, said) => socket.end(fineAnswer(request, said)),
  "JSON of another shape": (socket, _request, said) =>
    socket.end(formatHttpResponse(200, { hello: said, [said]: [said] })),
  "a failure called success": (socket, _request, said) =>
    socket.end(formatHttpResponse(200, { success: false, error: { code: said, message: said } })),
  "a web page": (socket, _request, said) =>
    socket.end(
      formatHttpResponse(200, `<!doctype html><title>${said}</title><p>${said}`, { "content-type": "text/html" }),
    ),
  "plain text": (socket, _request, said) => socket.end(formatHttpResponse(502, said, { "content-type": "text/plain" })),
  "broken JSON": (socket, _request, said) => socket.end(formatHttpResponse(200, `{"items": [${JSON.stringify(said)}`)),
  "a redirect elsewhere": (socket, _request, said) =>
    socket.end(
      formatHttpResponse(302, said, {
        location: `http://u:${plain(said)}@127.0.0.1:9/${plain(said)}?k=${plain(said)}`,
      }),
    ),
  "a redirect to itself": (socket, { target }, said) =>
    socket.end(formatHttpResponse(307, said, { location: `${target.split("?")[0]}?k=${plain(said)}` })),
  "no HTTP": (socket, _request, said) => socket.end(`${said}\r\n\r\n`),
  "a broken head": (socket, _request, said) => socket.end(`HTTP/1.1 200 OK\r\n${said}\r\n\r\n`),
  "a stream": (socket, _request, said) => {
    const event = { deploymentId: "dep_1", sequence: 1, at: "2026-01-01T00:00:00Z", level: "info", kind: "log" };
    const data = JSON.stringify({ ...event, message: said, data: { said } });
    socket.end(formatHttpResponse(200, `data: ${data}\n\ndata: ${said}\n\n`, { "content-type": "text/event-stream" }));
  },
  ...Object.fromEntries(
    (["a reset", "a truncated body"] as const).map(
      (fault) => [fault, (socket) => transportFaults[fault](socket)] as const,
    ),
  ),
};

const plain = (said: string) =>
  said
    .split(" ")
    .slice(0, 2)
    .join("")
    .replaceAll(/[^\w.-]/g, "");

/** Creates the response of the contract with the request's content in place of every text. */
export function fineAnswer(request: RawRequest, said: string): string {
  const [path] = request.target.split("?");
  const isMeant = (name: (typeof operationNames)[number]) =>
    operationTable[name].path === path && operationTable[name].method === request.method;
  const name = operationNames.find(isMeant);
  if (name === undefined) return formatHttpResponse(404, { title: said });
  const { output, success } = operationTable[name];
  return output === null
    ? formatHttpResponse(success, "")
    : formatHttpResponse(success, Object(createResponseWithText(output, said)));
}

/** A service that answers every request in one way, which can be changed. */
export async function startEchoService(first: string) {
  let way = first;
  const server = await startRawServer((socket, request) => echoes[way]?.(socket, request, broughtBy(request)));
  return {
    ...server,
    become: (next: string) => {
      way = next;
    },
  };
}
