import { Button } from "../ui/button.tsx"
import { Choice, TextField } from "../ui/field.tsx"
import { Icon } from "../ui/icon.tsx"
import {
  dayInWords,
  newRestriction,
  weekdays,
  type DraftRestriction,
  type Weekday,
} from "./rotation-draft.ts"

type Props = {
  restrictions: DraftRestriction[]
  at: string
  timeZone: string
  onChange(restrictions: DraftRestriction[]): void
}

/** The local hours in which a layer is active; always without any. */
export function RestrictionFields({ restrictions, at, timeZone, onChange }: Props) {
  const set = (id: string, changed: Partial<DraftRestriction>) =>
    onChange(restrictions.map((one) => (one.id === id ? { ...one, ...changed } : one)))
  return (
    <fieldset className="stack tight">
      <legend className="legend">Active hours</legend>
      <p className="field-hint">
        {restrictions.length === 0 ? "Always active." : `Active only within these, ${timeZone}.`}
      </p>
      {restrictions.map((one, index) => (
        <div
          key={one.id}
          className="restriction"
          role="group"
          aria-label={`Active hours ${index + 1}`}
        >
          {one.startWeekday !== null && (
            <Day
              label="From day"
              value={one.startWeekday}
              onChange={(startWeekday) => set(one.id, { startWeekday })}
            />
          )}
          <TextField
            label="From"
            type="time"
            at={`${at}/${index}/startTime`}
            value={one.startTime}
            onChange={({ target }) => set(one.id, { startTime: target.value })}
          />
          {one.endWeekday !== null && (
            <Day
              label="Until day"
              value={one.endWeekday}
              onChange={(endWeekday) => set(one.id, { endWeekday })}
            />
          )}
          <TextField
            label="Until"
            type="time"
            at={`${at}/${index}/endTime`}
            value={one.endTime}
            onChange={({ target }) => set(one.id, { endTime: target.value })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove active hours ${index + 1}`}
            onClick={() => onChange(restrictions.filter(({ id }) => id !== one.id))}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
      {restrictions.length < 20 && (
        <div className="row">
          <Button
            variant="quiet"
            icon="plus"
            onClick={() => onChange([...restrictions, newRestriction(false)])}
          >
            Daily hours
          </Button>
          <Button
            variant="quiet"
            icon="plus"
            onClick={() => onChange([...restrictions, newRestriction(true)])}
          >
            Days of the week
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type DayProps = { label: string; value: Weekday; onChange(day: Weekday): void }

const Day = ({ label, value, onChange }: DayProps) => (
  <Choice
    label={label}
    value={value}
    onChange={({ target }) => onChange(target.value as Weekday)}
    options={weekdays.map((day) => ({ value: day, label: dayInWords(day) }))}
  />
)
