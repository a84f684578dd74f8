import type { MonitorDraft } from "./form-draft.ts"
import { hasField } from "../monitor/monitor-kind.ts"
import { completeUrl } from "./target-text.ts"

/** A name for a monitor without one: the host of its target. */
export function defaultName(draft: MonitorDraft): string {
  if (!hasField(draft.kind, "url")) return hasField(draft.kind, "host") ? draft.host.trim() : ""
  const url = completeUrl(draft.url)
  return URL.canParse(url) ? new URL(url).host : ""
}

/** The draft as it is sent: with a whole URL, and with a name. */
export function completed(draft: MonitorDraft): MonitorDraft {
  const url = completeUrl(draft.url)
  const name = draft.name.trim() === "" ? defaultName(draft) : draft.name
  return { ...draft, url, name }
}
