import type { Route } from "../../http/route.ts"
import { createOtlp, otlpPrefix } from "./serve-otlp.ts"
import type { Intake } from "./take-request.ts"

/** The routes of OTLP over HTTP, which refuses other methods in its own form. */
export const createOtlpRoutes = (intake: Intake): Route[] => [
  { path: otlpPrefix, methods: null, refusals: "problem", handle: createOtlp(intake) },
]
