import type { ComponentProps } from "react"
import { Link } from "../router/link.tsx"
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

export const ButtonLink = ({
  look = "plain",
  icon,
  children,
  ...rest
}: ComponentProps<typeof Link> & Look) => (
  <Link className="button" data-look={look} {...rest}>
    {icon && <Icon name={icon} size={16} />}
    {children}
  </Link>
)
