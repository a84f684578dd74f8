import { scopes } from "../../graphql/kernel/access.ts"
import { html, type Html } from "../../platform/html.ts"
import { shell } from "./code.ts"
import type { Guide, Section } from "./section.ts"
import { table } from "./table.ts"
import { commandName } from "../../platform/command-name.ts"

export const further = (guide: Guide): Section[] => [move(guide), allow(guide), last]

const move = ({ base }: Guide): Section => ({
  id: "export",
  title: "Export and import monitors",
  body: html`<p>
      Export the monitors of a project as one JSON document. It contains no ids and no secrets, and
      its order is stable, so you can keep it in git.
    </p>
    ${shell(`curl "${base}/v1/monitors/export" \\
  -H "Authorization: Bearer $KEY" \\
  -o monitors.json`)}
    <p>
      With <code>dry_run=true</code> an import returns the plan for each entry and writes nothing.
      Without it, each entry is created as in the dashboard. Entries whose name and type already
      exist are skipped, so importing the same document twice creates nothing new.
    </p>
    ${shell(`curl -X POST "${base}/v1/monitors/import?dry_run=true" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  --data-binary @monitors.json`)}
    <p>Convert exports of other products with <code>${commandName} monitor convert</code>.</p>`,
})

/** Which operations each scope opens. */
const allow = ({ operations }: Guide): Section => {
  const rows = scopes.map((scope) => {
    const opened = operations.filter((one) => one.scope === scope)
    const lines: readonly Html[] = opened.map(
      ({ method, path }) => html`<li><code>${method} ${path}</code></li> `,
    )
    return html`<tr>
      <td><code>${scope}</code></td>
      <td>
        ${
          lines.length === 0
            ? "GraphQL mutations only; no /v1 operation."
            : html`<ul>
                ${lines}
              </ul>`
        }
      </td>
    </tr> `
  })
  return {
    id: "scopes",
    title: "Scopes",
    body: html`<p>
        You choose the scopes of a key when you create it. They apply to <code>/v1</code> and to
        <code>/graphql</code> and cannot be changed later: create a new key, then revoke the old
        one. Revoking takes effect within a second. On the Free plan, keys are read-only whatever
        their scopes. <code>webhooks:write</code> includes what events carry, except entries of the
        audit log, whatever the other scopes of the key.
      </p>
      ${table(["Scope", "Operations"], rows)}`,
  }
}

const last: Section = {
  id: "versions",
  title: "Versioning",
  body: html`<p>
    The path prefix <code>/v1</code> is the version. Within it, responses and events may gain
    members, and enums may gain values, so ignore what you do not know; the first members keep their
    name, type and order. Added so far: <code>alerts_muted_until</code> of a monitor,
    <code>slo</code> of an alert, <code>source</code> of an alert, <code>findings</code> of alerts
    and incidents, and the members of a monitor document's entries after <code>labels</code>.
    Breaking changes get a new prefix. The monitor document has its own <code>version</code>,
    currently 1; webhooks follow Standard Webhooks version 1.
  </p>`,
}
