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

/** The people of a layer in the order of their turns, changed by dragging. */
export function LayerPeople({ people, at, members, onChange }: Props) {
  return (
    <div className="layer-people">
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
        onChange={(userId) => {
          const found = members.find(({ value }) => value === userId)
          if (found === undefined) return
          const { value, label } = found
          onChange([...people, { id: crypto.randomUUID(), userId: value, name: label }])
        }}
      />
    </div>
  )
}
