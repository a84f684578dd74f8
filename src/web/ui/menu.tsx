import type { LinkProps } from "@tanstack/react-router"
import { cloneElement, Suspense, useState, type ComponentProps, type ReactElement } from "react"
import { lazyPart } from "../lazy-part.ts"
import { loadPart } from "../load-part.ts"
import { Icon, type IconName } from "./icon.tsx"
import "./menu.css"

type Shared = { label: string; icon?: IconName }

export type MenuEntry =
  | (Shared & { run(): void; isDanger?: boolean })
  | (Shared & { link: LinkProps })
  | "line"

type Props = {
  label: string
  items: readonly (MenuEntry | false | null | undefined)[]
  /** The button that opens the menu, or its words; "…" by default. */
  trigger?: string | ReactElement<ComponentProps<"button">>
}

const load = () => import("./menu-popup.tsx")
const MenuPopup = lazyPart(load, "MenuPopup")
const preload = () => void loadPart(load)

/** The actions of a page or a row that are not its primary one. */
export function Menu({ label, items, trigger: given = <Dots label={label} /> }: Props) {
  const [isOpened, setOpened] = useState(false)
  const shown = items.filter((item) => item !== false && item !== null && item !== undefined)
  if (shown.length === 0) return null
  const trigger = typeof given === "string" ? <Named>{given}</Named> : given
  const closed = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setOpened(true),
    onFocus: preload,
    onPointerEnter: preload,
  })
  if (!isOpened) return closed
  return (
    <Suspense fallback={closed}>
      <MenuPopup label={label} items={shown} trigger={trigger} />
    </Suspense>
  )
}

const Dots = ({ label, ...rest }: { label: string } & ComponentProps<"button">) => (
  <button type="button" className="button menu-dots" aria-label={label} {...rest}>
    <Icon name="dots" size={16} />
  </button>
)

const Named = (button: ComponentProps<"button">) => (
  <button type="button" className="button" {...button} />
)
