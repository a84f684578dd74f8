import { timeFor, type Reader } from "../../channels/message-time.ts"
import { messageWords } from "../../channels/words/message-language.ts"
import type { TimelineNode } from "../../graphql/monitoring/alert-timeline/rules/timeline-node.ts"
import type { CheckRow } from "../../graphql/monitoring/check/list-checks.ts"
import { html, type Html } from "../../platform/html.ts"
import type { AlertPage } from "./read-alert-page.ts"
import { said } from "./said.ts"

type Details = NonNullable<AlertPage["details"]>
type Words = ReturnType<typeof messageWords>["acknowledgePage"]

/** The evidence, who was paged, what changed, and the whole timeline behind a press. */
export function renderFacts({ details }: AlertPage, reader: Reader): Html {
  if (details === null) return html``
  const own = messageWords(reader.language).acknowledgePage
  return html`${renderEvidence(details, reader, own)} ${renderPaged(details, reader, own)}
  ${renderChanges(details, reader, own)} ${renderTimeline(details, reader, own)}`
}

function renderEvidence({ check, body }: Details, reader: Reader, own: Words): Html | null {
  if (check === null) return null
  const { http_status: status, address, started_at: at } = check
  const facts = [status === null ? null : `HTTP ${status}`, address, ...phasesOf(check, own)]
  return html`<section>
    <h2>${own.evidence}</h2>
    <p>${said(reader, check.findings)}</p>
    <p class="quiet">
      ${[timeFor(reader, at), ...facts.filter((one) => one !== null)].join(" · ")}
    </p>
    ${body !== null && html`<pre><bdi>${body}</bdi></pre>`}
  </section>`
}

function phasesOf(row: CheckRow, { phases }: Words): string[] {
  const all = [
    [phases.dns, row.dns_ms],
    [phases.connect, row.connect_ms],
    [phases.tls, row.tls_ms],
    [phases.firstByte, row.first_byte_ms],
    [phases.transfer, row.transfer_ms],
  ] as const
  return all.flatMap(([name, ms]) => (ms === null ? [] : [`${name} ${Math.round(ms)} ms`]))
}

function renderPaged({ timeline }: Details, reader: Reader, own: Words): Html {
  const sent = timeline.nodes.filter(({ kind }) => kind === "delivery")
  return html`<section>
    <h2>${own.whoElse}</h2>
    ${sent.length === 0 ? html`<p class="quiet">${own.nobodyPaged}</p>` : list(sent, reader, own)}
  </section>`
}

function renderChanges({ timeline, edits }: Details, reader: Reader, own: Words): Html {
  const changes = timeline.nodes.filter(({ kind }) => kind === "change")
  const edited = edits.map(
    ({ at, by }) =>
      html`<li>${own.monitorEdited(by)} <span class="quiet">${timeFor(reader, at)}</span></li>`,
  )
  return html`<section>
    <h2>${own.changed}</h2>
    ${
      edited.length === 0
        ? html`<p class="quiet">${own.nothingChanged}</p>`
        : html`<ul class="plain-list">
            ${edited}
          </ul>`
    }
    ${changes.length > 0 && list(changes, reader, own)}
  </section>`
}

function renderTimeline({ timeline }: Details, reader: Reader, own: Words): Html {
  const next = timeline.next.map(
    ({ at, title, findings }) =>
      html`<li class="pending">
        ${own.next}: ${said(reader, [title])} <span class="quiet">${timeFor(reader, at)}</span>
        ${findings.length > 0 && html`<p class="quiet">${said(reader, findings)}</p>`}
      </li>`,
  )
  return html`<details id="everything">
    <summary>${own.everything}</summary>
    ${list(timeline.nodes, reader, own)}
    <ul class="plain-list">
      ${next}
    </ul>
  </details>`
}

const list = (nodes: readonly TimelineNode[], reader: Reader, own: Words): Html =>
  html`<ul class="plain-list">
    ${nodes.map(
      ({ at, title, findings, outcome }) =>
        html`<li class="${outcome}">
          ${said(reader, [title])}
          ${outcome === "skipped" && html`<span class="unseen">${own.notDone}</span>`}
          <span class="quiet"
            >${timeFor(reader, at, { dateStyle: "short", timeStyle: "medium" })}</span
          >
          ${findings.length > 0 && html`<p class="quiet">${said(reader, findings)}</p>`}
        </li>`,
    )}
  </ul>`
