import { builder } from "./builder.ts"
import "./root.ts"
import "./scalars.ts"
import "./label/graph.ts"
import "./project/graph.ts"
import "./audit/graph.ts"
import "./key/graph.ts"
import "./member/graph.ts"
import "./member/graph-invitation.ts"
import "./state/graph.ts"
import "./state/graph-severity.ts"
import "./user/graph.ts"

/** The whole domain. Each noun's graph.ts is loaded for effect; a noun that is not listed does not exist. */
export const schema = builder.toSchema()
