import {
  isObject,
  keyAt,
  linksOf,
  listAt,
  objectAt,
  textAt,
  urgencyOf,
  labelsOf,
  without,
} from "./members.ts"
import { UnreadableEvent, type SenderEvent } from "./sender-event.ts"
import type { ReadRequest, Sender, SenderAnswer, SenderPath, SenderRefusal } from "./sender.ts"

/** PagerDuty's Events API v2 and v1. Its senders retry after 429 and 5xx only. */
const actions = ["trigger", "acknowledge", "resolve"] as const

/** @throws {UnreadableEvent} */
function requireAction(given: string | null, errors: string[], member: string) {
  const action = actions.find((one) => one === given?.toLowerCase())
  if (action === undefined) errors.push(`'${member}' is missing or invalid`)
  return action
}

function finish(errors: string[]): void {
  if (errors.length > 0) throw new UnreadableEvent(errors)
}

function readEvent({ body }: ReadRequest): SenderEvent[] {
  if (!isObject(body)) throw new UnreadableEvent(["the body must be a JSON object"])
  const errors: string[] = []
  const action = requireAction(textAt(body, "event_action"), errors, "event_action")
  const dedupKey = keyAt(body, "dedup_key")
  const payload = objectAt(body, "payload")
  if (action !== "trigger") {
    if (action !== undefined && dedupKey === null) {
      errors.push("'dedup_key' is missing or blank")
    }
    finish(errors)
    return [{ action: action ?? "resolve", dedupKey: dedupKey ?? "", at: null }]
  }
  const summary = textAt(payload, "summary")
  const severity = textAt(payload, "severity")
  if (summary === null) errors.push("'payload.summary' is missing or blank")
  if (textAt(payload, "source") === null) errors.push("'payload.source' is missing or blank")
  finish(errors)
  return [
    {
      action,
      dedupKey,
      summary: summary ?? "",
      urgency: urgencyOf(severity),
      severity,
      affected: textAt(payload, "source"),
      labels: labelsOf({
        component: payload["component"],
        group: payload["group"],
        class: payload["class"],
      }),
      links: linksOf([
        ...listAt(body, "links").map((one) => linkOf(one, "text")),
        ...listAt(body, "images").map((one) => linkOf(one, "alt")),
        { url: textAt(body, "client_url"), text: textAt(body, "client") },
      ]),
      evidence: without(body, "routing_key"),
      at: null,
    },
  ]
}

const linkOf = (one: object, text: string) => ({
  url: textAt(one, "href") ?? textAt(one, "src"),
  text: textAt(one, text),
})

function readChange({ body }: ReadRequest): SenderEvent[] {
  const summary = textAt(objectAt(body, "payload"), "summary")
  if (summary === null) throw new UnreadableEvent(["'payload.summary' is missing or blank"])
  return [{ action: "change", summary }]
}

/** The first version of the API. */
function readOldEvent({ body }: ReadRequest): SenderEvent[] {
  if (!isObject(body)) throw new UnreadableEvent(["the body must be a JSON object"])
  const errors: string[] = []
  const action = requireAction(textAt(body, "event_type"), errors, "event_type")
  const dedupKey = keyAt(body, "incident_key")
  const summary = textAt(body, "description")
  if (action === "trigger" && summary === null) errors.push("Description is missing or blank")
  if (action !== undefined && action !== "trigger" && dedupKey === null) {
    errors.push("Incident key is missing or blank")
  }
  finish(errors)
  if (action !== "trigger") {
    return [{ action: action ?? "resolve", dedupKey: dedupKey ?? "", at: null }]
  }
  return [
    {
      action,
      dedupKey,
      summary: summary ?? "",
      urgency: null,
      severity: null,
      affected: null,
      labels: {},
      links: linksOf([
        ...listAt(body, "contexts").map((one) => linkOf(one, "text")),
        { url: textAt(body, "client_url"), text: textAt(body, "client") },
      ]),
      evidence: without(body, "service_key"),
      at: null,
    },
  ]
}

const invalid = (errors: string[], status = 400): SenderAnswer => ({
  status,
  body: { status: "invalid event", message: "Event object is invalid", errors },
})

/** What version 2 answers; the words for people are ours. */
function refused(refusal: SenderRefusal): SenderAnswer {
  switch (refusal.why) {
    case "unknown_key":
      return invalid(["'routing_key' is unknown"])
    case "disabled":
      return invalid(["the source of this 'routing_key' is disabled"])
    case "unreadable":
      return invalid(refusal.errors)
    case "too_large":
      return invalid([`the body is larger than ${refusal.mostBytes} bytes`], 413)
    case "rate_limited":
      return later(429, "throttle exceeded", refusal.retrySeconds)
    case "unavailable":
      return later(503, "unavailable", refusal.retrySeconds)
    case "failed":
      return { status: 500, body: { status: "error", message: "internal error" } }
  }
}

const later = (status: number, message: string, seconds: number): SenderAnswer => ({
  status,
  headers: { "retry-after": String(seconds) },
  body: { status: message, message: `Send it again in ${seconds} seconds.` },
})

/** Version 1 means its rate limit by 403, after which its senders retry. */
const refusedOld = (refusal: SenderRefusal): SenderAnswer => {
  const answer = refused(refusal)
  return refusal.why === "rate_limited" ? { ...answer, status: 403 } : answer
}

const processed = { status: "success", message: "Event processed" }

const events: SenderPath = {
  path: "/v2/enqueue",
  keyOf: (body) => textAt(body, "routing_key"),
  read: readEvent,
  accepted: ([dedup_key]) => ({ status: 202, body: { ...processed, dedup_key } }),
  refused,
}

export const pagerduty: Sender = {
  label: "PagerDuty",
  setup:
    "Replace the address of the Events API; the key is the routing key, or the service key of version 1.",
  givenKey: {
    form: /^[A-Za-z0-9]{32}$/,
    fault: "must be the 32 letters and digits of a PagerDuty integration key",
  },
  mapping: null,
  paths: [
    events,
    {
      ...events,
      path: "/v2/change/enqueue",
      read: readChange,
      accepted: () => ({
        status: 202,
        body: { status: "success", message: "Change event processed" },
      }),
    },
    {
      path: "/generic/2010-04-15/create_event.json",
      keyOf: (body) => textAt(body, "service_key"),
      read: readOldEvent,
      accepted: ([incident_key]) => ({ status: 200, body: { ...processed, incident_key } }),
      refused: refusedOld,
    },
  ],
  urlPath: () => "/v2/enqueue",
}
