import { Badge } from "../ui/badge.tsx"
import { Icon } from "../ui/icon.tsx"
import { Menu } from "../ui/menu.tsx"
import { Sortable } from "../ui/sortable.tsx"
import { kindWord } from "./contact-messages.ts"
import type { RuleChannel } from "./rule-documents.ts"
import type { DraftMethod } from "./rule-draft.ts"
import "../ui/filter-bar.css"
import { SmallChoice } from "../ui/small-choice.tsx"

const delays = [0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60]

type Props = {
  title: string
  empty: string
  methods: DraftMethod[]
  channels: readonly RuleChannel[]
  onChange(methods: DraftMethod[]): void
}

/** The channels for one urgency in order, each with its delay. */
export function RuleMethods({ title, empty, methods, channels, onChange }: Props) {
  const items = methods.flatMap((method) => {
    const channel = channels.find(({ id }) => id === method.channelId)
    return channel === undefined ? [] : [{ ...method, id: channel.id, channel }]
  })
  const unused = channels.filter(({ id }) => !methods.some((one) => one.channelId === id))
  const set = (id: string, delayMinutes: number) =>
    onChange(methods.map((one) => (one.channelId === id ? { ...one, delayMinutes } : one)))
  return (
    <fieldset className="framed stack tight">
      <legend className="legend">{title}</legend>
      {items.length === 0 && <p className="field-hint">{empty}</p>}
      {items.length > 0 && (
        <Sortable
          items={items}
          label={({ channel }) => channel.name}
          onMove={(ids) =>
            onChange(ids.flatMap((id) => methods.filter(({ channelId }) => channelId === id)))
          }
        >
          {({ id, channel, delayMinutes }, handle) => (
            <div className="rule-method">
              {handle}
              <span className="rule-name">
                {channel.name} <Badge>{kindWord(channel.kind)}</Badge>
                {(channel.verifiedAt === null || !channel.enabled) && (
                  <Badge tone="warning">Skipped</Badge>
                )}
              </span>
              <SmallChoice
                label={`Delay of ${channel.name}`}
                value={delayMinutes}
                options={[...new Set([...delays, delayMinutes])]
                  .toSorted((a, b) => a - b)
                  .map((minutes) => ({
                    value: minutes,
                    label: minutes === 0 ? "at once" : `after ${minutes} min`,
                  }))}
                onChange={(minutes) => set(id, Number(minutes))}
              />
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${channel.name} from ${title.toLowerCase()}`}
                onClick={() => onChange(methods.filter(({ channelId }) => channelId !== id))}
              >
                <Icon name="close" size={16} />
              </button>
            </div>
          )}
        </Sortable>
      )}
      {unused.length > 0 && (
        <div>
          <Menu
            label={`Add to ${title.toLowerCase()}`}
            trigger={
              <button type="button" className="as-link small">
                Add a contact method…
              </button>
            }
            items={unused.map(({ id, name, kind }) => ({
              label: `${name} · ${kindWord(kind)}`,
              run: () => onChange([...methods, { channelId: id, delayMinutes: 0 }]),
            }))}
          />
        </div>
      )}
    </fieldset>
  )
}
