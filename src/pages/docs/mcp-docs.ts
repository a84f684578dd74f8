import { commandName } from "../../platform/command-name.ts"
import { html, type Html } from "../../platform/html.ts"
import { file, shell } from "./code.ts"
import { layout, type Page } from "./docs-layout.ts"
import { table } from "./table.ts"

/** An MCP tool, as documented. */
export type DocumentedTool = {
  name: string
  title: string
  description: string
  kind: "read" | "write"
  example: Record<string, unknown>
}

const key = "watchkeeper_legacy_…"
const written = (value: unknown) => JSON.stringify(value, null, 2)

/** How to connect agents to /mcp, and what each tool does. */
export function renderMcp(baseUrl: string, tools: readonly DocumentedTool[]): Page {
  const url = `${baseUrl}/mcp`
  const headers = { Authorization: `Bearer ${key}` }
  const [command, ...words] = commandName.replace("bin/", "/opt/watchkeeper/bin/").split(" ")
  const stdio = {
    command,
    args: [...words, "mcp", "--url", baseUrl],
    env: { WATCHKEEPER_KEY: key },
  }
  return layout(
    {
      title: "MCP",
      description: "Let an agent read monitors and incidents, and act on them with a plan.",
      place: "/docs/mcp",
    },
    html`<h1>MCP</h1>
      <p class="lead">
        Agents connect to <code>${url}</code> over Streamable HTTP, with the protocol versions
        2026-07-28, 2025-11-25 and 2025-06-18. There are no sessions: any process answers any
        request.
      </p>
      <h2 id="key">Create a key</h2>
      <p>
        Under Settings, API keys, create a key of the class Legacy. It reads the project's monitors,
        incidents, alerts, maintenance, status pages, on-call schedule, logs, traces and metrics.
        Tick
        <em>May make changes over MCP</em> for the tools that write. Keys that were created before
        status pages could be changed over MCP do not change them. Requests count against the same
        limits as <code>/v1</code>. Revoking the key ends access immediately.
      </p>
      <h2 id="clients">Set up a client</h2>
      <h3 id="claude-code">Claude Code</h3>
      ${shell(
        `claude mcp add --transport http watchkeeper ${url} --header "Authorization: Bearer ${key}"`,
      )}
      <h3 id="claude-desktop">Claude Desktop</h3>
      <p>
        In <code>claude_desktop_config.json</code>, over standard input and output, with the path of
        Watchkeeper there:
      </p>
      ${file("claude_desktop_config.json", written({ mcpServers: { watchkeeper: stdio } }))}
      <p>
        On the machine of the installation, leave out <code>--url</code> and the key. Then only
        reading tools are offered, unless <code>--write</code> is given.
      </p>
      <h3 id="cursor">Cursor</h3>
      ${file(".cursor/mcp.json", written({ mcpServers: { watchkeeper: { url, headers } } }))}
      <h3 id="vs-code">VS Code</h3>
      ${file(
        ".vscode/mcp.json",
        written({ servers: { watchkeeper: { type: "http", url, headers } } }),
      )}
      <h3 id="chatgpt">ChatGPT and other hosted clients</h3>
      <p>
        In ChatGPT, Claude and other clients that sign in with OAuth, add a connector with the URL
        <code>${url}</code> and leave client id and secret empty. A page of Watchkeeper opens, where
        you choose one project and whether the client may make changes. The installation needs an
        address on the internet for that, with <code>https</code>.
      </p>
      <p>
        Clients that send a header of your choice work with the URL and the header
        <code>Authorization: Bearer ${key}</code>. The OpenAI API takes both in a tool:
      </p>
      ${file(
        "tool",
        written({ type: "mcp", server_label: "watchkeeper", server_url: url, headers }),
      )}
      <h2 id="oauth">OAuth</h2>
      <p>
        Clients find the authorization server from the <code>WWW-Authenticate</code> header of a 401
        (RFC 9728), and its endpoints at <code>/.well-known/oauth-authorization-server</code> (RFC
        8414). It supports authorization codes with PKCE (S256 only), refresh tokens, resource
        indicators (RFC 8707), client ID metadata documents and dynamic registration (RFC 7591).
        Access tokens are valid for an hour, and a refresh token works once, within 30 days. For 10
        seconds after its first use it can be used again, so that parallel refreshes succeed. A code
        that is sent twice, or a refresh token that is sent again later, ends the grant.
      </p>
      <p>
        A grant covers one project and never does more than the person who gave it. That person sees
        and revokes it under You, Profile; a revocation takes effect immediately. The audit log
        names client and person for each change.
      </p>
      <h2 id="changes">How changes are made</h2>
      <p>
        A tool that changes something answers a plan first: what would change, whom it would notify,
        and a <code>plan_token</code>. Nothing has happened yet. The second call, with the same
        arguments and the token, carries it out. A token works once, for five minutes, and only for
        the key, tool and arguments it was issued for. If the state has changed meanwhile, nothing
        is done and the answer says what changed. Clients that can ask their person (elicitation) do
        so instead of a second call. <code>acknowledge</code>, <code>check_now</code> and internal
        updates need no plan.
      </p>
      <p>
        With an <code>idempotency_key</code>, a retry acts once and gets the first answer. Every
        change is in the audit log under the name of the key, with the client and the tool.
      </p>
      <h2 id="untrusted">Text from outside</h2>
      <p>
        Names, notes, reasons, answers of targets, log records, spans and metric names arrive
        between
        <code>&lt;untrusted&gt;</code> and <code>&lt;/untrusted&gt;</code>, without invisible
        characters and cut to a length, with the number of characters left out. The server's
        instructions tell the model that this is data. Tools and their descriptions never contain
        such text.
      </p>
      <h2 id="resources">Resources and prompts</h2>
      <p>
        Open incidents and monitors are listed as resources such as
        <code>watchkeeper://project/…/incident/…</code>. The prompts <code>triage_incident</code>,
        <code>write_postmortem</code>, <code>review_alert_noise</code> and
        <code>hand_over_shift</code> lead through the tools. Their arguments, and the ids in
        addresses of resources, are completed while a person types.
      </p>
      <p>
        Clients of 2026-07-28 are notified of changes with <code>subscriptions/listen</code>, from
        any process, until the key or grant ends. A stream that may have missed a change ends, so
        that the client listens and reads again. In older versions a subscription belongs to a
        session, and there are no sessions.
      </p>
      <h2 id="tools">Tools</h2>
      ${table(
        ["Tool", "What it does", "Example arguments"],
        tools.map((tool) => row(tool)),
      )}`,
  )
}

const row = ({ name, description, kind, example }: DocumentedTool): Html =>
  html`<tr>
    <td><code>${name}</code>${kind === "write" ? " (mcp:write)" : ""}</td>
    <td>${description}</td>
    <td><code>${JSON.stringify(example)}</code></td>
  </tr> `
