import fields from "../../../schema/telemetry-fields.json" with { type: "json" }
import { html, type Html } from "../../platform/html.ts"
import { table } from "./table.ts"

type Field = { name: string; description: string; example: string }

/** The query language of logs, traces and metrics; the fields are those that the compiler knows. */
export const queryLanguage = (): Html =>
  html`<h2 id="query-language">Query language</h2>
    <p>
      Logs, traces and metrics are searched in one language, the same in the dashboard, in its
      addresses and in GraphQL:
      <code>service:cart level&gt;=warn "connection reset" -path:/health</code>
    </p>
    ${table(
      ["Write", "To find"],
      [
        row("timeout", "A word, in any letter case. Words beside each other must all be there."),
        row('"connection reset"', "A phrase."),
        row("time*", "Text that contains “time”; * stands for any text, also in values."),
        row("service:cart", "A value of a field; with spaces in quotation marks."),
        row("service:(cart OR mail)", "One of several values."),
        row("service!=cart", "Any other value; records without the field, too."),
        row("level>=warn", "Levels, durations and numbers can be compared with > >= < <=."),
        row("duration>500ms", "Durations have a unit: us, ms, s, m or h."),
        row("attr.http.route:/cart", "An attribute of the record, span or data point."),
        row("resource.host.name:web-1", "An attribute of the resource."),
        row("http.route:/cart", "An attribute of either; any name that is not a field below."),
        row("attr.user.id:*", "Records that have the attribute."),
        row("-path:/health", "Not; NOT does the same."),
        row("(a OR b) c", "OR, AND and NOT in capitals, and parentheses."),
      ],
    )}
    <p>
      A query has at most 2,000 characters, 50 terms and parentheses 10 deep. In a search for
      traces, all terms must hold for one span of the trace.
    </p>
    ${fieldTable("Fields of logs", fields.logs)} ${fieldTable("Fields of spans", fields.spans)}
    ${fieldTable("Fields of metrics", fields.metrics)}`

const row = (text: string, meaning: string): Html =>
  html`<tr>
    <td><code>${text}</code></td>
    <td>${meaning}</td>
  </tr> `

const fieldTable = (title: string, rows: readonly Field[]): Html =>
  html`<h3>${title}</h3>
    ${table(
      ["Field", "Meaning", "Example"],
      rows.map(
        ({ name, description, example }) =>
          html`<tr>
            <td><code>${name}</code></td>
            <td>${description}</td>
            <td><code>${example}</code></td>
          </tr> `,
      ),
    )}`
