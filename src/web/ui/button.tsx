import { createLink } from "@tanstack/react-router"
import type { ComponentProps } from "react"
import type { IconName } from "./icon.tsx"
import { Icon } from "./icon.tsx"

type Look = { look?: "plain" | "accent" | "danger" | "quiet"; icon?: IconName }

type Props = ComponentProps<"button"> & Look & { isBusy?: boolean }

/** While busy it stays in its place and in the focus, and takes no second press. */
export function Button({
  look = "plain",
  icon,
  isBusy = false,
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      className="button"
      data-look={look}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

const Anchor = ({ look = "plain", icon, children, ...rest }: ComponentProps<"a"> & Look) => (
  <a className="button" data-look={look} {...rest}>
    {icon && <Icon name={icon} size={16} />}
    {children}
  </a>
)

/** A link that looks like a button. */
export const ButtonLink = createLink(Anchor)
