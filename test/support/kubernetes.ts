import { Deployment } from "kubernetes-models/apps/v1"
import { PodDisruptionBudget } from "kubernetes-models/policy/v1"
import { ConfigMap, Service } from "kubernetes-models/v1"
import { z } from "zod"

const kinds = [ConfigMap, Deployment, PodDisruptionBudget, Service]
const members = z.record(z.string(), z.unknown())

/**
 * What the Kubernetes API refuses in an object: what violates its schema, and unknown fields. The schema allows those;
 * as its validator reads each field that it knows, they are the ones that it never reads.
 */
export function kubernetesErrors(object: unknown): string[] {
  const { apiVersion, kind } = members.parse(object)
  const Kind = kinds.find((one) => one.apiVersion === apiVersion && one.kind === kind)
  if (Kind === undefined) return [`${String(apiVersion)} ${String(kind)} is no kind that is used`]
  const fields: Field[] = []
  try {
    Kind.prototype.validate.call(watch(object, String(kind), fields))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  return fields.filter(({ isRead }) => !isRead).map(({ path }) => `${path} is unknown`)
}

type Field = { path: string; isRead: boolean }

/** The value, noting which of its fields are read. */
function watch(value: unknown, path: string, fields: Field[]): unknown {
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => {
    const field = { path: `${path}.${name}`, isRead: false }
    fields.push(field)
    return [name, { field, inner: watch(inner, field.path, fields) }] as const
  })
  const own = new Map(entries)
  return new Proxy(value, {
    get(target, name, receiver) {
      const found = typeof name === "string" ? own.get(name) : undefined
      if (found === undefined) return Reflect.get(target, name, receiver)
      found.field.isRead = true
      return found.inner
    },
  })
}
