import type { TimelineNodeView } from "../alert/timeline-documents.ts"

const at = (time: string) => `2026-11-20T${time}Z`

/** One node of each look. */
export const timelineNodes: TimelineNodeView[] = [
  {
    __typename: "TimelineCheck",
    id: "check",
    at: at("19:02:24"),
    outcome: "FAILED",
    title: "Check failed",
    detail: "Got 500, expected 200–299",
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
    title: "Our network was up",
    detail: "2 of 2 reference hosts answered while 192.0.2.7 did not.",
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
    title: "SMS to Grace Hopper not sent",
    detail: "More than 6 text messages within 60 minutes.",
    reason: "",
    attempts: [],
  },
  {
    __typename: "TimelineChange",
    id: "change",
    at: at("19:07:02"),
    outcome: "DONE",
    title: "Acknowledged by Ada Lovelace (call)",
    detail: null,
    change: "ACKNOWLEDGED",
  },
]
