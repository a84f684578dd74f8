import { createContext, use } from "react"
import type { DraftForm } from "./use-monitor-draft.ts"

export const DraftContext = createContext<DraftForm | null>(null)

/** The form around this field. */
export function useDraftForm(): DraftForm {
  const form = use(DraftContext)
  if (form === null) throw new Error("a field of a monitor stands in a monitor form")
  return form
}
