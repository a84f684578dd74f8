import { Badge } from "../ui/badge.tsx"
import type { EndpointRow } from "./webhook-documents.ts"

type Health = Pick<EndpointRow, "enabled" | "disabledReason" | "consecutiveFailures">

export function EndpointState({
  endpoint: { enabled, disabledReason, consecutiveFailures },
}: {
  endpoint: Health
}) {
  if (disabledReason !== null)
    return <Badge tone="bad">Disabled: {reasonWord[disabledReason]}</Badge>
  if (!enabled) return <Badge tone="unknown">Disabled</Badge>
  if (consecutiveFailures > 0) return <Badge tone="bad">Failing</Badge>
  return <Badge tone="good">Enabled</Badge>
}

const reasonWord = { GONE: "answered 410", FAILING: "failed for five days" } as const

/** The host first, because a path may be long: what a list shows as its name. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** A person's description, or the host. */
export const nameOf = ({ url, description }: Pick<EndpointRow, "url" | "description">): string =>
  description === "" ? hostOf(url) : description
