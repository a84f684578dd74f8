import type {
  Timeline,
  TimelineNode,
} from "../../graphql/monitoring/alert-timeline/rules/timeline-node.ts"
import type { CheckRow } from "../../graphql/monitoring/check/list-checks.ts"
import type { Finding } from "../../findings/finding.ts"
import { say } from "../../findings/say.ts"
import { html, type Html } from "../../platform/html.ts"
import { card } from "../card.ts"

export type SharedAlert = {
  number: number
  title: string
  description: string
  projectName: string
  monitorName: string | null
  state: string
  meaning: "open" | "acknowledged" | "resolved"
  createdAt: Date
  expiresAt: Date
  timeline: Timeline & { rows: CheckRow[] }
}

const moods = { open: "triggered", acknowledged: "acknowledged", resolved: "resolved" } as const

/** The timeline of an alert for somebody without an account; prints as it is shown. */
export function renderTimeline(alert: SharedAlert): string {
  const { number, title, description, projectName, monitorName, timeline } = alert
  const day = dayOf(alert.createdAt)
  return card(
    `#${number} ${title}`,
    html`<p class="standing ${moods[alert.meaning]}">${capital(alert.state)}</p>
      <h1>#${number} ${title}</h1>
      <p>${description}</p>
      <p class="quiet">
        ${projectName}${monitorName === null ? "" : ` · ${monitorName}`} · ${day}, times in UTC
      </p>
      <ol class="timeline">
        ${timeline.nodes.map((node, at) => nodeOf(node, timeline.nodes[at - 1]?.at ?? alert.createdAt, timeline.rows))}
      </ol>
      ${timeline.next.length > 0 && html`<h2>Next</h2>`}
      ${
        timeline.next.length > 0 &&
        html`<ol class="timeline">
          ${timeline.next.map(
            ({ at, title: what, findings }) =>
              html`<li class="pending">
                <time datetime="${at.toISOString()}">${clockOf(at)}</time>
                <div><strong>${say([what])}</strong>${detailOf(findings)}</div>
              </li>`,
          )}
        </ol>`
      }
      <p class="quiet">
        Shared by a link that works until ${dayOf(alert.expiresAt)}, ${clockOf(alert.expiresAt)}
        UTC.
      </p>`,
    { width: "wide" },
  )
}

function nodeOf(node: TimelineNode, before: Date, rows: CheckRow[]): Html {
  const { at, outcome, title, findings } = node
  const day = dayOf(at) === dayOf(before) ? null : html`<small>${dayOf(at)}</small>`
  const row =
    node.kind === "check"
      ? rows.find(({ started_at }) => started_at.getTime() === node.check.startedAt.getTime())
      : undefined
  return html`<li class="${outcome}">
    <time datetime="${at.toISOString()}">${day}${clockOf(at)}</time>
    <div>
      <strong>${say([title])}</strong>
      ${outcome === "skipped" && html`<span class="unseen">(not done)</span>`} ${detailOf(findings)}
      ${row !== undefined && phasesOf(row)}
    </div>
  </li>`
}

const phases = [
  ["DNS", "dns_ms"],
  ["connect", "connect_ms"],
  ["TLS", "tls_ms"],
  ["first byte", "first_byte_ms"],
  ["transfer", "transfer_ms"],
] as const

function phasesOf(row: CheckRow): Html | null {
  const shown = phases.flatMap(([name, key]) => {
    const ms = row[key]
    return ms === null ? [] : [`${name} ${Math.round(ms)} ms`]
  })
  return shown.length === 0 ? null : html`<p class="quiet">${shown.join(" · ")}</p>`
}

const detailOf = (findings: readonly Finding[]): Html | null =>
  findings.length === 0 ? null : html`<p>${say(findings)}</p>`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const clockOf = (at: Date): string => at.toISOString().slice(11, 19)
const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" })
const dayOf = (at: Date): string => days.format(at)
