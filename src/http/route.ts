import type { Exchange } from "./exchange.ts"
import { Refusal } from "./refusal.ts"

export type Route = {
  /** An exact path, or a prefix if it ends in a slash. */
  path: string
  /** Null if the route checks methods itself. */
  methods: readonly string[] | null
  /** GraphQL returns errors in its own format; all other routes return problem documents. */
  refusals: "graphql" | "problem"
  handle(exchange: Exchange): Promise<void>
}

export const readMethods = ["GET", "HEAD"]
/** Of pages that also take a form. */
export const formMethods = [...readMethods, "POST"]

export const matches = ({ path: pattern }: Route, path: string): boolean =>
  path === pattern || (pattern.endsWith("/") && path.startsWith(pattern))

/** @throws {Refusal} method_not_allowed. */
export function requireMethod({ req }: Pick<Exchange, "req">, methods: readonly string[]): void {
  if (methods.includes(req.method ?? "")) return
  const allow = methods.join(", ")
  throw new Refusal("method_not_allowed", `This URL supports ${allow}.`, { allow })
}

export const nothingHere = () => new Refusal("not_found", "There is nothing at this URL.")
