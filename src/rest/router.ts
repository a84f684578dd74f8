import type { Operation } from "./operation.ts"
import { uuid } from "../platform/text-schema.ts"
import { refuseFaults, Refusal, type Fault } from "../http/refusal.ts"

export type Match = { operation: Operation; params: Record<string, string> }

type Place = {
  shape: RegExp
  names: string[]
  /** By method; HEAD is answered as GET, without the body. */
  byMethod: Map<string, Operation>
}

/** Hints for requests that clients often try. */
const hints: Record<string, string> = {
  "POST /v1/monitors":
    " Create monitors with POST /v1/monitors/import, from a document of one or more.",
}

/** Matches a path to its operation; a parameter such as `{monitor_id}` matches one segment. */
export function createRouter(operations: readonly Operation[]) {
  const places = new Map<string, Place>()
  for (const operation of operations) {
    const place = places.get(operation.path) ?? placeOf(operation.path)
    place.byMethod.set(operation.method, operation)
    if (operation.method === "GET") place.byMethod.set("HEAD", operation)
    places.set(operation.path, place)
  }
  // Literal paths win over paths with parameters.
  const inOrder = [...places.values()].toSorted(
    (one, other) => one.names.length - other.names.length,
  )

  /** Returns refusals instead of throwing: requests to wrong paths count too. */
  return function find(method: string, path: string): Match | Refusal {
    // Most requests are for a literal path.
    const plain = places.get(path)
    for (const { shape, names, byMethod } of plain === undefined ? inOrder : [plain]) {
      const found = shape.exec(path)
      if (found === null) continue
      const operation = byMethod.get(method)
      if (operation === undefined) {
        const allow = [...byMethod.keys()].join(", ")
        const hint = hints[`${method} ${path}`] ?? ""
        return new Refusal("method_not_allowed", `This path supports ${allow}.${hint}`, { allow })
      }
      const params = readParams(names, found.slice(1))
      return params instanceof Refusal ? params : { operation, params }
    }
    return new Refusal(
      "not_found",
      "There is no operation at this path. The reference at /docs/api-reference lists them all.",
    )
  }
}

function placeOf(path: string): Place {
  const names: string[] = []
  const shape = path.replaceAll(/[.]|\{(\w+)\}/g, (found, name?: string) => {
    if (name === undefined) return `\\${found}`
    names.push(name)
    return "([^/]+)"
  })
  return { shape: new RegExp(`^${shape}$`), names, byMethod: new Map() }
}

function readParams(names: string[], values: string[]): Record<string, string> | Refusal {
  const params: Record<string, string> = {}
  const faults: Fault[] = []
  for (const [index, parameter] of names.entries()) {
    const parsed = uuid.safeParse(values[index])
    if (parsed.success) params[parameter] = parsed.data
    else faults.push({ parameter, detail: "must be a UUID" })
  }
  return faults.length > 0 ? refuseFaults(faults) : params
}
