import { builder } from "./builder.ts"
import "./root.ts"
import "./scalars.ts"
import "./label/graph.ts"
import "./project/graph.ts"

/** The whole domain. Each noun's graph.ts is loaded for effect; a noun that is not listed does not exist. */
export const schema = builder.toSchema()
