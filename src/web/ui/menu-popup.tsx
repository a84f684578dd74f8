import { Menu as Base } from "@base-ui/react/menu"
import { Link } from "@tanstack/react-router"
import type { ReactElement } from "react"
import { usePopupContainer } from "./dialog-container.ts"
import { Icon } from "./icon.tsx"
import type { MenuEntry } from "./menu.tsx"

type Props = {
  label: string
  items: readonly MenuEntry[]
  trigger: ReactElement
}

/** Loaded when the menu is first opened. */
export function MenuPopup({ label, items: shown, trigger }: Props) {
  const container = usePopupContainer()
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner className="menu-place" positionMethod="fixed" sideOffset={4} align="end">
          <Base.Popup className="menu" aria-label={label}>
            {shown.map((item, at) =>
              item === "line" ? (
                <Base.Separator key={at} className="menu-line" />
              ) : (
                <Entry key={item.label} entry={item} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: Exclude<MenuEntry, "line"> }) {
  const words = (
    <>
      <span className="menu-icon">{entry.icon && <Icon name={entry.icon} size={16} />}</span>
      {entry.label}
    </>
  )
  if ("link" in entry) {
    return (
      <Base.LinkItem className="menu-item" closeOnClick render={<Link {...entry.link} />}>
        {words}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item
      className="menu-item"
      data-danger={entry.isDanger || undefined}
      onClick={() => entry.run()}
    >
      {words}
    </Base.Item>
  )
}
