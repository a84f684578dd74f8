import { isObjectType } from "graphql"
import { builder } from "./builder.ts"
import "./root.ts"
import "./scalars.ts"
import "./label/graph.ts"
import "./monitor/graph.ts"
import "./monitor/graph-list.ts"
import "./monitor/graph-mutation.ts"
import "./monitor/graph-ping.ts"
import "./monitor/graph-state.ts"
import "./monitor/graph-subscription.ts"
import "./monitor/graph-target.ts"
import "./check/graph.ts"
import "./check/graph-status-change.ts"
import "./check/graph-series.ts"
import "./check/graph-uptime.ts"
import "./project/graph.ts"
import "./audit/graph.ts"
import "./key/graph.ts"
import "./member/graph.ts"
import "./member/graph-invitation.ts"
import "./state/graph.ts"
import "./state/graph-severity.ts"
import "./user/graph.ts"
import "./user/graph-installation.ts"
import "./incident/graph.ts"
import "./incident/graph-mutation.ts"
import "./incident/graph-subscription.ts"
import "./alert/graph.ts"
import "./alert/graph-mutation.ts"
import "./alert/graph-subscription.ts"
import "./maintenance/graph.ts"
import "./maintenance/graph-mutation.ts"
import "./delivery/graph.ts"
import "./verdict/graph.ts"

/** The whole domain. Each noun's graph.ts is loaded for effect; a noun that is not listed does not exist. */
export const schema = builder.toSchema()

// The plugin that makes these fields takes no description for them.
for (const type of Object.values(schema.getTypeMap())) {
  const total = isObjectType(type) ? type.getFields()["totalCount"] : undefined
  if (total !== undefined) total.description ??= "How many there are on all pages."
}
