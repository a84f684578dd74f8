import type { ReactNode } from "react"
import { ClockTime } from "./time.tsx"
import type { Tone } from "./badge.tsx"
import "./steps.css"

/** Things that happened or will happen, on one vertical line. */
export const Steps = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol className="step-line" aria-label={label}>
    {children}
  </ol>
)

type StepProps = {
  /** Exact time, or words such as "after 5 min". */
  at?: string | { words: string }
  tone?: Tone
  title: ReactNode
  /** True for what was not done; the text says why. */
  isMuted?: boolean
  /** Opens below the step. */
  evidence?: { label: string; content: ReactNode } | null
  children?: ReactNode
}

export const Step = ({
  at,
  tone = "plain",
  title,
  isMuted = false,
  evidence = null,
  children,
}: StepProps) => (
  <li className="step" data-tone={tone} data-muted={isMuted || undefined}>
    <span className="step-time">{typeof at === "string" ? <ClockTime at={at} /> : at?.words}</span>
    <span className="step-dot" aria-hidden="true" />
    <div className="step-body">
      <p className="step-title">{title}</p>
      {children}
      {evidence !== null && (
        <details className="step-more">
          <summary>{evidence.label}</summary>
          <div className="step-evidence">{evidence.content}</div>
        </details>
      )}
    </div>
  </li>
)
