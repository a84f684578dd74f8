import { Choice, TextField } from "../ui/field.tsx"
import { Picker } from "../ui/picker.tsx"
import { durationInWords } from "../ui/time.tsx"
import { timeZones } from "../ui/time-zones.ts"
import type { DraftRule } from "./maintenance-draft.ts"
import { ordinals, weekdays } from "./maintenance-words.ts"

type Props = { rule: DraftRule; onChange(changed: Partial<DraftRule>): void }

const units = { DAYS: "days", WEEKS: "weeks", MONTHS: "months" } as const
const unitNames = ["DAYS", "WEEKS", "MONTHS"] as const

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
          onChange={({ target }) =>
            onChange({ unit: unitNames.find((one) => one === target.value) ?? rule.unit })
          }
        >
          {unitNames.map((unit) => (
            <option key={unit} value={unit}>
              {units[unit]}
            </option>
          ))}
        </Choice>
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
      onChange={({ target }) =>
        onChange({ monthWeek: target.value === "" ? null : Number(target.value) })
      }
    >
      <option value="">a day of the month</option>
      {ordinals.map((word, at) => (
        <option key={word} value={at + 1}>
          the {word} …
        </option>
      ))}
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
        onChange={({ target }) => onChange({ monthWeekday: Number(target.value) })}
      >
        {weekdays.map((name, at) => (
          <option key={name} value={at + 1}>
            {name}
          </option>
        ))}
      </Choice>
    )}
  </div>
)
