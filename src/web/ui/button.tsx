import { createLink } from "@tanstack/react-router"
import type { ComponentProps } from "react"
import { Icon, type IconName } from "./icon.tsx"

type Variant = { variant?: "plain" | "accent" | "danger" | "quiet"; icon?: IconName }

type Props = ComponentProps<"button"> & Variant & { isBusy?: boolean }

/** While busy it keeps its size and focus, and ignores clicks. */
export function Button({
  variant = "plain",
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
      {...(rest.type === "submit" && { title: "Ctrl+Enter" })}
      data-variant={variant}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

/** Sends the form it is in. */
export const Submit = (props: Omit<Props, "type" | "variant">) => (
  <Button type="submit" variant="accent" {...props} />
)

const Anchor = ({
  variant = "plain",
  icon,
  className = "",
  children,
  ...rest
}: ComponentProps<"a"> & Variant) => (
  // The router adds a class to links to the current page and those above it.
  <a className={`button ${className}`} data-variant={variant} {...rest}>
    {icon && <Icon name={icon} size={16} />}
    {children}
  </a>
)

/** A link styled as a button. */
export const ButtonLink = createLink(Anchor)
