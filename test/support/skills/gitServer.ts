import { spawn } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { startHttpServer } from "../services/startHttpServer.ts";

/** Serves the repositories below a folder over HTTP, by Git's own program; returns the URL of the folder. */
export function startGitServer(folder: string): Promise<string> {
  return startHttpServer((request, response) => {
    void (async () => {
      const { pathname, search } = new URL(request.url ?? "/", "http://git");
      const env = {
        ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: folder, GIT_HTTP_EXPORT_ALL: "1" },
        ...{ PATH_INFO: pathname, QUERY_STRING: search.slice(1), REQUEST_METHOD: request.method },
        ...{
          CONTENT_TYPE: request.headers["content-type"] ?? "",
          GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
        },
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      };
      const child = spawn("git", ["http-backend"], { env });
      request.pipe(child.stdin);
      const output = await buffer(child.stdout);
      const end = output.indexOf("\r\n\r\n");
      const headers = output
        .subarray(0, end)
        .toString()
        .split("\r\n")
        .map((line) => line.split(/: (.*)/s));
      const status = headers.find(([name]) => name === "Status")?.[1];
      response.statusCode = status === undefined ? 200 : Number.parseInt(status, 10);
      for (const [name = "", value = ""] of headers) if (name !== "Status") response.setHeader(name, value);
      response.end(output.subarray(end + 4));
    })();
  });
}
