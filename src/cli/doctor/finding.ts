import type { withTexts } from "../../findings/say.ts"

/** One line of the doctor's report; `advice` says how to fix a problem. */
export type Finding = {
  name: string
  status: "ok" | "warning" | "error"
  detail: string
  advice: string | null
  /** The detail as data, where it is of a part of the installation. */
  findings?: ReturnType<typeof withTexts>
}

export const ok = (name: string, detail: string): Finding => ({
  name,
  status: "ok",
  detail,
  advice: null,
})

export const warning = (name: string, detail: string, advice: string): Finding => ({
  name,
  status: "warning",
  detail,
  advice,
})

export const error = (name: string, detail: string, advice: string): Finding => ({
  name,
  status: "error",
  detail,
  advice,
})
