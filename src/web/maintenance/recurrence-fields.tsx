import { Choice, TextField } from "../ui/field.tsx"
import { Picker } from "../ui/picker.tsx"
import { durationInWords } from "../ui/time.tsx"
import { timeZones } from "../ui/time-zones.ts"
import type { DraftRule } from "./maintenance-draft.ts"
import { ordinals, weekdays } from "./maintenance-words.ts"

type Props = { rule: DraftRule; onChange(changed: Partial<DraftRule>): void }

const units = [
  { value: "DAYS", label: "days" },
  { value: "WEEKS", label: "weeks" },
  { value: "MONTHS", label: "months" },
] as const
const weeks = ordinals.map((word, at) => ({ value: at + 1, label: `the ${word} …` }))
const days = weekdays.map((label, at) => ({ value: at + 1, label }))

/** How a series repeats, in its own time zone. */
export function RecurrenceFields({ rule, onChange }: Props) {
  return (
    <>
      <div className="fields">
        <TextField
          label="Every"
          at="#/every"
          type="number"
          inputMode="numeric"
          min={1}
          value={Number.isNaN(rule.every) ? "" : rule.every}
          onChange={({ target }) => onChange({ every: target.valueAsNumber })}
        />
        <Choice
          label="Unit"
          at="#/unit"
          value={rule.unit}
          options={units}
          onChange={({ target }) =>
            onChange({
              unit: units.find(({ value }) => value === target.value)?.value ?? rule.unit,
            })
          }
        />
      </div>
      {rule.unit === "WEEKS" && <Weekdays rule={rule} onChange={onChange} />}
      {rule.unit === "MONTHS" && <MonthDays rule={rule} onChange={onChange} />}
      <div className="fields">
        <TextField
          label="Starts at"
          at="#/startTime"
          type="time"
          value={rule.startTime}
          onChange={({ target }) => onChange({ startTime: target.value })}
        />
        <TextField
          label="Minutes"
          at="#/durationMinutes"
          type="number"
          inputMode="numeric"
          min={1}
          max={10_080}
          value={Number.isNaN(rule.durationMinutes) ? "" : rule.durationMinutes}
          hint={
            rule.durationMinutes > 0 ? durationInWords(rule.durationMinutes * 60_000) : undefined
          }
          onChange={({ target }) => onChange({ durationMinutes: target.valueAsNumber })}
        />
        <Picker
          label="Time zone"
          at="#/timeZone"
          options={timeZones()}
          value={rule.timeZone}
          onChange={(zone) => onChange({ timeZone: zone ?? rule.timeZone })}
        />
      </div>
      <div className="fields">
        <TextField
          label="First day"
          at="#/startsOn"
          type="date"
          value={rule.startsOn}
          onChange={({ target }) => onChange({ startsOn: target.value })}
        />
        <TextField
          label="Last day"
          at="#/endsOn"
          type="date"
          hint="Empty for no end."
          value={rule.endsOn}
          onChange={({ target }) => onChange({ endsOn: target.value })}
        />
      </div>
    </>
  )
}

const Weekdays = ({ rule, onChange }: Props) => (
  <fieldset className="weekdays" data-at="#/weekdays">
    <legend className="legend">On</legend>
    {weekdays.map((name, at) => {
      const day = at + 1
      const others = rule.weekdays.filter((one) => one !== day)
      return (
        <label key={name} className="weekday">
          <input
            type="checkbox"
            className="unseen"
            checked={rule.weekdays.includes(day)}
            onChange={({ target }) =>
              onChange({
                weekdays: target.checked ? [...others, day].toSorted((a, b) => a - b) : others,
              })
            }
          />
          <span aria-hidden="true">{name.slice(0, 3)}</span>
          <span className="unseen">{name}</span>
        </label>
      )
    })}
  </fieldset>
)

const MonthDays = ({ rule, onChange }: Props) => (
  <div className="fields">
    <Choice
      label="On"
      at="#/monthWeek"
      value={rule.monthWeek ?? ""}
      options={weeks}
      onChange={({ target }) =>
        onChange({ monthWeek: target.value === "" ? null : Number(target.value) })
      }
    >
      <option value="">a day of the month</option>
    </Choice>
    {rule.monthWeek === null ? (
      <TextField
        label="Day"
        at="#/monthDay"
        type="number"
        inputMode="numeric"
        min={1}
        max={31}
        hint={rule.monthDay > 28 ? "In shorter months the last day." : undefined}
        value={Number.isNaN(rule.monthDay) ? "" : rule.monthDay}
        onChange={({ target }) => onChange({ monthDay: target.valueAsNumber })}
      />
    ) : (
      <Choice
        label="Weekday"
        at="#/weekdays"
        value={rule.monthWeekday}
        options={days}
        onChange={({ target }) => onChange({ monthWeekday: Number(target.value) })}
      />
    )}
  </div>
)
