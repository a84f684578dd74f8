import { useState } from "react"
import { DayPicker, type DateRange } from "react-day-picker"
import { Button } from "./button.tsx"
import { dateOf } from "./calendar-span.ts"
import type { Range } from "./range.ts"
import { momentOf } from "./zone.ts"
import "./range-calendar.css"

/** The picker knows days of the browser only: the same date there as in the viewer's zone. */
function toDate(at: string | number, plusMs: number): Date {
  const day = dateOf(new Date(at).getTime() + plusMs)
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())
}

const toMoment = (day: Date, plusDays: number): number =>
  momentOf(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate() + plusDays))

/** Chooses whole days in the viewer's zone. */
export function RangeCalendar({ value, onChange }: { value: Range; onChange(range: Range): void }) {
  const [days, setDays] = useState<DateRange | undefined>(
    "from" in value ? { from: toDate(value.from, 0), to: toDate(value.until, -1) } : undefined,
  )
  const send = ({ from, to }: { from: Date; to: Date }) => {
    const until = new Date(Math.min(toMoment(to, 1), Date.now()))
    onChange({ from: new Date(toMoment(from, 0)).toISOString(), until: until.toISOString() })
  }
  return (
    <>
      <DayPicker
        mode="range"
        autoFocus
        selected={days}
        onSelect={setDays}
        weekStartsOn={1}
        defaultMonth={days?.from ?? toDate(Date.now(), 0)}
        disabled={{ after: toDate(Date.now(), 0) }}
      />
      <div className="dialog-foot">
        <Button
          variant="accent"
          isBusy={days?.from === undefined || days.to === undefined}
          onClick={() => {
            if (days?.from !== undefined && days.to !== undefined) {
              send({ from: days.from, to: days.to })
            }
          }}
        >
          Apply
        </Button>
      </div>
    </>
  )
}
