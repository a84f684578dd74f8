import { createContext, use } from "react"
import type { EndpointRow } from "./webhook-documents.ts"

type Shown = { endpoint: EndpointRow; mayWrite: boolean; onChange(): void }

/** The endpoint whose page is open. */
export const EndpointContext = createContext<Shown | null>(null)

export function useEndpoint(): Shown {
  const shown = use(EndpointContext)
  if (shown === null) throw new Error("outside of an endpoint's page")
  return shown
}
