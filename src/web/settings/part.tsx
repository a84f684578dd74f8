import { useId, type ReactNode } from "react"

type Props = {
  title: string
  /** One sentence: what it is for. */
  text?: ReactNode
  /** At the right of the title. */
  side?: ReactNode
  isDanger?: boolean
  children?: ReactNode
}

/** One subject of a page of settings: its title, one sentence, and its controls. */
export function Part({ title, text, side, isDanger = false, children }: Props) {
  const id = useId()
  return (
    <section className="card part" aria-labelledby={id} data-danger={isDanger || undefined}>
      <div className="part-head">
        <div>
          <h2 id={id}>{title}</h2>
          {text !== undefined && <p className="muted small">{text}</p>}
        </div>
        {side}
      </div>
      {children}
    </section>
  )
}

type RowProps = {
  mark?: ReactNode
  title: ReactNode
  /** Below the title. */
  sub?: ReactNode
  /** Controls at the right. */
  children?: ReactNode
}

/** A line of a list of settings. */
export const SettingRow = ({ mark, title, sub, children }: RowProps) => (
  <li className="setting-row">
    {mark}
    <div className="setting-words">
      <div className="setting-title">{title}</div>
      {sub !== undefined && <div className="muted small">{sub}</div>}
    </div>
    {children !== undefined && <div className="setting-side">{children}</div>}
  </li>
)
