import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core"
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable"
import type { ReactNode } from "react"
import { Icon } from "./icon.tsx"
import type { SortableProps } from "./sortable.tsx"

/** Loaded when the first list is shown. */
export function SortableList<Item extends { id: string }>({
  items,
  label,
  onMove,
  children,
}: SortableProps<Item>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(({ id }) => id)
  const nameOf = (id: string | number) => {
    const item = items.find((one) => one.id === id)
    return item === undefined ? "The item" : label(item)
  }
  const placeOf = (id: string | number) => ids.indexOf(`${id}`) + 1
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => `${nameOf(active.id)} picked up.`,
          onDragOver: ({ active, over }) =>
            over === null
              ? undefined
              : `${nameOf(active.id)} is at position ${placeOf(over.id)} of ${ids.length}.`,
          onDragEnd: ({ active, over }) =>
            over === null
              ? `${nameOf(active.id)} dropped.`
              : `${nameOf(active.id)} moved to position ${placeOf(over.id)}.`,
          onDragCancel: ({ active }) => `${nameOf(active.id)} was not moved.`,
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over === null || active.id === over.id) return
        const moved = `${active.id}`
        onMove(arrayMove(ids, ids.indexOf(moved), ids.indexOf(`${over.id}`)), moved)
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className="sortable">
          {items.map((item) => (
            <SortableItem key={item.id} id={item.id} label={label(item)}>
              {(handle) => children(item, handle)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

type ItemProps = { id: string; label: string; children(handle: ReactNode): ReactNode }

function SortableItem({ id, label, children }: ItemProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id })
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className="sortable-handle"
      {...attributes}
      {...listeners}
      aria-label={`Move ${label}`}
    >
      <Icon name="grip" size={16} />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      className="sortable-item"
      data-dragging={isDragging || undefined}
      style={{
        transform: transform === null ? undefined : `translate(0, ${transform.y}px)`,
        transition,
      }}
    >
      {children(handle)}
    </li>
  )
}
