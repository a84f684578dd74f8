import { useState } from "react"
import { QueryBar } from "../services/query-bar.tsx"
import { useField } from "../ui/field.tsx"
import { useDraftForm } from "./draft-context.ts"
import { DraftChoice, DraftNumber, DraftText } from "./draft-field.tsx"
import { measureOf } from "./form-draft.ts"
import { measureWords } from "../monitor/measure-words.ts"
import { measuresOf } from "../monitor/monitor-kind.ts"

const instruments = [
  { value: "gauge", label: "Gauge" },
  { value: "sum", label: "Sum (counter)" },
  { value: "histogram", label: "Histogram" },
  { value: "exponential_histogram", label: "Exponential histogram" },
  { value: "summary", label: "Summary" },
]

const signals = { RECORDS: "logs", CALLS: "spans", POINTS: "metrics" } as const
const examples = {
  logs: "service:cart level>=error",
  spans: "service:cart kind:server",
  metrics: "service:cart",
}

/** What is measured, and when that is a failure. */
export function TelemetryTarget() {
  const { draft } = useDraftForm()
  const measures = measuresOf(draft.kind)
  const marker = (["RECORDS", "CALLS", "POINTS"] as const).find((one) => measures.includes(one))
  const signal = signals[marker ?? "RECORDS"]
  const measure = measureOf(draft)
  return (
    <>
      {signal === "metrics" && (
        <>
          <DraftText
            label="Metric"
            name="metric"
            at="#/telemetry/metric"
            placeholder="queue.length"
            spellCheck={false}
            autoCapitalize="none"
          />
          <DraftChoice
            label="Metric type"
            name="instrument"
            at="#/telemetry/instrument"
            options={instruments}
          />
        </>
      )}
      <Query signal={signal} />
      <DraftChoice
        label="Measure"
        name="measure"
        at="#/telemetry/measure"
        options={measures.map((value) => ({ value, label: measureWords[value] }))}
      />
      <DraftChoice
        label="Fails if it is"
        name="comparison"
        at="#/telemetry/comparison"
        options={[
          { value: "ABOVE", label: "Above" },
          { value: "BELOW", label: "Below" },
        ]}
      />
      <DraftText
        label="Threshold"
        name="threshold"
        at="#/telemetry/threshold"
        type="number"
        step="any"
        inputMode="decimal"
        {...(draft.comparison === "BELOW" ? { hint: "Below 1 is the absence of all." } : {})}
      />
      <DraftNumber label="In (minutes)" name="minutes" at="#/telemetry/minutes" max={1440} />
      {measure !== "NEW_PATTERNS" && (
        <DraftText
          label="For each"
          name="by"
          at="#/telemetry/by"
          placeholder="service"
          spellCheck={false}
          autoCapitalize="none"
          hint="A field; the worst of its values counts."
        />
      )}
      <DraftNumber
        label="Windows"
        name="windows"
        at="#/telemetry/windows"
        max={10}
        hint="How many in a row are looked at."
      />
      <DraftNumber
        label="Failing windows"
        name="failing"
        at="#/telemetry/failing"
        max={10}
        hint="How many of them make it fail."
      />
    </>
  )
}

const hourMs = 3_600_000

function Query({ signal }: { signal: "logs" | "spans" | "metrics" }) {
  const { draft, change } = useDraftForm()
  const [times] = useState(() => {
    const now = Date.now()
    return { from: new Date(now - hourMs).toISOString(), to: new Date(now).toISOString() }
  })
  const { frame } = useField({ label: "Query", at: "#/telemetry/query" })
  const take = (query: string) => change({ query })
  return (
    <div className="field" data-wide data-at={frame.at}>
      <span className="field-label">Query</span>
      <QueryBar
        signal={signal}
        query={draft.query}
        times={times}
        placeholder={`Query, such as ${examples[signal]}`}
        error={frame.issue ?? null}
        onQuery={take}
        onType={take}
      />
    </div>
  )
}
