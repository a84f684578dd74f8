import { html } from "../../platform/html.ts"
import { shell } from "./code.ts"
import { layout, type Page } from "./docs-layout.ts"
import { table } from "./table.ts"

/** How to use /graphql, beside an explorer that works with the reader's own session. */
export function renderGraphql(baseUrl: string): Page {
  return layout(
    {
      title: "GraphQL",
      description: "Query and subscribe to everything in Watchkeeper, and try it in the explorer.",
      place: "/docs/graphql",
      hasOwnMain: true,
      policy: [
        "script-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "font-src 'self' data:",
        // The editor writes its own styles.
        "style-src 'self' 'unsafe-inline'",
      ],
      more: html`<link rel="stylesheet" href="/docs/graphiql/graphiql.css" />
        <link rel="stylesheet" href="/docs/graphql.css" />
        <script defer src="/docs/graphiql/graphiql.js"></script>
        <script type="module" src="/docs/graphql.js"></script>`,
    },
    html`<main class="guide">${guide(baseUrl)}</main>
      <section id="explorer" aria-label="Explorer">
        <p class="lead" role="status">Loading the explorer…</p>
        <noscript><p>The explorer needs JavaScript.</p></noscript>
      </section>`,
  )
}

const guide = (baseUrl: string) =>
  html`<h1>GraphQL</h1>
    <p class="lead">
      Everything that the dashboard does is a query, a mutation or a subscription at
      <code>${baseUrl}/graphql</code>. In the explorer, requests are made with your session:
      <strong>mutations change your real projects</strong>.
    </p>
    <h2 id="start">Getting started</h2>
    <p>
      <a href="/">Sign in</a>, then run the query in the explorer. From a program, send an API key:
    </p>
    ${shell(`curl ${baseUrl}/graphql \\
  -H "Authorization: Bearer $WATCHKEEPER_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"query":"{ projects(first: 5) { edges { node { id name } } } }"}'`)}
    <p>The documentation pane of the explorer lists every type, with the permission it needs.</p>
    <h2 id="schema">Schema</h2>
    <ul>
      <li>
        Objects have a global <code>id</code>; <code>node(id:)</code> and <code>nodes(ids:)</code>
        find them.
      </li>
      <li>
        Most things belong to a <code>Project</code> and are read as its fields. Mutations are named
        by verb and noun: <code>createMonitor</code>, <code>acknowledgeAlert</code>.
      </li>
      <li>Times are ISO 8601 in UTC. Durations carry their unit in the name.</li>
      <li>
        A field you may not read is null, with an error that names it. The rest of the answer is
        valid.
      </li>
    </ul>
    <h2 id="pagination">Pagination</h2>
    <p>
      Lists are connections: <code>first</code> (25 by default, at most 100) and <code>after</code>,
      the <code>endCursor</code> of the page before. A cursor stays valid when its row is deleted.
    </p>
    <h2 id="subscriptions">Subscriptions</h2>
    <p>
      Over WebSocket (<code>graphql-transport-ws</code>) or server-sent events. A stream starts with
      the current state, then sends each change, so nothing has to be polled. After a reconnection
      it starts with the current state again.
    </p>
    ${shell(`curl -N ${baseUrl}/graphql \\
  -H "Authorization: Bearer $WATCHKEEPER_KEY" \\
  -H "Accept: text/event-stream" \\
  -H "Content-Type: application/json" \\
  -d '{"query":"subscription { monitorStatusChanged(projectId: \\"'$PROJECT'\\") { to monitor { name } } }"}'`)}
    <p>A key is sent in the header <code>Authorization</code> of the WebSocket's upgrade.</p>
    <h2 id="errors">Errors</h2>
    <p>
      Each error has a <code>message</code> that says what to change, and
      <code>extensions.code</code>: the codes are those of the
      <a href="/docs/api/problems/">problem types</a>. Errors of arguments also have
      <code>extensions.errors</code>, each with a JSON pointer.
    </p>
    <h2 id="limits">Limits</h2>
    ${table(
      ["Limit", "Value"],
      [
        row("Levels of a document", "12"),
        row("Fields it may select, times the sizes of its lists", "50,000"),
        row("Fields at its root", "20"),
        row("Aliases", "50"),
        row("Tokens", "2,000"),
        row("Fields a minute of a signed-in person", "2,000,000"),
        row("Requests a minute without signing in", "300"),
        row("Open operations of a socket", "50"),
        row("Open sockets of a person or key", "100"),
      ],
    )}`

const row = (limit: string, value: string) =>
  html`<tr>
    <td>${limit}</td>
    <td>${value}</td>
  </tr> `
