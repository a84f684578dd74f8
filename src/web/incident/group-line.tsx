import type { ReactNode } from "react"
import { counted } from "../ui/counted.ts"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { SelectRow } from "../ui/select-row.tsx"
import type { ProblemGroup } from "./group-documents.ts"
import "./group-line.css"

type Props = {
  group: ProblemGroup
  noun: string
  isOpen: boolean
  onToggle(): void
  isSelected?: boolean
  /** Absent for viewers, who cannot change the rows. */
  onSelect?: (() => void) | undefined
  children?: ReactNode
}

/** "50 monitors · 10.0.0.7 refused the connection": opens to its rows, and is selected as one. */
export function GroupLine(props: Props) {
  const { group, noun, isOpen, onToggle, isSelected = false, onSelect, children } = props
  const words = counted(group.ids.length, noun)
  return (
    <div
      className="group-line"
      data-row-id={groupRow(group.key)}
      data-selected={isSelected || undefined}
    >
      {onSelect !== undefined && (
        <SelectRow name={words} isSelected={isSelected} onSelect={onSelect} />
      )}
      <button type="button" className="group-toggle" aria-expanded={isOpen} onClick={onToggle}>
        <svg className="group-mark" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M4.500 2.500 8 6 4.500 9.500" fill="none" stroke="currentColor" />
        </svg>
        <Glyph mood="bad" />
        <span className="group-words clip">
          <span className="group-count">{words}</span> · <Findings of={[group.cause]} />
        </span>
      </button>
      {children}
    </div>
  )
}

/** The id of a group's line among those of rows. */
export const groupRow = (key: string): string => `group ${key}`

type Selection = {
  toggle(id: string, isRange: boolean): void
  toggleAll(ids: readonly string[]): void
}

/** Selects a row, or all rows of a group's line. */
export function selectRow(
  selection: Selection,
  groups: readonly ProblemGroup[],
  id: string,
  isRange: boolean,
): void {
  const group = groups.find(({ key }) => groupRow(key) === id)
  if (group === undefined) selection.toggle(id, isRange)
  else selection.toggleAll(group.ids)
}
