import { html, type Html } from "../../platform/html.ts"
import { file } from "./code.ts"
import { layout, type Page } from "./docs-layout.ts"
import { table } from "./table.ts"

/** How other systems send their alerts, and what becomes of them. */
export const renderAlertsIn = (baseUrl: string): Page =>
  layout(
    {
      title: "Alerts in",
      description: "Receive alerts of other systems: PagerDuty's Events API and JSON.",
      place: "/docs/alerts-in",
    },
    html`<h1>Alerts in</h1>
      <p class="lead">
        A source receives the alerts of another system and pages by your on-call policies. Senders
        that speak to PagerDuty change the address; everything else posts JSON.
      </p>
      ${create} ${pagerduty(baseUrl)} ${json(baseUrl)} ${identity} ${answers} ${limits} ${api}`,
  )

const create = html`<h2 id="create">Create a source</h2>
  <p>
    In the dashboard under Settings, Alert sources, or with
    <code>watchkeeper source create --project ID --kind pagerduty --name Prometheus</code>. The key
    is shown once. Send a test alert from the page of the source, which also shows the last 50
    requests beside what became of each, and counts what was refused with the reason.
  </p>
  <p>
    Alerts page by the policy of the source, or by the default policy of the project.
    <code>critical</code> and <code>error</code> are high urgency, <code>warning</code> and
    <code>info</code> low, in any case; an event without a severity has that of the source.
  </p>`

const pagerduty = (baseUrl: string): Html =>
  html`<h2 id="pagerduty">Leaving PagerDuty</h2>
    <p>
      Create a source of the kind PagerDuty. To keep the integration key of a service, enter it when
      you create the source; then only the address changes at the sender.
    </p>
    ${table(
      ["API", "Address"],
      [
        row("Events API v2", `${baseUrl}/in/pagerduty/v2/enqueue`),
        row("Change events", `${baseUrl}/in/pagerduty/v2/change/enqueue`),
        row("Events API v1", `${baseUrl}/in/pagerduty/generic/2010-04-15/create_event.json`),
      ],
    )}
    ${file(
      "alertmanager.yml",
      `receivers:
  - name: watchkeeper
    pagerduty_configs:
      - url: ${baseUrl}/in/pagerduty/v2/enqueue
        routing_key: KEY`,
    )}
    <p>
      In Grafana, set the URL of the PagerDuty contact point; with <code>go-pagerduty</code>, the
      option <code>WithV2EventsAPIEndpoint</code> with <code>${baseUrl}/in/pagerduty</code>.
    </p>`

const row = (name: string, address: string): Html =>
  html`<tr>
    <td>${name}</td>
    <td><code>${address}</code></td>
  </tr>`

const json = (baseUrl: string): Html =>
  html`<h2 id="json">JSON</h2>
    <p>
      Post an object to the address of the source, ${baseUrl}<code>/in/json/KEY</code>. Without
      other paths, it has the generic form of Grafana OnCall:
    </p>
    ${table(
      ["Member", "Meaning"],
      [
        row("Deduplication key", "alert_uid"),
        row("Title; required unless message is there", "title"),
        row("Text", "message"),
        row("alerting, acknowledged, or ok, resolved, closed, recovered", "state"),
        row("Severity", "severity"),
        row("What is affected", "source"),
        row("Link, and image", "link_to_upstream_details, image_url"),
        row("Labels, as an object", "labels"),
      ],
    )}
    <p>
      A source can name other places by paths such as <code>$.alert.tags[0]</code> or
      <code>$['what.is']</code>.
    </p>`

const identity = html`<h2 id="identity">Deduplication</h2>
  <p>
    Of each deduplication key, a source has at most one open alert. A trigger for an open alert
    raises its count and pages nobody, so an acknowledged alert stays acknowledged. After an alert
    was resolved, the next trigger raises a new one. What acknowledges or resolves concerns the open
    alert of the same source and key only, and is accepted without effect if there is none. A state
    that a person set is not resolved by a sender.
  </p>
  <p>
    A trigger without a key gets one, which the answer returns; the same bytes within ten minutes
    are the same event.
  </p>`

const answers = html`<h2 id="answers">Answers</h2>
  <p>
    A request is answered after its alerts, pages and messages are stored, so a sender that got no
    answer can send it again. Answers are those of PagerDuty: 202, 400 with <code>errors</code>, 429
    with <code>Retry-After</code>. Without the database, the answer is 503 with
    <code>Retry-After</code>.
  </p>`

const limits = html`<h2 id="limits">Limits</h2>
  <p>
    1 MiB and 64 levels a body; 6,000 requests per minute and key; 100 sources a project. The type
    of the content does not matter. Unknown members are kept with the alert as evidence, the first
    64 KiB of it. Of titles, 200 characters are kept.
  </p>`

const api = html`<h2 id="api">API</h2>
  <p>
    In GraphQL: <code>Project.sources</code>, <code>source</code>, <code>createSource</code>,
    <code>updateSource</code>, <code>rotateSourceKey</code>, <code>deleteSource</code> and
    <code>testSource</code>, with <code>alerts:read</code> or <code>alerts:write</code>. Access that
    is limited to labels does not include them. <code>Alert.source</code> and
    <code>Alert.evidence</code> say who reported an alert and what was sent;
    <code>/v1/alerts</code> and webhooks have <code>source</code> and a <code>monitor</code> of
    null.
  </p>`
