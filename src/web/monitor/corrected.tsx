import type { ReactNode } from "react"
import { durationInWords } from "../ui/time.tsx"

/** "corrected: 12 min excluded"; empty for a figure that is not corrected. */
const correctedInWords = (excludedSeconds: number): string =>
  excludedSeconds < 1 ? "" : `corrected: ${durationInWords(excludedSeconds * 1000)} excluded`

/** Stands beside a figure that corrections change. */
export const Corrected = ({ seconds }: { seconds: number }): ReactNode =>
  seconds >= 1 && <span className="muted small"> · {correctedInWords(seconds)}</span>

/** The same where only a mark fits. */
export const CorrectedMark = ({ seconds }: { seconds: number }): ReactNode =>
  seconds >= 1 && (
    <abbr title={correctedInWords(seconds)} aria-label={correctedInWords(seconds)}>
      *
    </abbr>
  )
