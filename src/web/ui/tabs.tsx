import { Link, useLocation, type LinkProps } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import "./tabs.css"

type Tab = LinkProps & {
  label: string
  count?: number
  /** True if pages below it belong to other tabs. */
  isExact?: boolean
}

/** Navigation between the pages of one thing; scrolls sideways if there is no room, to the page that is open. */
export function TabLinks({ label, items }: { label: string; items: readonly Tab[] }) {
  const list = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current=page]")
    if (!list.current || !current) return
    list.current.scrollLeft =
      current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  }, [path])
  return (
    <nav ref={list} className="tabs" aria-label={label}>
      {items.map((item) => (
        <OneTab key={item.label} {...item} />
      ))}
    </nav>
  )
}

const OneTab = ({ label, count = 0, isExact = false, ...link }: Tab) => (
  <Link
    className="tab"
    {...link}
    activeOptions={{ exact: isExact, includeSearch: false }}
    activeProps={{ "aria-current": "page" }}
  >
    {label}
    {count > 0 && <span className="tab-count">{count.toLocaleString()}</span>}
  </Link>
)
