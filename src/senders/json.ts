import { isObject, labelsOf, linksOf, urgencyOf, wordOf } from "./members.ts"
import { readPath } from "./read-path.ts"
import { UnreadableEvent, type SenderEvent } from "./sender-event.ts"
import type { Mapping, ReadRequest, Sender } from "./sender.ts"
import { accepted, refused } from "./webhook-answers.ts"

/** The generic form of Grafana OnCall. */
const usual = {
  dedupKey: "$.alert_uid",
  title: "$.title",
  message: "$.message",
  state: "$.state",
  severity: "$.severity",
  affected: "$.source",
  link: "$.link_to_upstream_details",
  image: "$.image_url",
  labels: "$.labels",
} as const satisfies Mapping

const resolving = /^(?:ok|resolved?|closed?|recovered|normal|inactive|up|0)$/i
const acknowledging = /^(?:acknowledged?|ack)$/i

function read({ body, mapping }: ReadRequest): SenderEvent[] {
  if (!isObject(body)) throw new UnreadableEvent(["The body must be a JSON object."])
  const at = (name: keyof typeof usual) => readPath(body, mapping[name] ?? usual[name])
  const word = (name: keyof typeof usual) => wordOf(at(name))
  const dedupKey = word("dedupKey")
  const state = word("state") ?? ""
  const isResolved = resolving.test(state)
  if (isResolved || acknowledging.test(state)) {
    if (dedupKey === null) {
      throw new UnreadableEvent([
        `${mapping["dedupKey"] ?? usual.dedupKey} is missing: it says which alert has the state ${state}.`,
      ])
    }
    return [{ action: isResolved ? "resolve" : "acknowledge", dedupKey, at: null }]
  }
  const summary = word("title") ?? word("message")
  if (summary === null) {
    throw new UnreadableEvent([`${mapping["title"] ?? usual.title} is missing: it is the title.`])
  }
  const severity = word("severity")
  const labels = at("labels")
  return [
    {
      action: "trigger",
      dedupKey,
      summary,
      urgency: urgencyOf(severity),
      severity,
      affected: word("affected"),
      labels: isObject(labels) ? labelsOf(labels) : {},
      links: linksOf([
        { url: word("link"), text: null },
        { url: word("image"), text: null },
      ]),
      evidence: body,
      at: null,
    },
  ]
}

export const json: Sender = {
  label: "JSON",
  setup: "Post JSON objects to the address, which contains the key.",
  givenKey: null,
  mapping: usual,
  paths: [{ path: "/:key", keyOf: null, read, accepted, refused }],
  urlPath: (key) => `/${key}`,
}
