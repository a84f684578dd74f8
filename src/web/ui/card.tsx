import { useId, type ReactNode } from "react"

type Props = {
  title: ReactNode
  /** Below the title. */
  text?: ReactNode
  /** At the right of the title. */
  side?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of a page with its title. */
export function Card({ title, text, side, className = "", children }: Props) {
  const id = useId()
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <div className="card-head">
        <hgroup>
          <h2 id={id}>{title}</h2>
          {text && <p className="muted small">{text}</p>}
        </hgroup>
        {side}
      </div>
      {children}
    </section>
  )
}
