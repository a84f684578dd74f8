import type { ComponentProps, MouseEvent } from "react"
import { navigate, usePath } from "./route.ts"

type Props = Omit<ComponentProps<"a">, "href"> & { to: string }

/** A link that stays in the page; with a modifier key it is an ordinary one. */
export function Link({ to, onClick, ...rest }: Props) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    if (event.defaultPrevented || !isPlain || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return <a href={to} onClick={follow} {...rest} />
}

/** Marked as current on its own path and below it. */
export function NavLink({ to, ...rest }: Props) {
  const path = usePath()
  const isCurrent = path === to || path.startsWith(`${to}/`)
  return <Link to={to} {...(isCurrent ? { "aria-current": "page" as const } : {})} {...rest} />
}
