import { html, type Html } from "../../platform/html.ts"
import { layout, type Page } from "./docs-layout.ts"
import { table } from "./table.ts"

/** What an SLO counts, and when its alerts fire. */
export const renderSlos = (): Page =>
  layout(
    {
      title: "SLOs",
      description: "Targets, error budgets and burn-rate alerts over monitors and services.",
      place: "/docs/slos",
    },
    html`<h1>SLOs</h1>
      <p class="lead">
        A service level objective says how often monitors or a service must work within a rolling
        window of 7, 28, 30 or 90 days. What may fail is its error budget, and its alerts fire when
        the budget burns too fast.
      </p>
      ${indicators} ${budget} ${alerts} ${changes}`,
  )

const indicators = html`<h2 id="indicators">What counts</h2>
  <p>
    <strong>Uptime of monitors</strong> counts time as the uptime of a monitor does: degraded is up;
    unknown time, pauses and maintenance count neither as good nor as bad, and the coverage says how
    much of the window had data. Of several monitors, at most 20, the average counts.
  </p>
  <p>
    <strong>Requests of a service</strong> counts server and consumer spans, and first spans of
    traces, without the calls of Watchkeeper's own checks. A request is good without status
    <code>Error</code>, and, if you set a limit, within that many milliseconds. Counts end where
    telemetry has arrived, at most a minute behind the clock. Hourly counts are kept for the window,
    however long the spans are. Of a new SLO, past requests are counted day by day within a few
    seconds each.
  </p>`

const budget = html`<h2 id="budget">The error budget</h2>
  <p>
    The budget is what the target allows to fail of everything that was seen: with 99.9 % over 30
    days and full coverage, 43 minutes. Time without data allows no failure. The window starts with
    a whole hour. The burn rate is how many times faster than allowed the budget burns; at 1 it
    lasts exactly one window. The forecast divides what is left by the burn rate over 6 hours, or
    over 1 hour while the fast limit is exceeded.
  </p>`

const row = (cells: readonly string[]): Html =>
  html`<tr>
    ${cells.map((cell) => html`<td>${cell}</td> `)}
  </tr>`

const alerts = html`<h2 id="alerts">Burn-rate alerts</h2>
  <p>
    Each SLO has two alerts. One fires when the burn rates of both of its windows exceed the factor,
    and clears when that of the short window falls below it.
  </p>
  ${table(
    ["Alert", "Windows", "Severity", "Budget used in the long window"],
    [
      row(["Fast burn", "5 minutes and 1 hour", "high", "2 %"]),
      row(["Slow burn", "30 minutes and 6 hours", "low", "5 %"]),
    ],
  )}
  <p>
    The default factors use that share of the budget, so they follow the window. You can set others
    from 1 to 1,000, below the burn rate when nothing works, which is 100 / (100 − target). If the
    default would not be below it, it is 90 % of it.
  </p>
  ${table(
    ["Window", "Fast", "Slow"],
    [
      row(["7 days", "3.36", "1.4"]),
      row(["28 days", "13.44", "5.6"]),
      row(["30 days", "14.4", "6"]),
      row(["90 days", "43.2", "18"]),
    ],
  )}
  <p>
    A burn rate needs data for a tenth of its window, and of a service 20 requests in the long
    window. Without it nothing fires and nothing clears. SLOs are evaluated once a minute.
  </p>
  <p>
    An alert pages by the on-call policy of the SLO, or by the default one, and is acknowledged,
    escalated and resolved like the alert of a monitor. It never has an incident of its own. If it
    fires within minutes of an alert of one of its monitors with the same policy, it joins that
    alert, and people get one page. Firing again within 10 minutes opens the same alert again. If a
    person resolves it and the budget still burns an hour later, a new alert is raised. While the
    SLO is muted or all of its monitors are in maintenance, none is raised, and the SLO's history
    says so.
  </p>`

const changes = html`<h2 id="changes">Changes</h2>
  <p>
    New settings apply from the next evaluation, also to past time; only the indicator of an SLO is
    fixed. A deleted monitor leaves its SLOs, with its past time. An SLO without monitors has no
    data, and its open alerts are resolved. Deleting an SLO deletes its history; its alerts stay in
    the list of alerts. The Free plan has 3 SLOs, and any project at most 200. The GraphQL fields
    are <code>Project.slos</code>, <code>slo</code>, <code>Project.sloPreview</code>,
    <code>createSlo</code> and <code>sloChanged</code>; they need <code>monitors:read</code> or
    <code>monitors:write</code>.
  </p>`
