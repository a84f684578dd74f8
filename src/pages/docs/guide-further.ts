import { scopes } from "../../graphql/access.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { shell } from "./code.ts"
import type { Guide, Section } from "./section.ts"
import { table } from "./table.ts"

export const further = (guide: Guide): Section[] => [move(guide), allow(guide), last]

const move = ({ base }: Guide): Section => ({
  id: "export",
  title: "Export and import monitors",
  body: html`<p>
      The monitors of a project travel as one JSON document, without ids and secrets and in the same
      order every time, so that it can be kept in git.
    </p>
    ${shell(`curl "${base}/v1/monitors/export" \\
  -H "Authorization: Bearer $KEY" \\
  -o monitors.json`)}
    <p>
      With <code>dry_run=true</code> an import answers the plan, entry by entry, and writes nothing.
      Without it, each entry is made as the dashboard would; one whose name and type are there
      already is skipped, so the same document twice makes nothing new.
    </p>
    ${shell(`curl -X POST "${base}/v1/monitors/import?dry_run=true" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  --data-binary @monitors.json`)}
    <p>
      Exports of other products become such a document with
      <code>npx watchkeeper monitor convert</code>.
    </p>`,
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
            ? "Mutations of GraphQL; no operation of /v1."
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
        A key carries the scopes that it was made with, on <code>/v1</code> and on
        <code>/graphql</code> alike. They cannot be changed: make another key, then revoke the old
        one, which is felt within a second. A key of the Free plan only reads, whatever its scopes.
      </p>
      ${table(["Scope", "Opens"], rows)}`,
  }
}

const last: Section = {
  id: "versions",
  title: "Versions",
  body: html`<p>
    The version is the beginning of the path: <code>/v1</code>. Within it, answers and events may
    gain members, and lists of kinds may grow, so ignore what you do not know. What would break your
    program gets another prefix. The document of monitors carries a <code>version</code> of its own,
    which is 1; webhooks follow version 1 of Standard Webhooks.
  </p>`,
}
