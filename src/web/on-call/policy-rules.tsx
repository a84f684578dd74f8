import { Button } from "../ui/button.tsx"
import { TextField } from "../ui/field.tsx"
import { Icon } from "../ui/icon.tsx"
import { MultiPicker, type Option } from "../ui/picker.tsx"
import { Sortable } from "../ui/sortable.tsx"
import type { PolicyView } from "./policy-documents.ts"
import "./policy-rules.css"
import { Card } from "../ui/card.tsx"

/** A rule as it is edited: the delay as typed, the targets by key. */
export type DraftRule = { id: string; delay: string; targets: string[] }

export const newRule = (delayMinutes: number): DraftRule => ({
  id: crypto.randomUUID(),
  delay: String(delayMinutes),
  targets: [],
})

export const draftOf = ({ id, delayMinutes, targets }: PolicyView["rules"][number]): DraftRule => ({
  id,
  delay: String(delayMinutes),
  targets: targets.map((target) => `${target.kind} ${target.id}`),
})

const mostRules = 20

type Props = { rules: DraftRule[]; options: Option[]; onChange(rules: DraftRule[]): void }

/** The rules of a policy, put in order by dragging. */
export function PolicyRules({ rules, options, onChange }: Props) {
  const set = (id: string, changed: Partial<DraftRule>) =>
    onChange(rules.map((rule) => (rule.id === id ? { ...rule, ...changed } : rule)))
  const placeOf = ({ id }: DraftRule) => rules.findIndex((rule) => rule.id === id)
  return (
    <Card
      title="Rules"
      side={<span className="muted small">A rule pages all its targets at once</span>}
    >
      <Sortable
        items={rules}
        label={(rule) => `rule ${placeOf(rule) + 1}`}
        onMove={(ids) => onChange(ids.flatMap((id) => rules.find((rule) => rule.id === id) ?? []))}
      >
        {(rule, handle) => {
          const at = placeOf(rule)
          const label = `Rule ${at + 1}`
          return (
            <div className="rule-line" role="group" aria-label={label}>
              {handle}
              <span className="rule-number" aria-hidden="true">
                {at + 1}
              </span>
              <TextField
                label={at === 0 ? "Minutes after the alert" : "Minutes after the rule above"}
                at={`#/rules/${at}/delayMinutes`}
                type="number"
                inputMode="numeric"
                min={0}
                max={1440}
                value={rule.delay}
                onChange={({ target }) => set(rule.id, { delay: target.value })}
              />
              <MultiPicker
                label="Page"
                at={`#/rules/${at}/targets`}
                placeholder={rule.targets.length === 0 ? "Rotation, person, team or channel" : ""}
                options={options}
                values={rule.targets}
                onChange={(targets) => set(rule.id, { targets })}
              />
              <Button
                variant="quiet"
                aria-label={`Remove rule ${at + 1}`}
                onClick={() => onChange(rules.filter(({ id }) => id !== rule.id))}
              >
                <Icon name="close" size={16} />
              </Button>
            </div>
          )
        }}
      </Sortable>
      {rules.length < mostRules && (
        <div className="rule-add">
          <Button
            variant="quiet"
            icon="plus"
            onClick={() => onChange([...rules, newRule(rules.length === 0 ? 0 : 10)])}
          >
            Add rule
          </Button>
        </div>
      )}
    </Card>
  )
}
