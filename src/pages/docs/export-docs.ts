import { exports } from "../../graphql/status-pages/data-export/exports.ts"
import { html, type Html } from "../../platform/html.ts"
import { layout, type Page } from "./docs-layout.ts"
import { table } from "./table.ts"

/** What can be downloaded as CSV and JSON, from the columns that write them. */
export const renderExports = (base: string): Page =>
  layout(
    {
      title: "Exports",
      description:
        "Uptime, outages, incidents, alerts, deliveries and on-call hours as CSV and JSON.",
      place: "/docs/exports",
    },
    html`<h1>Exports</h1>
      <p class="lead">
        The lists of the dashboard have <strong>Export</strong>, which downloads what their filter
        selects. The same files are at
        <code>GET ${base}/api/export/&lt;project&gt;/&lt;rows&gt;.csv</code> and <code>.json</code>,
        for people who are signed in and for API keys with the scopes named below.
      </p>
      <pre tabindex="0"><code>curl -G ${base}/api/export/$PROJECT/alerts.csv \\
  -H "Authorization: Bearer $KEY" \\
  --data-urlencode 'filter={"activeOnly":true}' -d timeZone=Europe/Berlin</code></pre>
      ${rules}
      ${Object.entries(exports).map(
        ([name, { title, about, permissions, columns, filterAbout }]) =>
          html`<h2 id="${name}">${title}</h2>
            <p>
              <code>${name}.csv</code>, <code>${name}.json</code>. ${about} Needs
              <code>${permissions.join(", ")}</code>.
            </p>
            <p>Filter: ${filterAbout}</p>
            ${table(
              ["Column", "What it holds"],
              columns.map((column) => row(column)),
            )}`,
      )}`,
  )

const row = ({ name, about }: { name: string; about: string }): Html =>
  html`<tr>
    <td><code>${name}</code></td>
    <td>${about}</td>
  </tr>`

const rules = html`<ul>
  <li>
    <code>filter</code> is JSON with the members below; enums are in lower case. An unknown member
    is refused.
  </li>
  <li>
    Times are ISO 8601 in UTC. With <code>timeZone</code>, each time has a second column
    <code>…_local</code> in that zone, with its offset.
  </li>
  <li>
    CSV follows RFC 4180, in UTF-8 with a byte order mark, without which Excel shows wrong letters.
    Read it as <code>utf-8-sig</code>. A text that a spreadsheet would execute, because it begins
    with <code>=</code>, <code>+</code>, <code>-</code>, <code>@</code> or a tab, has an apostrophe
    before it. JSON is an array of objects, a row per line, with texts as they are.
  </li>
  <li>
    Rows are sent while they are read, so that a file may be of any size. A download that breaks off
    is not complete: its connection ends without the end of the response.
  </li>
  <li>
    Access that is limited to labels gets only rows of its monitors. No row has values from
    telemetry. A request by key counts as one; a person or key can run three exports at once. Each
    is in the audit log (<code>project.exported</code>).
  </li>
  <li>
    A monthly report mails rows of its month as CSV: choose them under
    <strong>Settings › Monthly reports</strong> (<code>createReportSchedule</code>,
    <code>attachments</code>). Files are made when the mail is sent; what would make a mail larger
    than 5 MiB is left out.
  </li>
</ul>`
