import { html, type Html } from "../../platform/html.ts"

/** How the values of metrics are made from data points. */
export const metricRules = (): Html =>
  html`<h2 id="metrics">Metrics</h2>
    <p>
      A data point with the flag “no recorded value”, by which a collector marks a series that
      ended, is no value and no point. A sum or histogram grows by the difference to the point
      before of the same process: processes with the same attributes are distinguished by
      <code>start_time_unix_nano</code>. The first point that is known of a process counts only if
      the process started in the time range, or at most one step before it; otherwise the step has
      no value. <code>rate</code> and <code>increase</code> apply to sums that only grow. For a sum
      that can fall (<code>UpDownCounter</code>), use <code>sum</code>, <code>avg</code>,
      <code>min</code> or <code>max</code>. <code>sum</code> adds the last values of all series, of
      delta sums all their points. The mean of a histogram needs the sum of its measurements, and a
      percentile its bounds; without them there is no value.
    </p>`
