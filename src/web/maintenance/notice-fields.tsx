import { Choice } from "../ui/field.tsx"
import { Switch } from "../ui/switch.tsx"
import type { Notices } from "./maintenance-draft.ts"
import { beforeInWords } from "./maintenance-words.ts"

const offered = [15, 60, 240, 1440, 2880, 10_080]

type Props = { notices: Notices; onChange(changed: Partial<Notices>): void }

/** When subscribers of the status pages that show its monitors are notified. */
export function NoticeFields({ notices, onChange }: Props) {
  const { notifyBeforeMinutes: before, notifyAtStart, notifyAtEnd } = notices
  const choices = [...new Set([...offered, ...(before === null ? [] : [before])])]
  return (
    <section className="card card-form" aria-label="Notify subscribers">
      <Choice
        label="Notify subscribers in advance"
        at="#/notifyBeforeMinutes"
        hint="Subscribers of the status pages that show these monitors."
        value={before ?? ""}
        onChange={({ target }) =>
          onChange({ notifyBeforeMinutes: target.value === "" ? null : Number(target.value) })
        }
        options={choices
          .toSorted((a, b) => a - b)
          .map((minutes) => ({ value: minutes, label: `${beforeInWords(minutes)} before` }))}
      >
        <option value="">No reminder</option>
      </Choice>
      <div className="notice-switches">
        <Switch
          label="Notify when it starts"
          isOn={notifyAtStart}
          onChange={(isOn) => onChange({ notifyAtStart: isOn })}
        />
        <Switch
          label="Notify when it ends"
          isOn={notifyAtEnd}
          onChange={(isOn) => onChange({ notifyAtEnd: isOn })}
        />
      </div>
    </section>
  )
}
