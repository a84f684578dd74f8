import protobuf, { type Field, type Type } from "protobufjs"

/** A message as protobuf's text format, from its form in OTLP's JSON. */
export function toTextFormat(type: Type, message: object): string {
  type.resolveAll()
  return Object.entries(message)
    .flatMap(([name, value]) => {
      const field = type.fields[name]
      if (field === undefined) throw new Error(`${type.name} has no field ${name}`)
      const values: unknown[] = Array.isArray(value) ? value : [value]
      return values.map((one) => `${snakeCase(name)} ${spell(field, one)}`)
    })
    .join("\n")
}

function spell(field: Field, value: unknown): string {
  const { resolvedType, type, name } = field
  if (resolvedType instanceof protobuf.Type) {
    return `{ ${toTextFormat(resolvedType, value as object)} }`
  }
  if (type === "string") return `: ${quote(Buffer.from(String(value)))}`
  if (type !== "bytes") return `: ${String(value)}`
  const isId = /^(?:trace|span|parentSpan)Id$/.test(name)
  return `: ${quote(Buffer.from(String(value), isId ? "hex" : "base64"))}`
}

const quote = (bytes: Buffer): string =>
  `"${[...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}"`

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
