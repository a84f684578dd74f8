import { Suspense, type ReactNode } from "react"
import { lazyPart } from "../lazy-part.ts"
import type { SortableList } from "./sortable-list.tsx"
import "./sortable.css"

export type SortableProps<Item extends { id: string }> = {
  items: readonly Item[]
  label(item: Item): string
  /** @param moved the item that was moved: the order alone does not tell, if it changed places with its neighbor. */
  onMove(ids: string[], moved: string): void
  children(item: Item, handle: ReactNode): ReactNode
}

// A lazy component loses its type parameter.
const List = lazyPart(
  () => import("./sortable-list.tsx"),
  "SortableList",
) as unknown as typeof SortableList

/** A list whose order is changed by dragging, or with Space and the arrow keys. */
export const Sortable = <Item extends { id: string }>(props: SortableProps<Item>) => (
  <Suspense
    fallback={
      <ul className="sortable">
        {props.items.map((item) => (
          <li key={item.id} className="sortable-item">
            {props.children(item, null)}
          </li>
        ))}
      </ul>
    }
  >
    <List {...props} />
  </Suspense>
)
