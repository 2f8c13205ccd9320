/** The text of the starter's `README.md`. */
export function starterReadme(name: string, slug: string): string {
  return `# ${name.replaceAll(/\s+/g, " ")}

A small MCP server to start from. It needs Node.js 24 and nothing else.

| file | what it is |
| --- | --- |
| \`server.mjs\` | your tools: change this one |
| \`fairlead.tests.yaml\` | cases of your own, for the Test Explorer |
| \`runtime.mjs\` | the runtime: MCP over HTTP, input checks, errors, log. Ready-made; leave it as it is |
| \`.env.example\` | the variables the server reads |
| \`server.json\` | its description for an MCP registry; replace \`com.example\` by a name of your own before publishing |
| \`Dockerfile\` | the server as a container |

## Run it

\`\`\`sh
cp .env.example .env
npm start
\`\`\`

It listens on http://127.0.0.1:8080/mcp (\`HOST\` and \`PORT\` change that) and speaks MCP over Streamable HTTP.

## In a container

\`\`\`sh
docker build -t ${slug} .
docker run --rm -p 127.0.0.1:8080:8080 --env-file .env ${slug}
\`\`\`

Requests are answered only if they name this machine (\`localhost\`, \`127.0.0.1\`), so that no web page can reach the server through
your browser. Behind another name, set \`ALLOWED_HOSTS=mcp.example.com\`. There is no login: put a gateway in front before others can
reach it.
`;
}
