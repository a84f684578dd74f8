import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
} from "graphql"
import { schema } from "../../src/graphql/schema.ts"

/** Values of arguments by their names; others follow from their types. */
export type Values = Readonly<Record<string, unknown>>

const hour = 3_600_000
const texts: Record<string, string> = { timeZone: "UTC", startTime: "03:00", color: "#112233" }

/** A plausible value, as a literal of the query language. */
function literalOf(type: GraphQLInputType, name: string, values: Values): string {
  if (name in values) return write(values[name], type)
  const bare = getNullableType(type)
  if (isListType(bare)) return `[${literalOf(bare.ofType, name, values)}]`
  if (isEnumType(bare)) return bare.getValues()[0]?.name ?? ""
  if (isInputObjectType(bare)) {
    const fields = Object.values(bare.getFields()).filter(
      (field) => isRequiredInputField(field) || field.name in values,
    )
    return `{${fields.map((one) => `${one.name}: ${literalOf(one.type, one.name, values)}`).join(", ")}}`
  }
  switch (getNamedType(bare).name) {
    case "Int":
      return "5"
    case "Float":
      return "5"
    case "Boolean":
      return "true"
    case "DateTime":
      return JSON.stringify(
        new Date(Date.now() + (/^(to|ends|until)/.test(name) ? 0 : -hour)).toISOString(),
      )
    case "ID":
      return JSON.stringify("00000000-0000-7000-8000-000000000000")
    default:
      return JSON.stringify(texts[name] ?? "x")
  }
}

/** Names of enums are written without quotes. */
function write(value: unknown, type: GraphQLInputType): string {
  const bare = getNullableType(type)
  if (Array.isArray(value)) {
    const of = isListType(bare) ? bare.ofType : bare
    return `[${value.map((one) => write(one, of)).join(", ")}]`
  }
  if (typeof value === "object" && value !== null) {
    const fields = isInputObjectType(bare) ? bare.getFields() : {}
    const members = Object.entries(value).flatMap(([name, one]) => {
      const field = fields[name]
      return field === undefined ? [] : [`${name}: ${write(one, field.type)}`]
    })
    return `{${members.join(", ")}}`
  }
  return isEnumType(bare) ? String(value) : JSON.stringify(value)
}

export function call(
  { name, args }: Pick<GraphQLField<unknown, unknown>, "name" | "args">,
  values: Values,
): string {
  const given = (args as GraphQLArgument[]).filter(
    (arg) => isRequiredArgument(arg) || arg.name in values,
  )
  const written = given.map((arg) => `${arg.name}: ${literalOf(arg.type, arg.name, values)}`)
  return written.length === 0 ? name : `${name}(${written.join(", ")})`
}

type Wrap = (inner: string) => string
type Place = { wrap: Wrap; type: GraphQLNamedType }
type Execute = (source: string) => Promise<{ data: unknown; errors: readonly unknown[] }>

/**
 * Requests every field of every type that a start leads to, each type by the first path on which an object of it is
 * reached.
 * @returns the fields that were reached.
 */
export async function walk(
  starts: Place[],
  values: Values,
  execute: Execute,
  see: (source: string, answer: unknown) => void,
): Promise<Set<string>> {
  const reached = new Set<string>()
  const waiting = [...starts]
  const ask = async (source: string) => {
    const answer = await execute(source)
    see(source, answer)
    return answer
  }
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    const { wrap, type } = place
    if (isAbstractType(type)) {
      for (const one of schema.getPossibleTypes(type)) {
        waiting.push({ wrap: (inner) => wrap(`... on ${one.name} { ${inner} }`), type: one })
      }
      continue
    }
    if (!isObjectType(type) || reached.has(type.name)) continue
    const { data } = await ask(wrap(`typeOfWalk: __typename`))
    if (!JSON.stringify(data ?? null).includes(`"typeOfWalk":"${type.name}"`)) continue
    reached.add(type.name)
    const fields = Object.values(type.getFields())
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)))
    await askTogether(
      leaves.map((one) => call(one, values)),
      (some) => ask(wrap(["typeOfWalk: __typename", ...some].join(" "))),
    )
    for (const field of fields.filter((one) => !leaves.includes(one))) {
      waiting.push({
        wrap: (inner) => wrap(`${call(field, values)} { ${inner} }`),
        type: getNamedType(field.type),
      })
    }
  }
  return reached
}

/** An error hides what was requested with it, so that halves are requested again until the field alone fails. */
async function askTogether(
  fields: string[],
  ask: (some: string[]) => Promise<{ errors: readonly unknown[] }>,
): Promise<void> {
  if (fields.length === 0) return
  const { errors } = await ask(fields)
  if (errors.length === 0 || fields.length === 1) return
  const half = Math.ceil(fields.length / 2)
  await askTogether(fields.slice(0, half), ask)
  await askTogether(fields.slice(half), ask)
}
