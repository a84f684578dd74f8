import { reassignPages } from "./on-call/escalation/reassign.ts"
import { confirmChannel } from "./delivery/channel/own-address.ts"
import { addressProved, memberJoined, memberLeft } from "./workspace/member/member-hooks.ts"
import { endGrantsOf } from "./workspace/oauth/revoke-grant.ts"
import { endFeeds } from "./on-call/calendar/revoke-feed.ts"
import { monitorDeleted } from "./monitoring/monitor/monitor-hooks.ts"
import { announceMembers } from "./on-call/schedule/announce-on-call.ts"
import { leaveSlos } from "./slo/leave-slos.ts"
import { detachMonitor } from "./status-pages/status-page/detach-resource.ts"

const system = { kind: "system", name: "Watchkeeper" } as const

// What higher contexts do on changes of lower ones, in the order of execution.
addressProved.on(({ db }, user, at) => confirmChannel(db, user, at))
memberJoined.on((tx, { projectId }) => announceMembers(tx, projectId))
memberLeft.on((tx, { projectId, userId }) =>
  endGrantsOf(tx, system, { projectId, userId }, "The person left the project."),
)
memberLeft.on(endFeeds)
memberLeft.on(reassignPages)
memberLeft.on((tx, { projectId }) => announceMembers(tx, projectId))
monitorDeleted.on(leaveSlos)
monitorDeleted.on(detachMonitor)
