import { useId, type ReactNode } from "react"

type Props = {
  title: ReactNode
  /** At the right of the title. */
  side?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of a page with its title. */
export function Card({ title, side, className = "", children }: Props) {
  const id = useId()
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {side}
      </div>
      {children}
    </section>
  )
}
