import type { Route } from "../../http/route.ts"
import type { createOtlp } from "./serve-otlp.ts"
import { otlpPrefix } from "./serve-otlp.ts"

/** The routes of OTLP over HTTP, which refuses other methods in its own form. */
export const createOtlpRoutes = ({ handle }: ReturnType<typeof createOtlp>): Route[] => [
  { path: otlpPrefix, methods: null, refusals: "problem", handle },
]
