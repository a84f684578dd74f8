import { readFile } from "node:fs/promises"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { z } from "zod"
import type { RestAnswer } from "./rest.ts"

const reference = z.object({ $ref: z.string() })
const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }))
const response = z.object({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: content.optional(),
})
const parameter = z.object({ name: z.string(), in: z.enum(["path", "query", "header"]) })
const operation = z.object({
  operationId: z.string(),
  "x-required-scope": z.string(),
  parameters: z.array(z.union([reference, parameter])),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ example: z.unknown() })) })
    .optional(),
  responses: z.record(z.string(), z.union([reference, response])),
})
const shape = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    responses: z.record(z.string(), response),
    parameters: z.record(z.string(), parameter),
  }),
})

export type Described = {
  id: string
  method: string
  path: string
  scope: string
  query: string[]
  example: unknown
  hasBody: boolean
  /** Null if the document has no such response; otherwise the errors. */
  judge(answer: RestAnswer): string[]
}

/** Resolves a reference, or returns the object itself. */
const named = <T>(one: T | z.output<typeof reference>, all: Record<string, T>): T => {
  const parsed = reference.safeParse(one)
  if (!parsed.success) return one as T
  const found = all[parsed.data.$ref.split("/").at(-1) ?? ""]
  if (found === undefined) throw new Error(`${parsed.data.$ref} leads nowhere`)
  return found
}

/** schema/openapi.json as an integrator's validator reads it; uses no code of the generator. */
export async function readOpenApi(): Promise<Described[]> {
  const text = await readFile(new URL("../../schema/openapi.json", import.meta.url), "utf8")
  const raw: unknown = JSON.parse(text)
  const document = shape.parse(raw)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(closed(raw) as object, "document")

  const described: Described[] = []
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, one] of Object.entries(methods)) {
      const pointer = `document#/paths/${path.replaceAll("/", "~1")}/${method}/responses`
      const validators = new Map<string, ValidateFunction>()
      const validatorOf = (status: string, type: string): ValidateFunction => {
        const given = one.responses[status]
        const base = reference.safeParse(given)
        const where = base.success ? `document${base.data.$ref}` : `${pointer}/${status}`
        const known = validators.get(where)
        const schema = `${where}/content/${type.replaceAll("/", "~1")}/schema`
        const made = known ?? ajv.compile({ $ref: encodeURI(schema) })
        validators.set(where, made)
        return made
      }
      described.push({
        id: one.operationId,
        method: method.toUpperCase(),
        path,
        scope: one["x-required-scope"],
        query: one.parameters
          .map((given) => named(given, document.components.parameters))
          .flatMap((given) => (given.in === "query" ? [given.name] : [])),
        example: one.requestBody?.content["application/json"]?.example,
        hasBody: one.requestBody !== undefined,
        judge({ status, headers, text, body }) {
          const promised = one.responses[status]
          if (promised === undefined) return [`${status} is not among the promised answers`]
          const { headers: names, content } = named(promised, document.components.responses)
          const faults = Object.keys(names)
            .filter((name) => !optional.has(name) && !headers.has(name))
            .map((name) => `${status} lacks the header ${name}`)
          if (content === undefined)
            return text === "" ? faults : [...faults, "a body where none is"]
          const type = headers.get("content-type")?.split(";")[0] ?? ""
          if (!(type in content)) return [...faults, `${type} is not promised for ${status}`]
          const validate = validatorOf(String(status), type)
          if (!validate(body)) faults.push(ajv.errorsText(validate.errors))
          return faults
        },
      })
    }
  }
  return described
}

/** Optional headers: those of replays, and of refusals that say how long to wait. */
const optional = new Set(["Idempotency-Replayed", "Retry-After"])

/** For the test a response must contain nothing that is not described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, closed(member)] as const)
  const isObject = "properties" in value && !("additionalProperties" in value)
  return Object.fromEntries(isObject ? [...entries, ["unevaluatedProperties", false]] : entries)
}
