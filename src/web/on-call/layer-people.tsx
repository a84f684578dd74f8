import { Button } from "../ui/button.tsx"
import { Icon } from "../ui/icon.tsx"
import { Picker, type Option } from "../ui/picker.tsx"
import { Sortable } from "../ui/sortable.tsx"
import { Avatar } from "./person.tsx"
import type { DraftLayer } from "./rotation-draft.ts"

type Props = {
  people: DraftLayer["people"]
  at: string
  members: Option[]
  onChange(people: DraftLayer["people"]): void
}

/** More are added one by one. */
const mostAtOnce = 20

/** The people of a layer in the order of their turns, changed by dragging. */
export function LayerPeople({ people, at, members, onChange }: Props) {
  const isIn = new Set(people.map(({ userId }) => userId))
  const others = members.filter(({ value }) => !isIn.has(value))
  const add = (added: Option[]) =>
    onChange([
      ...people,
      ...added.map(({ value, label }) => ({ id: crypto.randomUUID(), userId: value, name: label })),
    ])
  return (
    <div className="framed stack tight">
      {people.length > 0 && (
        <Sortable
          items={people}
          label={({ name }) => name}
          onMove={(ids) =>
            onChange(ids.flatMap((id) => people.find((person) => person.id === id) ?? []))
          }
        >
          {(person, handle) => (
            <div className="layer-person">
              {handle}
              <span className="layer-turn">{people.indexOf(person) + 1}</span>
              <Avatar name={person.name} isSmall />
              <span className="clip">{person.name}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${person.name}`}
                onClick={() => onChange(people.filter(({ id }) => id !== person.id))}
              >
                <Icon name="close" size={16} />
              </button>
            </div>
          )}
        </Sortable>
      )}
      <Picker
        key={people.length}
        label="Add a person"
        at={at}
        placeholder="Name or e-mail"
        hint={people.length > 1 ? "Drag to change whose turn comes first." : undefined}
        options={members}
        value={null}
        onChange={(userId) => add(members.filter(({ value }) => value === userId))}
      />
      {others.length > 1 && others.length <= mostAtOnce && (
        <Button variant="quiet" icon="plus" onClick={() => add(others)}>
          {people.length === 0
            ? `Add all ${others.length} members`
            : `Add the other ${others.length} members`}
        </Button>
      )}
    </div>
  )
}
