import type { Finding as Found } from "../../findings/finding.ts"
import { say, withTexts } from "../../findings/say.ts"

/** One line of the doctor's report; `advice` says how to fix a problem. */
export type Finding = {
  name: string
  status: "ok" | "warning" | "error"
  detail: string
  advice: string | null
  /** The detail as data, where the health report, a message or a page says it too. */
  findings?: ReturnType<typeof withTexts>
}

type Detail = string | readonly Found[]

const line = (
  status: Finding["status"],
  name: string,
  detail: Detail,
  advice: string | null,
): Finding => ({
  name,
  status,
  ...(typeof detail === "string"
    ? { detail }
    : { detail: say(detail), findings: withTexts(detail) }),
  advice,
})

export const ok = (name: string, detail: string) => line("ok", name, detail, null)
/** Without advice where the detail itself says what to do. */
export const warning = (name: string, detail: Detail, advice: string | null = null) =>
  line("warning", name, detail, advice)
export const error = (name: string, detail: Detail, advice: string | null = null) =>
  line("error", name, detail, advice)
