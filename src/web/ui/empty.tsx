import type { ReactNode } from "react"

type EmptyProps = { title: string; drawing?: ReactNode; children: ReactNode }

/** Empty state: says what belongs here and how to add it. */
export const Empty = ({ title, drawing, children }: EmptyProps) => (
  <div className="empty">
    {drawing}
    <h2>{title}</h2>
    {children}
  </div>
)

/** Reserves space for loading content; visible only if loading takes a while. */
export const Waiting = ({ rows = 3 }: { rows?: number }) => (
  <div className="waiting" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_unused, at) => (
      <span key={at} />
    ))}
  </div>
)

/** A page that is loading, with its heading. */
export const PageWaiting = ({ title }: { title: string }) => (
  <>
    <h1>{title}</h1>
    <Waiting />
  </>
)

export const Failed = ({ message, onAgain }: { message: string; onAgain(): void }) => (
  <div className="empty" role="alert">
    <h2>Could not load this page</h2>
    <p>{message}</p>
    <button type="button" className="button" onClick={onAgain}>
      Try again
    </button>
  </div>
)

/** The same for one card of a page. */
export const Missing = ({ error, onAgain }: { error: string | null; onAgain(): void }) =>
  error !== null && (
    <p className="missing" role="alert">
      {error}{" "}
      <button type="button" className="as-link" onClick={onAgain}>
        Try again
      </button>
    </p>
  )
