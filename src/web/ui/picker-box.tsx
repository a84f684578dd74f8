import { Combobox } from "@base-ui/react/combobox"
import type { BaseUIEvent } from "@base-ui/react/types"
import { useState, type KeyboardEvent } from "react"
import { usePopupContainer } from "./dialog-container.ts"
import { Frame, useField } from "./field.tsx"
import { Icon } from "./icon.tsx"
import type { MultiPickerProps, Option, PickerField, PickerProps } from "./picker.tsx"

const isSame = (a: Option, b: Option) => a.value === b.value
const find = (options: readonly Option[], value: string | null | undefined): Option | null =>
  options.find((option) => option.value === value) ?? null

/** Loaded when the first picker is shown. */
export function PickerBox(props: PickerProps) {
  const { options, value, defaultValue, isOptional = false, onChange, ...rest } = props
  const { frame, control, root } = useShared(rest)
  const [own, setOwn] = useState(() => find(options, defaultValue))
  const chosen = value === undefined ? own : find(options, value)
  return (
    <Frame {...frame}>
      <Combobox.Root
        {...root}
        items={options}
        isItemEqualToValue={isSame}
        value={chosen}
        onValueChange={(next: Option | null) => {
          setOwn(next)
          onChange?.(next?.value ?? null)
        }}
      >
        <div className="picker">
          <Combobox.Input {...control} />
          {isOptional && (
            <Combobox.Clear className="picker-clear" aria-label={`Clear ${frame.label}`}>
              <Icon name="close" size={16} />
            </Combobox.Clear>
          )}
          {/* Until it knows of the input, the library makes it a second combobox. */}
          <Combobox.Trigger
            className="picker-open"
            role="button"
            aria-haspopup="listbox"
            aria-label={`Show ${frame.label}`}
          >
            <Icon name="switch" size={16} />
          </Combobox.Trigger>
        </div>
        <Options label={frame.label} />
      </Combobox.Root>
    </Frame>
  )
}

export function MultiPickerBox(props: MultiPickerProps) {
  const { options, values, defaultValues = [], onChange, ...rest } = props
  const { frame, control, root } = useShared(rest)
  const pick = (wanted: readonly string[]) =>
    wanted.flatMap((value) => find(options, value) ?? { value, label: value })
  const [own, setOwn] = useState(() => pick(defaultValues))
  const chosen = values === undefined ? own : pick(values)
  return (
    <Frame {...frame}>
      <Combobox.Root
        {...root}
        multiple
        items={options}
        isItemEqualToValue={isSame}
        value={chosen}
        onValueChange={(next: Option[]) => {
          setOwn(next)
          onChange?.(next.map((option) => option.value))
        }}
      >
        <Combobox.Chips className="picker picker-chips">
          {chosen.map((option) => (
            <Combobox.Chip key={option.value} className="picker-chip">
              {option.label}
              <Combobox.ChipRemove className="picker-remove" aria-label={`Remove ${option.label}`}>
                <Icon name="close" size={12} />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input {...control} />
        </Combobox.Chips>
        <Options label={frame.label} />
      </Combobox.Root>
    </Frame>
  )
}

function useShared({
  name,
  onSearch,
  isDisabled = false,
  placeholder,
  ...props
}: Omit<PickerField, "options">) {
  const { frame, control } = useField({
    placeholder: placeholder ?? "Search…",
    ...props,
    at: props.at ?? `#/${name}`,
  })
  const [isOpen, setOpen] = useState(false)
  const root = {
    onOpenChange: setOpen,
    ...(name === undefined ? {} : { name }),
    disabled: isDisabled,
    autoHighlight: true,
    ...(onSearch === undefined
      ? {}
      : { filter: null, onInputValueChange: (text: string) => onSearch(text) }),
  }
  // Escape closes the list; on a closed one it would clear the choice.
  const onKeyDown = (event: BaseUIEvent<KeyboardEvent>) => {
    if (event.key === "Escape" && !isOpen) event.preventBaseUIHandler()
  }
  return { frame, control: { ...control, onKeyDown }, root }
}

function Options({ label }: { label: string }) {
  return (
    <Combobox.Portal container={usePopupContainer()}>
      <Combobox.Positioner className="menu-place" positionMethod="fixed" sideOffset={4}>
        <Combobox.Popup className="picker-popup">
          <Combobox.Empty className="picker-empty">No matches</Combobox.Empty>
          <Combobox.List className="picker-list" aria-label={label}>
            {(option: Option) => (
              <Combobox.Item key={option.value} value={option} className="picker-item">
                <span className="clip">{option.label}</span>
                {option.hint !== undefined && <span className="muted clip">{option.hint}</span>}
                <Combobox.ItemIndicator className="picker-check">
                  <Icon name="check" size={16} />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
