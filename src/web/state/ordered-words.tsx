import { useState, type ReactNode } from "react"
import type { Change } from "../live/apply-change.ts"
import { Part } from "../settings/part.tsx"
import { Button } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import type { Refusal } from "../ui/refusal.ts"
import { Sortable } from "../ui/sortable.tsx"
import { toast } from "../ui/toast.tsx"

type Word = { id: string; name: string; color: string; isBuiltIn: boolean }

type Props<One extends Word> = {
  title: string
  /** "state" or "severity". */
  noun: string
  text: string
  items: readonly One[]
  placeOf(item: One): number
  side(item: One): ReactNode
  mayWrite: boolean
  onAdd(): void
  onEdit(item: One): void
  /** Resolves to null if it was refused. */
  onPlace(id: string, place: number): Promise<object | null>
  remove: Change<unknown, { id: string }>
  /** Of a place. */
  refusal: Refusal | null
  onChange(): void
}

/** States or severities in their order, which is changed by dragging. */
export function OrderedWords<One extends Word>(props: Props<One>) {
  const { title, noun, text, items, placeOf, side, mayWrite, remove } = props
  const refusal = remove.refusal ?? props.refusal
  const [moved, setMoved] = useState<readonly string[] | null>(null)
  const [doomed, doom] = useState<One | null>(null)
  const shown =
    moved === null ? items : moved.flatMap((id) => items.find((one) => one.id === id) ?? [])
  const move = async (ids: string[]) => {
    setMoved(ids)
    for (const [at, id] of ids.entries()) {
      const item = items.find((one) => one.id === id)
      if (item === undefined || placeOf(item) === at + 1) continue
      if ((await props.onPlace(id, at + 1)) === null) break
    }
    props.onChange()
    setMoved(null)
  }
  const onYes = async (item: One) => {
    if ((await remove.run({ id: item.id })) === null) return
    doom(null)
    toast(`Deleted the ${noun} ${item.name}`)
    props.onChange()
  }
  const row = (item: One, handle: ReactNode) => (
    <div className="word-row">
      {handle}
      <span className="dot" style={{ background: item.color }} />
      <span className="word-name">{item.name}</span>
      {side(item)}
      {mayWrite && (
        <Button
          variant="quiet"
          aria-label={`Edit the ${noun} ${item.name}`}
          onClick={() => props.onEdit(item)}
        >
          Edit
        </Button>
      )}
      {mayWrite && !item.isBuiltIn && (
        <Button
          variant="quiet"
          aria-label={`Delete the ${noun} ${item.name}`}
          onClick={() => doom(item)}
        >
          Delete
        </Button>
      )}
    </div>
  )
  return (
    <Part
      title={title}
      text={text}
      side={
        mayWrite && (
          <Button icon="plus" onClick={props.onAdd}>
            New {noun}
          </Button>
        )
      }
    >
      {refusal !== null && doomed === null && (
        <p className="refused" role="alert">
          {refusal.message}
        </p>
      )}
      {mayWrite ? (
        <Sortable items={shown} label={({ name }) => name} onMove={(ids) => void move(ids)}>
          {row}
        </Sortable>
      ) : (
        <ul>
          {shown.map((item) => (
            <li key={item.id}>{row(item, null)}</li>
          ))}
        </ul>
      )}
      {doomed !== null && (
        <Confirm
          title={`Delete the ${noun} ${doomed.name}?`}
          text={`A ${noun} that an incident or alert has cannot be deleted.`}
          verb={`Delete ${noun}`}
          change={remove}
          onYes={() => void onYes(doomed)}
          onClose={() => doom(null)}
        />
      )}
    </Part>
  )
}
