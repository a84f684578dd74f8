import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useMonitor } from "../monitor-page/monitor-context.ts"
import { Button } from "../ui/button.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Form, NumberField } from "../ui/field.tsx"
import { readRange, spanOf, writeRange } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { ReplayResult } from "./replay-result.tsx"
import { ReplayMonitor } from "./tuning-documents.ts"
import "./tuning.css"

const route = "/signed-in/frame/projects/$projectId/monitors/$monitorId/tuning"

type Thresholds = { failureThreshold: number; recoveryThreshold: number }

/** What other thresholds would have declared, from the stored checks. */
export function TuningTab(): ReactNode {
  const { monitor } = useMonitor()
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: "/projects/$projectId/monitors/$monitorId/tuning" })
  const range = readRange(search, "30d")
  const thresholds = {
    failureThreshold: readCount(search.failures) ?? monitor.failureThreshold + 1,
    recoveryThreshold: readCount(search.recoveries) ?? monitor.recoveryThreshold,
  }
  const show = (next: Thresholds, range_ = range) =>
    void navigate({
      search: {
        ...writeRange(range_),
        failures: String(next.failureThreshold),
        recoveries: String(next.recoveryThreshold),
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <div className="range-row">
        <p className="muted tuning-lead">
          Replays the stored checks with other thresholds: what would have alerted, and when.
          Nothing changes until you apply it.
        </p>
        <RangePicker value={range} onChange={(next) => show(thresholds, next)} />
      </div>
      <Form
        key={JSON.stringify(thresholds)}
        className="tuning-form"
        refusal={null}
        onSend={(form) => show(readForm(form, thresholds))}
      >
        <NumberField
          label="Failures before an alert"
          name="failures"
          max={100}
          value={thresholds.failureThreshold}
        />
        <NumberField
          label="Good checks to recover"
          name="recoveries"
          max={100}
          value={thresholds.recoveryThreshold}
        />
        <Button type="submit">Replay</Button>
      </Form>
      <Found key={JSON.stringify([range, thresholds])} range={range} thresholds={thresholds} />
    </>
  )
}

type FoundProps = { range: ReturnType<typeof readRange>; thresholds: Thresholds }

function Found({ range, thresholds }: FoundProps) {
  const { monitor } = useMonitor()
  const [asked] = useState(() => {
    const { from, until } = spanOf(range, new Date())
    return { from: from.toISOString(), to: until.toISOString() }
  })
  const { data, error, isFirst, again } = useRead(ReplayMonitor, {
    monitorId: monitor.id,
    ...asked,
    policy: thresholds,
  })
  return (
    <>
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting rows={6} />}
      {data && <ReplayResult replay={data.replayMonitor} span={asked} />}
    </>
  )
}

function readCount(text: string | undefined): number | null {
  const count = Number(text)
  return Number.isInteger(count) && count >= 1 && count <= 100 ? count : null
}

const readForm = (form: FormData, before: Thresholds): Thresholds => {
  const read = (name: string) => {
    const value = form.get(name)
    return typeof value === "string" ? readCount(value) : null
  }
  return {
    failureThreshold: read("failures") ?? before.failureThreshold,
    recoveryThreshold: read("recoveries") ?? before.recoveryThreshold,
  }
}
