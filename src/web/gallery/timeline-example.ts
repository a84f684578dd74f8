import type { TimelineNodeView } from "../alert/timeline-documents.ts"

const at = (time: string) => `2026-11-20T${time}Z`

const words = (text: string) => ({ parts: [{ text, isEvidence: false }] })

/** One node of each look. */
export const timelineNodes: TimelineNodeView[] = [
  {
    __typename: "TimelineCheck",
    id: "check",
    at: at("19:02:24"),
    outcome: "FAILED",
    titleFinding: words("Check failed"),
    findings: [words("Got 500, expected 200–299")],
    check: {
      id: "1",
      startedAt: at("19:02:24"),
      durationMs: 180,
      dnsMs: 12,
      connectMs: 31,
      tlsMs: 44,
      firstByteMs: 85,
      transferMs: 8,
      httpStatus: 500,
      address: "192.0.2.7",
      evidence: { head: "HTTP/1.1 500 Internal Server Error", body: "upstream timed out" },
    },
  },
  {
    __typename: "TimelineNetwork",
    id: "network",
    at: at("19:02:26"),
    outcome: "DONE",
    titleFinding: words("Our network was up"),
    findings: [words("2 of 2 egress anchors answered around the deciding attempt.")],
    samples: [
      { anchor: "198.51.100.1:443", isReachable: true, durationMs: 9 },
      { anchor: "198.51.100.2:443", isReachable: true, durationMs: 11 },
    ],
  },
  {
    __typename: "TimelineDelivery",
    id: "delivery",
    at: at("19:03:30"),
    outcome: "SKIPPED",
    titleFinding: words("SMS to Grace Hopper not sent"),
    findings: [words("More than 6 text messages within 60 minutes.")],
    reasonFindings: [],
    attempts: [],
  },
  {
    __typename: "TimelineChange",
    id: "change",
    at: at("19:07:02"),
    outcome: "DONE",
    titleFinding: words("Acknowledged by Ada Lovelace (call)"),
    findings: [],
    change: "ACKNOWLEDGED",
  },
]
