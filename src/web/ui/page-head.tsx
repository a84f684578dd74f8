import { Link, type LinkProps } from "@tanstack/react-router"
import { createContext, use, type ReactNode } from "react"
import { Icon } from "./icon.tsx"
import { useTitle } from "./page-title.ts"

type Props = {
  title: string
  /** A line below the title. */
  sub?: ReactNode
  /** The page above, for pages below level two. */
  back?: LinkProps & { label: string }
  /** The primary action, then a menu of the others. */
  children?: ReactNode
}

/** Links between the pages of a section, which the heads of these pages show. */
export const SectionTabs = createContext<ReactNode>(null)

/**
 * The heading of a page with its actions, and the tabs of its section if no page is above it. Also sets the title
 * of the browser's tab.
 */
export function PageHead({ title, sub, back, children }: Props) {
  useTitle(title)
  const tabs = use(SectionTabs)
  return (
    <>
      <div className="page-head">
        <div>
          {back !== undefined && <Back {...back} />}
          <h1>{title}</h1>
          {sub !== undefined && <div className="muted small">{sub}</div>}
        </div>
        {children !== undefined && <div className="row">{children}</div>}
      </div>
      {back === undefined && tabs}
    </>
  )
}

const Back = ({ label, ...link }: LinkProps & { label: string }) => (
  <Link className="back" {...link}>
    <Icon name="back" size={16} />
    {label}
  </Link>
)
