import { Button } from "../ui/button.tsx"
import { DateTimeField } from "../ui/date-time-field.tsx"
import { Choice, TextField } from "../ui/field.tsx"
import { Menu } from "../ui/menu.tsx"
import type { Option } from "../ui/picker.tsx"
import { LayerPeople } from "./layer-people.tsx"
import { RestrictionFields } from "./restriction-fields.tsx"
import { dayInWords, weekdays, type DraftLayer, type Unit, type Weekday } from "./rotation-draft.ts"

type Props = {
  layer: DraftLayer
  /** Its position, counted from 0, and the number of layers. */
  at: number
  count: number
  timeZone: string
  members: Option[]
  onChange(changed: Partial<DraftLayer>): void
  onMove(by: number): void
  onRemove(): void
}

const units: [Unit, string][] = [
  ["HOURS", "hours"],
  ["DAYS", "days"],
  ["WEEKS", "weeks"],
]

export function LayerFields(props: Props) {
  const { layer, at, count, timeZone, members, onChange, onMove, onRemove } = props
  const path = `#/layers/${at}`
  return (
    <section className="card layer" aria-label={`Layer ${at + 1}`}>
      <div className="layer-head">
        <TextField
          label="Layer"
          at={`${path}/name`}
          value={layer.name}
          autoComplete="off"
          onChange={({ target }) => onChange({ name: target.value })}
        />
        {count > 1 && (
          <Menu
            label={`More actions for layer ${at + 1}`}
            items={[
              at > 0 && { label: "Move up", run: () => onMove(-1) },
              at < count - 1 && { label: "Move down", run: () => onMove(1) },
              { label: "Remove layer", isDanger: true, run: onRemove },
            ]}
          />
        )}
      </div>
      <LayerPeople
        people={layer.people}
        at={`${path}/participantIds`}
        members={members}
        onChange={(people) => onChange({ people })}
      />
      <div className="fields">
        <TextField
          label="Hand over every"
          at={`${path}/handOver/every`}
          type="number"
          inputMode="numeric"
          min={1}
          value={layer.every}
          onChange={({ target }) => onChange({ every: target.value })}
        />
        <Choice
          label="Unit"
          at={`${path}/handOver/unit`}
          value={layer.unit}
          onChange={({ target }) => onChange({ unit: target.value as Unit })}
        >
          {units.map(([unit, words]) => (
            <option key={unit} value={unit}>
              {words}
            </option>
          ))}
        </Choice>
        {layer.unit === "WEEKS" && (
          <Choice
            label="On"
            at={`${path}/handOver/weekday`}
            value={layer.weekday}
            onChange={({ target }) => onChange({ weekday: target.value as Weekday })}
            options={weekdays.map((day) => ({ value: day, label: dayInWords(day) }))}
          />
        )}
        {layer.unit !== "HOURS" && (
          <TextField
            label="At"
            at={`${path}/handOver/time`}
            type="time"
            value={layer.time}
            hint={timeZone}
            onChange={({ target }) => onChange({ time: target.value })}
          />
        )}
      </div>
      <RestrictionFields
        restrictions={layer.restrictions}
        at={`${path}/restrictions`}
        timeZone={timeZone}
        onChange={(restrictions) => onChange({ restrictions })}
      />
      <div className="fields">
        <DateTimeField
          label="Starts"
          name={`starts ${layer.id}`}
          at={`${path}/startsAt`}
          hint="With the first person’s turn."
          defaultValue={layer.startsAt}
          onChange={(startsAt) => startsAt !== null && onChange({ startsAt })}
        />
        {layer.endsAt === null ? (
          <div className="layer-end">
            <Button
              variant="quiet"
              icon="plus"
              onClick={() =>
                onChange({
                  endsAt: new Date(Date.parse(layer.startsAt) + 28 * 86_400_000).toISOString(),
                })
              }
            >
              Add an end
            </Button>
          </div>
        ) : (
          <DateTimeField
            label="Ends"
            name={`ends ${layer.id}`}
            at={`${path}/endsAt`}
            hint="Empty for never."
            defaultValue={layer.endsAt}
            onChange={(endsAt) => onChange({ endsAt })}
          />
        )}
      </div>
    </section>
  )
}
