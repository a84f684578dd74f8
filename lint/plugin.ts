import { dirname, posix, relative, resolve, sep } from "node:path"
import { layers, walls } from "./layers.ts"

/** Folders of src/ whose subfolders are layers. */
const divided = ["graphql", "telemetry", "web"]

/**
 * `src/probe/run.ts` is in "probe", `src/graphql/on-call/team/find.ts` in "graphql/on-call", `src/web/graphql.ts` in
 * the layer of that name, as there is one; outside src/, the first folder.
 */
function layerOf(path: string): string {
  const [top = "", folder = "", context = "", ...rest] = path.split("/")
  if (top !== "src") return top
  const inner = `${folder}/${context}`
  return divided.includes(folder) && (rest.length > 0 || inner in layers) ? inner : folder
}

/** Why `from` must not import `to`; null if it may. Paths are relative to the root. */
function faultOf(from: string, to: string, isType: boolean): string | null {
  const [here, there] = [layerOf(from), layerOf(to)]
  const allowed = layers[here]
  const isOurs = /^(?:src|schema|prisma)\//.test(to)
  if (isOurs && there !== here && allowed !== undefined && !allowed.includes(there)) {
    return `${here} must not import ${there}: see lint/layers.ts.`
  }
  const wall = walls.find(
    ({ from: of, to: into, except, allowsTypes = false }) =>
      of.test(from) && into.test(to) && !except?.test(to) && !(allowsTypes && isType),
  )
  return wall?.because ?? null
}

type Source = { value?: unknown } | null | undefined
type Specifier = { importKind?: string; exportKind?: string }
type Import = {
  source?: Source
  importKind?: string
  exportKind?: string
  specifiers?: readonly Specifier[]
}
type Context = {
  filename: string
  cwd: string
  report(found: { node: unknown; message: string }): void
}

/** Every import must be of a layer below; see lint/layers.ts. */
const layersRule = {
  create(context: Context) {
    const from = relative(context.cwd, context.filename).split(sep).join(posix.sep)
    function judge(node: Import): void {
      const specifier = node.source?.value
      if (typeof specifier !== "string") return
      const to = specifier.startsWith(".")
        ? relative(context.cwd, resolve(dirname(context.filename), specifier))
            .split(sep)
            .join(posix.sep)
        : specifier
      const isType =
        node.importKind === "type" ||
        node.exportKind === "type" ||
        ((node.specifiers?.length ?? 0) > 0 &&
          node.specifiers?.every((one) => (one.importKind ?? one.exportKind) === "type") === true)
      const message = faultOf(from, to, isType)
      if (message !== null) context.report({ node, message })
    }
    return {
      ImportDeclaration: judge,
      ExportAllDeclaration: judge,
      ExportNamedDeclaration: judge,
      ImportExpression: judge,
      TSImportType: judge,
    }
  },
}

type Named = { type: string; name?: string }
type Member = { object: Named; property: Named }
type Construction = { callee: Named; arguments: readonly unknown[] }

const impureMembers = new Set(["Date.now", "Math.random"])

/** What `no-restricted-globals` cannot name: the present time, and chance. */
const pureRule = {
  create(context: Context) {
    const message = "Rules are pure functions: pass the time or a random number to them."
    return {
      MemberExpression(node: Member) {
        const name = `${node.object.name}.${node.property.name}`
        if (impureMembers.has(name)) context.report({ node, message })
      },
      NewExpression(node: Construction) {
        const isNow = node.callee.name === "Date" && node.arguments.length === 0
        if (isNow) context.report({ node, message })
      },
    }
  },
}

export default { meta: { name: "watchkeeper" }, rules: { layers: layersRule, pure: pureRule } }
