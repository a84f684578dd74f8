import { Autocomplete } from "@base-ui/react/autocomplete"
import { useEffect, useRef, useState, type ReactNode } from "react"
import { Icon } from "./icon.tsx"
import { Kbd } from "./kbd.tsx"
import { takeTyping } from "./typed-ahead.ts"
import "./command-dialog.css"

export type Command = {
  key: string
  label: string
  hint?: string
  mark?: ReactNode
  keys?: readonly string[]
  run(): void
}
export type CommandGroup = { value: string; items: Command[] }

type Props = {
  label: string
  placeholder: string
  groups: CommandGroup[]
  onSearch(text: string): void
  onClose(): void
}

/** A search field over a list of commands; the caller passes the groups that match the input. */
export function CommandDialog({ label, placeholder, groups, onSearch, onClose }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState("")
  const search = (next: string) => {
    setText(next)
    onSearch(next)
  }
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    const typed = takeTyping()
    if (typed !== "") search(typed)
    return () => dialog?.close()
    // Only once: `search` is another function each time.
  }, [])
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <dialog
      ref={ref}
      className="command-dialog"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <Autocomplete.Root
        open
        inline
        mode="none"
        filter={null}
        items={groups}
        autoHighlight="always"
        keepHighlight
        value={text}
        itemToStringValue={(command: Command) => command.label}
        onValueChange={(next, { reason }) => {
          if (reason === "item-press") return
          search(next)
        }}
      >
        <div className="command-input">
          <Icon name="search" size={16} />
          <Autocomplete.Input
            autoFocus
            aria-label={label}
            placeholder={placeholder}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return
              event.preventDefault()
              onClose()
            }}
          />
          <Kbd>Esc</Kbd>
        </div>
        <Autocomplete.Empty className="command-empty">
          {groups.length === 0 && "No matches"}
        </Autocomplete.Empty>
        <Autocomplete.List className="command-list">
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="command-group">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <Autocomplete.Item
                    key={command.key}
                    value={command}
                    className="command-item"
                    onClick={() => run(command)}
                  >
                    <span className="command-mark">{command.mark}</span>
                    <span className="clip">{command.label}</span>
                    <span className="muted small clip">{command.hint}</span>
                    <span className="command-keys">
                      {command.keys?.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </dialog>
  )
}
